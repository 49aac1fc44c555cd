/** Filters the latest requests, and groups the requests of each generation. */

import type { EntrySummary } from '../../journal/summary.ts';
import { bytesText, dollars } from './texts.ts';

export interface RequestFilter {
  readonly account?: string | undefined;
  readonly operation?: string | undefined;
  /** A status such as `404` or `4xx`, or `fault` for responses that a rule created or changed. */
  readonly status?: string | undefined;
  readonly generation?: string | undefined;
  readonly fault?: string | undefined;
  readonly code?: string | undefined;
  /** A method and a path without ids, such as `GET /v1/videos/{id}`. */
  readonly route?: string | undefined;
  /** The origin of the response in a proxy. `broken` selects responses that break a promise. */
  readonly upstream?: string | undefined;
  /** A text in the path, prompt, code, account or request id. */
  readonly text?: string | undefined;
}

/** The number of rows that are read at once. The page holds as many until the user loads earlier rows. */
export const MOST_ROWS = 500;

/** Merges rows in the order of the journal, each request once. Returns the newest `most` rows. */
export function addRows(
  rows: readonly EntrySummary[],
  added: readonly EntrySummary[],
  most = MOST_ROWS,
): readonly EntrySummary[] {
  const byId = new Map(rows.map((row) => [row.request_id, row]));
  for (const row of added) byId.set(row.request_id, row);
  return [...byId.values()].toSorted((a, b) => a.seq - b.seq).slice(-most);
}

/** Returns the rows that match a filter. An empty filter matches all rows. */
export function pickRows(rows: readonly EntrySummary[], filter: RequestFilter): readonly EntrySummary[] {
  return rows.filter((row) => isPicked(row, filter));
}

function isPicked(row: EntrySummary, filter: RequestFilter): boolean {
  const { account, operation, status, generation, fault, code, route, upstream, text } = filter;
  return (
    isIn(row.account ?? NO_ACCOUNT, account) &&
    isIn(row.operation ?? '', operation) &&
    hasStatus(row, status) &&
    isIn(row.generation ?? '', generation) &&
    (isEmpty(fault) || row.faults.some((rule) => isIn(rule, fault))) &&
    (isEmpty(code) || errorCodeOf(row) === code) &&
    (isEmpty(route) || routeName(row) === route) &&
    hasUpstream(row, upstream) &&
    (isEmpty(text) || textOf(row).includes(text.toLowerCase()))
  );
}

/** The filter value for requests without an account. */
const NO_ACCOUNT = '(none)';

function hasStatus({ status, faults }: EntrySummary, wanted: string | undefined): boolean {
  if (isEmpty(wanted)) return true;
  return wanted === 'fault' ? faults.length > 0 : String(status).startsWith(wanted.toLowerCase().replace(/x+$/, ''));
}

function hasUpstream({ upstream, warnings }: EntrySummary, wanted: string | undefined): boolean {
  return isEmpty(wanted) || (wanted === 'broken' ? warnings > 0 : (upstream ?? 'ours') === wanted);
}

/** Describes the origin of a response from a proxy. */
export function upstreamWords(upstream: EntrySummary['upstream']): string {
  return UPSTREAM_WORDS[upstream ?? 'ours'];
}

const UPSTREAM_WORDS = {
  passed: 'service',
  changed: 'service, changed',
  withheld: 'Standin, service response withheld',
  none: 'Standin, no service response',
  ours: 'Standin',
} as const;

function isIn(value: string, wanted: string | undefined): boolean {
  return isEmpty(wanted) || value.toLowerCase().includes(wanted.toLowerCase());
}

function isEmpty(wanted: string | undefined): wanted is undefined | '' {
  return wanted === undefined || wanted === '';
}

function textOf({ path, prompt, code, account, request_id, user_agent }: EntrySummary): string {
  return [path, prompt, code, account, request_id, user_agent].join('\n').toLowerCase();
}

