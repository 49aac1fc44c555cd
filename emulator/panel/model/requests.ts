/** Filters the latest requests, and groups the requests of each generation. */

import { FAILURE_CODES } from '../../../contract/failures.ts';
import { groupBy } from '../../../lib/group-by.ts';
import type { EntrySummary } from '../../journal/summary.ts';
import { bytesText, dollars } from './texts.ts';

/** The number of rows that are read at once. The page holds as many until the user loads earlier rows. */
export const MOST_ROWS = 500;

type Rows = readonly EntrySummary[];

/** Merges rows in the order of the journal, each request once. Returns the newest `most` rows. */
export function addRows(rows: Rows, added: Rows, most = MOST_ROWS): Rows {
  const byId = new Map([...rows, ...added].map((row) => [row.request_id, row]));
  return [...byId.values()].toSorted((a, b) => a.seq - b.seq).slice(-most);
}

type Filter = (row: EntrySummary, wanted: string) => boolean;

/** The filters by name. `wanted` is in lower case. */
const FILTERS = {
  /** A status such as `404` or `4xx`, or `injected` for responses that a rule created or changed. */
  status: ({ status, faults }, wanted) =>
    wanted === 'injected' ? faults.length > 0 : String(status).startsWith(wanted.replace(/x+$/, '')),
  account: ({ account }, wanted) => isIn(wanted, account),
  operation: ({ operation }, wanted) => operationNoun(operation ?? '') === wanted,
  rule: ({ faults }, wanted) => faults.some((rule) => isIn(wanted, rule)),
  code: (row, wanted) => outcomeOf(row)?.code === wanted,
  /** The origin of the response in a proxy. `broken` selects responses that break a promise. */
  origin: ({ upstream, warnings }, wanted) => (wanted === 'broken' ? warnings > 0 : (upstream ?? 'ours') === wanted),
  text: ({ path, prompt, code, account, generation, request_id, user_agent }, wanted) =>
    isIn(wanted, [path, prompt, code, account, generation, request_id, user_agent].join('\n')),
} satisfies Record<string, Filter>;

/** The wanted values by the name of their filter. Empty values and other names do not filter. */
export type RequestFilter = Readonly<Record<string, string>>;

export function pickRows(rows: Rows, filter: RequestFilter): Rows {
  const wanted = Object.entries<Filter>(FILTERS).flatMap(([name, isPicked]) => {
    const value = filter[name]?.toLowerCase() ?? '';
    return value === '' ? [] : [(row: EntrySummary): boolean => isPicked(row, value)];
  });
  return rows.filter((row) => wanted.every((isPicked) => isPicked(row)));
}

/** Reads the text of the search field: filters such as `account:demo` and `4xx`, and the remaining text. */
export function readSearch(typed: string): RequestFilter {
  const filter: Record<string, string> = {};
  const rest: string[] = [];
  for (const word of typed.split(/\s+/)) {
    const [, named = '', value = ''] = /^([a-z]+):(.*)$/i.exec(word) ?? [];
    const name = named.toLowerCase();
    if (Object.hasOwn(FILTERS, name)) filter[name] = value;
    else if (/^[1-5](\d\d|xx)$/i.test(word)) filter['status'] = word;
    else rest.push(word);
  }
  return { ...filter, text: rest.join(' ').trim() };
}

function isIn(wanted: string, value: string | null): boolean {
  return value?.toLowerCase().includes(wanted) === true;
}

/** Describes the origin of a response from a proxy. */
export const UPSTREAM_WORDS = {
  passed: 'service',
  changed: 'service, changed',
  withheld: 'Standin, service response withheld',
  none: 'Standin, no service response',
  ours: 'Standin',
} as const;

/** Returns the chains of attempts at the same operation, each oldest first. */
function chainsOf(rows: Rows): readonly Rows[] {
  const open = new Map<string, EntrySummary[]>();
  const chains: EntrySummary[][] = [];
  for (const row of rows) {
    const { account, idempotency_key: key, method, path, body_hash, range, generation } = row;
    const identity = JSON.stringify(key === null ? [account, method, path, body_hash, range] : [account, key]);
    const before = open.get(identity) ?? [];
    const made = before.at(-1)?.generation ?? null;
    // The journal counts attempts. Attempt 1 begins a new chain, even if an earlier request was the same. So does an
    // attempt after the create of another generation, because the same create sent twice makes two generations.
    const isNext = before.length > 0 && row.attempt > 1 && (made === null || made === generation);
    if (isNext) before.push(row);
    else chains.push([row]);
    open.set(identity, isNext ? before : (chains.at(-1) ?? []));
  }
  return chains;
}

