/** The requests that the view Now shows: the latest, those that a filter picks, attempts at one thing together. */

import type { EntrySummary } from '../../journal/summary.ts';

export interface AttemptGroup {
  readonly key: string;
  /** The oldest first, also those that a filter leaves out. */
  readonly attempts: readonly EntrySummary[];
  /** The latest attempt that the filter picks. */
  readonly latest: EntrySummary;
}

export interface NowFilter {
  readonly account?: string | undefined;
  readonly operation?: string | undefined;
  /** `404`, `4xx`, or `fault` for answers that a rule made or changed. */
  readonly status?: string | undefined;
  readonly generation?: string | undefined;
  readonly fault?: string | undefined;
  readonly code?: string | undefined;
  /** A method and a path whose ids are left out: `GET /v1/videos/{id}`. */
  readonly route?: string | undefined;
  /** What became of the answer of a service; `ours` where it was not asked, `broken` where it broke a promise. */
  readonly upstream?: string | undefined;
  /** Anywhere in path, prompt, code, account or request id. */
  readonly text?: string | undefined;
}

/** How many rows are read at once, and held until somebody asks for earlier ones. */
export const MOST_ROWS = 500;

/** Rows with others added, each request once, in the order of the journal; the newest `most` of them. */
export function addRows(
  rows: readonly EntrySummary[],
  added: readonly EntrySummary[],
  most = MOST_ROWS,
): readonly EntrySummary[] {
  const byId = new Map(rows.map((row) => [row.request_id, row]));
  for (const row of added) byId.set(row.request_id, row);
  return [...byId.values()].toSorted((a, b) => a.seq - b.seq).slice(-most);
}

/** The rows that a filter picks; a filter that is empty picks all. */
export function pickRows(rows: readonly EntrySummary[], filter: NowFilter): readonly EntrySummary[] {
  return rows.filter((row) => isPicked(row, filter));
}

function isPicked(row: EntrySummary, filter: NowFilter): boolean {
  const { account, operation, status, generation, fault, code, route, upstream, text } = filter;
  return (
    isIn(row.account ?? NO_ACCOUNT, account) &&
    isIn(row.operation ?? '', operation) &&
    hasStatus(row, status) &&
    isIn(row.generation ?? '', generation) &&
    (isEmpty(fault) || row.faults.some((rule) => isIn(rule, fault))) &&
    (isEmpty(code) || row.code === code) &&
    (isEmpty(route) || routeName(row) === route) &&
    hasUpstream(row, upstream) &&
    (isEmpty(text) || textOf(row).includes(text.toLowerCase()))
  );
}

/** How a request is filed that reached no account. */
const NO_ACCOUNT = '(none)';

function hasStatus({ status, faults }: EntrySummary, wanted: string | undefined): boolean {
  if (isEmpty(wanted)) return true;
  return wanted === 'fault' ? faults.length > 0 : new RegExp(`^${wanted.replaceAll(/\D/g, '.')}`).test(String(status));
}

function hasUpstream({ upstream, warnings }: EntrySummary, wanted: string | undefined): boolean {
  return isEmpty(wanted) || (wanted === 'broken' ? warnings > 0 : (upstream ?? 'ours') === wanted);
}

/** Whose answer a client got from a proxy, in words. */
export function upstreamWords(upstream: EntrySummary['upstream']): string {
  return UPSTREAM_WORDS[upstream ?? 'ours'];
}

export const UPSTREAM_WORDS = {
  passed: 'theirs',
  changed: 'theirs, changed',
  withheld: 'ours, theirs withheld',
  none: 'ours, none came',
  ours: 'ours, not asked',
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

/** The groups with an attempt that a filter picks, the group with the latest of those attempts first. */
export function groupAttempts(rows: readonly EntrySummary[], filter: NowFilter = {}): readonly AttemptGroup[] {
  const open = new Map<string, EntrySummary[]>();
  const groups = new Set<EntrySummary[]>();
  for (const row of rows) {
    const identity = identityOf(row);
    // A first attempt begins a group, also where the same was asked before: the journal says which it is.
    const group = (row.attempt > 1 ? open.get(identity) : undefined) ?? [];
    group.push(row);
    open.set(identity, group);
    groups.add(group);
  }
  return [...groups]
    .flatMap((attempts): AttemptGroup[] => {
      const [first, latest] = [attempts[0], pickRows(attempts, filter).at(-1)];
      return first === undefined || latest === undefined ? [] : [{ key: first.request_id, attempts, latest }];
    })
    .toSorted((a, b) => b.latest.seq - a.latest.seq);
}

/** As the journal counts attempts: by Idempotency-Key, or else by method, path and body. */
function identityOf({ account, idempotency_key, method, path, body_hash, range }: EntrySummary): string {
  const what = idempotency_key ?? [method, path, body_hash, range].join(' ');
  return JSON.stringify([account, idempotency_key === null, what]);
}

/** A method and a path without its ids. */
export function routeName({ method, path }: Pick<EntrySummary, 'method' | 'path'>): string {
  const [plain = ''] = path.split(/[?#]/);
  return `${method} ${plain.replace(/(\/videos\/)[^/]+/, '$1{id}')}`;
}

export interface ErrorCount {
  readonly code: string;
  readonly route: string;
  readonly count: number;
  readonly injected: number;
  readonly latest: EntrySummary;
}

/** Answers of 400 and above by code and route, the most frequent first. */
export function countErrors(rows: readonly EntrySummary[]): readonly ErrorCount[] {
  const counts = new Map<string, ErrorCount>();
  for (const row of rows) {
    if (row.status < 400) continue;
    const [code, route] = [row.code ?? String(row.status), routeName(row)];
    const before = counts.get(`${code} ${route}`);
    const injected = (before?.injected ?? 0) + (row.faults.length > 0 ? 1 : 0);
    counts.set(`${code} ${route}`, { code, route, count: (before?.count ?? 0) + 1, injected, latest: row });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}