/** Returns the chains of attempts at the same operation, each oldest first. */
function chainsOf(rows: readonly EntrySummary[]): Iterable<readonly EntrySummary[]> {
  const open = new Map<string, EntrySummary[]>();
  const chains = new Set<EntrySummary[]>();
  for (const row of rows) {
    const identity = identityOf(row);
    // The journal counts attempts. Attempt 1 begins a new chain, even if an earlier request was the same.
    const chain = (row.attempt > 1 ? open.get(identity) : undefined) ?? [];
    chain.push(row);
    open.set(identity, chain);
    chains.add(chain);
  }
  return chains;
}

/** Returns the identity by which the journal counts attempts: the Idempotency-Key, or else method, path and body. */
function identityOf({ account, idempotency_key, method, path, body_hash, range }: EntrySummary): string {
  const what = idempotency_key ?? [method, path, body_hash, range].join(' ');
  return JSON.stringify([account, idempotency_key === null, what]);
}

export interface RequestGroup {
  readonly key: string;
  readonly generation: string | null;
  /** The chains of attempts at the same operation, each oldest first. */
  readonly chains: readonly (readonly EntrySummary[])[];
  /** All requests, oldest first, including requests that do not match the filter. */
  readonly rows: readonly EntrySummary[];
  /** The requests that match the filter, oldest first. */
  readonly picked: readonly EntrySummary[];
  /** The latest request, even if it does not match the filter. */
  readonly latest: EntrySummary;
}

/** Groups the create, the polls and the downloads of each generation. The latest group is first. */
export function groupRequests(rows: readonly EntrySummary[], filter: RequestFilter = {}): readonly RequestGroup[] {
  const groups = new Map<string, (readonly EntrySummary[])[]>();
  for (const attempts of [...chainsOf(rows)].flatMap(byGeneration)) {
    const generation = attempts.find((row) => row.generation !== null)?.generation;
    const [first] = attempts;
    const key = generation === undefined ? `${first?.request_id}` : `${first?.account} ${generation}`;
    groups.set(key, [...(groups.get(key) ?? []), attempts]);
  }
  return [...groups]
    .flatMap(([key, chains]): RequestGroup[] => {
      const all = chains.flat().toSorted((a, b) => a.seq - b.seq);
      const picked = pickRows(all, filter);
      const latest = all.at(-1);
      const generation = all.find((row) => row.generation !== null)?.generation ?? null;
      return latest === undefined || picked.length === 0
        ? []
        : [{ key, generation, chains, rows: all, picked, latest }];
    })
    .toSorted((a, b) => b.latest.seq - a.latest.seq);
}

/** Splits attempts by generation, because the same create sent twice makes two generations. */
function byGeneration(attempts: readonly EntrySummary[]): readonly EntrySummary[][] {
  const parts: EntrySummary[][] = [];
  let generation: string | null = null;
  for (const row of attempts) {
    const isOther: boolean = generation !== null && row.generation !== generation;
    if (isOther || parts.length === 0) parts.push([]);
    parts.at(-1)?.push(row);
    generation = row.generation ?? (isOther ? null : generation);
  }
  return parts;
}

/** Returns the most informative request of a group: the last failed request, or else the last request. */
export function tellingRow({ picked, latest }: RequestGroup): EntrySummary {
  return picked.findLast((row) => outcomeOf(row) !== undefined) ?? picked.at(-1) ?? latest;
}

export interface Outcome {
  /** The kind of failure, which is `fault` if a rule caused it. */
  readonly kind: 'bad' | 'fault';
  readonly words: string;
  /** The failure. `prepared` means that a rule acted but its effect is not yet visible. */
  readonly what: 'cut' | 'failed' | 'rejected' | 'prepared';
}