export interface RequestGroup {
  readonly key: string;
  /** Attempts at the same operation, each list oldest first. */
  readonly chains: readonly Rows[];
  /** All requests, oldest first, including requests that do not match the filter. */
  readonly rows: Rows;
  /** The requests that match the filter, oldest first. */
  readonly picked: Rows;
  /** The latest request that matches the filter. */
  readonly latest: EntrySummary;
  /** The first poll that matches the filter and shows the failure of the generation. */
  readonly failed: EntrySummary | undefined;
}

/** Groups the create, the polls and the downloads of each generation. The latest group is first. */
export function groupRequests(rows: Rows, filter: RequestFilter = {}): readonly RequestGroup[] {
  const groups = groupBy(chainsOf(rows), (chain) => {
    const generation = chain.find((row) => row.generation !== null)?.generation;
    return generation === undefined ? `${chain[0]?.request_id}` : `${chain[0]?.account} ${generation}`;
  });
  return [...groups]
    .flatMap(([key, chains]) => toGroup(key, chains, filter))
    .toSorted((a, b) => b.latest.seq - a.latest.seq);
}

function toGroup(key: string, chains: readonly Rows[], filter: RequestFilter): RequestGroup[] {
  const rows = chains.flat().toSorted((a, b) => a.seq - b.seq);
  const picked = pickRows(rows, filter);
  const latest = picked.at(-1);
  const failed = picked.find((row) => row.generation_status === 'failed');
  return latest === undefined ? [] : [{ key, chains, rows, picked, latest, failed }];
}

/** Returns the most informative request: the failure of the generation, the last failed request, or the last one. */
export function tellingRow(group: RequestGroup): EntrySummary {
  const failed = group.picked.filter((row) => outcomeOf(row, group)?.words);
  return group.failed ?? failed.findLast((row) => outcomeOf(row)?.code !== undefined) ?? failed[0] ?? group.latest;
}

/** Returns the state of the generation in a group of several requests, or the state of a request without a response. */
export function groupState({ rows, picked }: RequestGroup): string | undefined {
  if (rows.length < 2) return rows.map(lostState)[0];
  if (picked.every(({ operation }) => operation === 'create')) return undefined;
  const ranges = picked.map((row) => {
    const isDone = row.operation === 'content' && row.method === 'GET' && row.status < 300 && row.bytes_sent !== null;
    return isDone && `${row.status === 206 ? row.range : 'bytes=0-'}${cutOf(row) ?? ''};`;
  });
  // A download reached the end of the clip, and this or another download began at its start.
  if (/=0-.*-;|=0-;/.test(ranges.join(''))) return 'sent';
  return picked.findLast((row) => row.generation_status !== null)?.generation_status ?? undefined;
}

/** Returns the state in place of the status if a rule ended the connection before the client got a response. */
export function lostState({ is_lost: isLost }: EntrySummary): 'no response' | undefined {
  return isLost ? 'no response' : undefined;
}

export interface Outcome {
  /** The kind of failure, which is `fault` if a rule caused it. */
  readonly kind: 'bad' | 'fault';
  /** Empty for a poll that repeats a failure. */
  readonly words: string;
  /** The code under which the failure is counted. Undefined if a rule acted but its effect is not yet visible. */
  readonly code?: string;
}

