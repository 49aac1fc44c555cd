/** Counts the bytes of a clip in its downloads: sent, sent twice, missing, and cut. */

import type { Entry } from '../../journal/entry.ts';

/** The bytes in the response to one download. `from` is included, and the end is not. */
export interface FetchedRange extends Pick<Entry, 'at' | 'status' | 'faults'> {
  /** The Range header. Null if the request does not have this header. */
  readonly asked: string | null;
  readonly from: number;
  readonly to: number;
  /** The end of the range that the response headers announced. */
  readonly until: number;
  /** The size of the clip. */
  readonly total: number;
  /** The end of the response. A fault or the client can cut it. */
  readonly end: 'complete' | 'cut by a fault' | 'left by the client' | 'being sent';
}

type DownloadEntry = Pick<
  Entry,
  'at' | 'operation' | 'method' | 'generation' | 'status' | 'request' | 'response' | 'is_aborted' | 'faults'
>;

/** Returns the downloads of one generation in the journal. The total is undefined until a response contains it. */
export function toClipBytes(entries: readonly DownloadEntry[], generation: string) {
  const ranges = entries
    .filter(({ operation, method }) => operation === 'content' && method === 'GET')
    .filter((entry) => entry.generation === generation && entry.status < 300)
    .flatMap((entry) => rangeOf(entry) ?? []);
  const total = ranges.length === 0 ? undefined : Math.max(...ranges.map((range) => range.total));
  const parts = total === undefined ? [] : partsOf(ranges, total);
  const bytesOf = (wanted: (times: number) => boolean): number =>
    parts.filter(({ times }) => wanted(times)).reduce((sum, { from, to }) => sum + to - from, 0);
  return { total, ranges, parts, missing: bytesOf((times) => times === 0), twice: bytesOf((times) => times > 1) };
}

/** Splits the clip at the ends of all ranges. Each part has the number of responses that contained it. */
function partsOf(ranges: readonly FetchedRange[], total: number) {
  const edges = [...new Set([0, total, ...ranges.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  const parts: { readonly from: number; to: number; readonly times: number }[] = [];
  for (const [at, to] of edges.slice(1).entries()) {
    const from = edges[at] ?? 0;
    const times = ranges.filter((range) => range.from <= from && range.to >= to).length;
    const last = parts.at(-1);
    if (last?.times === times) last.to = to;
    else parts.push({ from, to, times });
  }
  return parts;
}

function rangeOf(entry: DownloadEntry): FetchedRange | undefined {
  const { at, status, faults, request, response, is_aborted: isAborted } = entry;
  const { headers, bytes_sent: sent } = response;
  const [, first, last, whole] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  const total = Number(whole ?? headers['content-length']);
  if (!Number.isSafeInteger(total) || total <= 0) return undefined;
  const from = Number(first ?? 0);
  const until = last === undefined ? total : Number(last) + 1;
  const to = Math.min(from + (sent ?? 0), until);
  const isLeft = isAborted === true || (to < until && faults.length === 0);
  const cut = isLeft ? 'left by the client' : to < until ? 'cut by a fault' : 'complete';
  return { at, status, faults, asked: request.range, from, to, until, total, end: sent === null ? 'being sent' : cut };
}