/** Returns the failure of a request: an error, a failed generation, or a cut download. */
export function outcomeOf(row: EntrySummary): Outcome | undefined {
  const { status, code, generation_status: shown, failure_code: failure, refunded_usd: refund } = row;
  const kind = row.faults.length > 0 ? 'fault' : 'bad';
  const cut = cutOf(row);
  if (cut !== undefined) return { kind, what: 'cut', words: cut };
  if (shown === 'failed') {
    const refunded = refund === null ? '' : `, refunded ${dollars(refund)}`;
    return { kind, what: 'failed', words: `failed: ${failure ?? 'no code'}${refunded}` };
  }
  if (status >= 400) return { kind, what: 'rejected', words: code ?? `status ${status}` };
  return kind === 'fault' ? { kind, words: `by ${row.faults.map(ruleName).join(', ')}`, what: 'prepared' } : undefined;
}

/** Describes the place at which a body ended early. */
function cutOf({ operation, bytes_sent: sent, bytes_announced: announced, is_aborted, status }: EntrySummary) {
  if (sent === null || status >= 300) return undefined;
  if (announced !== null && announced > 0 && sent < announced) {
    const share = Math.round((sent / announced) * 100);
    return `cut at ${share} % (${bytesText(sent)} of ${bytesText(announced)})`;
  }
  return is_aborted === true && operation !== null ? `cut after ${bytesText(sent)}` : undefined;
}

/** Returns the outcome of a group, independent of the filter: the latest failure and its count. */
export function groupOutcome(rows: readonly EntrySummary[]): Outcome | undefined {
  const all = rows.flatMap((row) => outcomeOf(row) ?? []);
  // A failure is more informative than the rule that prepared it.
  const prepared = all.find(({ what }) => what === 'prepared');
  const outcome = all.findLast(({ what }) => what !== 'prepared') ?? prepared;
  if (outcome === undefined) return undefined;
  const times = all.filter(({ words }) => words === outcome.words).length;
  return {
    ...outcome,
    kind: outcome.what === 'failed' ? (prepared ?? outcome).kind : outcome.kind,
    words: times === 1 ? outcome.words : `${outcome.words} ×${times}`,
  };
}

/** Returns a method and a path without ids. */
export function routeName({ method, path }: Pick<EntrySummary, 'method' | 'path'>): string {
  const [plain = ''] = path.split(/[?#]/);
  return `${method} ${plain.replace(/(\/videos\/)[^/]+/, '$1{id}')}`;
}

/** Returns the code under which a failed request is counted. */
function errorCodeOf(row: EntrySummary): string | undefined {
  if (row.status >= 400) return row.code ?? String(row.status);
  if (row.generation_status === 'failed') return row.failure_code ?? 'failed';
  return cutOf(row) === undefined ? undefined : 'cut';
}

export interface ErrorCount {
  readonly code: string;
  readonly route: string;
  readonly count: number;
}

/** Counts errors, failed generations and cut downloads by code and route. The most frequent is first. */
export function countErrors(rows: readonly EntrySummary[]): readonly ErrorCount[] {
  const counts = new Map<string, ErrorCount>();
  for (const row of rows) {
    const code = errorCodeOf(row);
    if (code === undefined) continue;
    const route = routeName(row);
    const { count = 0 } = counts.get(`${code} ${route}`) ?? {};
    counts.set(`${code} ${route}`, { code, route, count: count + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}

/** Returns the scenario of a rule, or the rule itself. The scenario of `storm_503:1` is `storm_503`. */
export function ruleName(rule: string): string {
  return rule.replace(/:\d+$/, '');
}

/** Counts operations, for example `create, 3 polls, 2 downloads`. */
export function operationWords(rows: readonly EntrySummary[]): string {
  const parts = (['create', 'get', 'content'] as const).flatMap((operation) => {
    const count = rows.filter((row) => row.operation === operation).length;
    const noun = OPERATION_NOUNS[operation];
    return count === 0 ? [] : [count === 1 ? noun : `${count} ${noun}s`];
  });
  return parts.join(', ');
}

export const OPERATION_NOUNS = { create: 'create', get: 'poll', content: 'download' } as const;