/** Returns the failure of a request: an error, a failed generation, or a cut download. */
export function outcomeOf(row: EntrySummary, group?: RequestGroup): Outcome | undefined {
  const { status, code, generation_status: shown, failure_code: failure, refunded_usd: refund } = row;
  const kind = row.faults.length > 0 ? 'fault' : 'bad';
  const by = `by ${row.faults.map(ruleName).join(', ')}`;
  if (lostState(row)) return { kind, words: by, code: 'no_response' };
  const cut = cutOf(row);
  if (cut !== undefined) return { kind, words: cut, code: row.is_aborted ? 'client_left' : 'cut' };
  if (shown === 'failed') {
    const refunded = refund === null ? '' : `, refunded ${dollars(refund)}`;
    const isRepeat = group?.failed !== undefined && group.failed !== row;
    return { kind, words: isRepeat ? '' : `${failure ?? shown}${refunded}`, code: failure ?? shown };
  }
  if (status >= 400) return { kind, words: code ?? `status ${status}`, code: code ?? String(status) };
  return kind === 'fault' ? { kind, words: by } : undefined;
}

/** Describes the position at which a body ended early, because of a rule, the service or the client. */
function cutOf(row: EntrySummary): string | undefined {
  const { bytes_sent: sent, bytes_announced: announced, is_aborted: isAborted, status } = row;
  if (sent === null || status >= 300) return undefined;
  const verb = isAborted ? 'client left' : 'cut';
  if (announced && sent < announced)
    return `${verb} at ${Math.round((sent / announced) * 100)} % (${bytesText(sent)} of ${bytesText(announced)})`;
  return isAborted ? `${verb} after ${bytesText(sent)}` : undefined;
}

/** Returns the outcome of the most informative request, with the status that a state hides, and all other outcomes. */
export function groupOutcome(group: RequestGroup): (Outcome & { readonly others: readonly string[] }) | undefined {
  const told = tellingRow(group);
  const outcome = outcomeOf(told, group);
  if (outcome === undefined) return undefined;
  const wordsOf = (row: EntrySummary): string | undefined => outcomeOf(row, group)?.words;
  const times = group.picked.filter((row) => wordsOf(row) === outcome.words).length;
  // If a rule only planned this outcome, its create is not another outcome.
  const isPlan = (row: EntrySummary): boolean => !outcomeOf(row)?.code && row.faults.join() === told.faults.join();
  const others = new Set(group.picked.flatMap((row) => (isPlan(row) ? [] : wordsOf(row) || [])));
  others.delete(outcome.words);
  const lead = told.code && groupState(group) ? `${told.status} ` : '';
  const words = outcome.words && lead + outcome.words + (times > 1 ? ` ×${times}` : '');
  return { ...outcome, words, others: [...others] };
}

/** Returns a path in which only the first characters of ids are left. */
export function shortIds(path: string): string {
  return path.replace(/([0-9a-f]{8})-[0-9a-f-]{27}/, '$1…');
}

/** Counts failed generations, errors and cut downloads by code, with the latest kind, the most frequent first. */
export function countErrors(groups: readonly RequestGroup[]) {
  const outcomes = groups.flatMap((group) =>
    group.picked.flatMap((row) => {
      const { code, words, kind } = outcomeOf(row, group) ?? {};
      return code === undefined || !words ? [] : { code, kind };
    }),
  );
  const isFailure = (code: string): number => Number(['failed', ...FAILURE_CODES].includes(code));
  return [...groupBy(outcomes, ({ code }) => code)]
    .map(([code, all]) => ({ code, count: all.length, kind: all[0]?.kind ?? 'bad' }))
    .toSorted((a, b) => isFailure(b.code) - isFailure(a.code) || b.count - a.count);
}

/** Returns the scenario of a rule, or the rule itself. The scenario of `storm_503:1` is `storm_503`. */
export function ruleName(rule: string): string {
  return rule.replace(/:\d+$/, '');
}

/** Counts requests by operation: `create, 3 polls`. One download has its range: `download bytes=200000-`. */
export function operationWords(rows: Rows): string {
  const parts = ['create', 'get', 'content'].flatMap((operation) => {
    const count = rows.filter((row) => row.operation === operation).length;
    const noun = operationNoun(operation);
    return count === 0 ? [] : [count === 1 ? noun : `${count} ${noun}s`];
  });
  const range = rows.length === 1 ? rows[0]?.range : null;
  return parts.join(', ') + (range ? ` ${range}` : '');
}

/** Returns the word of users for an operation. */
export function operationNoun(operation: string): string {
  return { get: 'poll', content: 'download' }[operation] ?? operation;
}
