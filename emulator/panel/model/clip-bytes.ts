/** Counts the bytes of a clip in its downloads: received, received twice, missing, and cut. */

import type { Entry } from '../../journal/entry.ts';

/** The bytes in the response to one download. `from` is included, and the end is not. */
export interface FetchedRange {
  readonly requestId: string;
  readonly at: string;
  readonly status: number;
  /** The Range header. Null if the request does not have this header. */
  readonly asked: string | null;
  readonly from: number;
  readonly to: number;
  /** The end of the range that the response headers announced. */
  readonly until: number;
  /** The end of the response. A fault or the client can cut it. */
  readonly end: 'whole' | 'cut by a fault' | 'left by the client' | 'being sent';
  readonly faults: readonly string[];
}

/** A part of the clip, with the number of responses that contained it. */
export interface ClipPart {
  readonly from: number;
  readonly to: number;
  readonly times: number;
}

export interface ClipBytes {
  /** The size of the clip. Undefined until a response contains it. */
  readonly total: number | undefined;
  readonly ranges: readonly FetchedRange[];
  readonly parts: readonly ClipPart[];
  readonly missing: number;
  readonly twice: number;
}

type DownloadEntry = Pick<
  Entry,
  | 'request_id'
  | 'at'
  | 'operation'
  | 'method'
  | 'generation'
  | 'status'
  | 'request'
  | 'response'
  | 'is_aborted'
  | 'faults'
>;

/** Returns the downloads of one generation in the journal. */
export function toClipBytes(entries: readonly DownloadEntry[], generation: string): ClipBytes {
  const downloads = entries.filter(
    (entry) =>
      entry.operation === 'content' && entry.method === 'GET' && entry.generation === generation && entry.status < 300,
  );
  const placed = downloads.flatMap((entry) => rangeOf(entry) ?? []);
  const totals = placed.map(({ total }) => total);
  const total = totals.length === 0 ? undefined : Math.max(...totals);
  const ranges = placed.map(({ range }) => range);
  const parts = total === undefined ? [] : partsOf(ranges, total);
  const bytesOf = (wanted: (times: number) => boolean): number =>
    parts.filter(({ times }) => wanted(times)).reduce((sum, { from, to }) => sum + to - from, 0);
  return { total, ranges, parts, missing: bytesOf((times) => times === 0), twice: bytesOf((times) => times > 1) };
}

/** Splits the clip at the ends of all ranges. */
function partsOf(ranges: readonly FetchedRange[], total: number): ClipPart[] {
  const edges = [...new Set([0, total, ...ranges.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  const parts: ClipPart[] = [];
  for (const [at, from] of edges.entries()) {
    const to = edges[at + 1];
    if (to === undefined) break;
    const times = ranges.filter((range) => range.from <= from && range.to >= to).length;
    const last = parts.at(-1);
    if (last?.times === times) parts[parts.length - 1] = { ...last, to };
    else parts.push({ from, to, times });
  }
  return parts;
}

function rangeOf(entry: DownloadEntry): { range: FetchedRange; total: number } | undefined {
  const { headers, bytes_sent: sent } = entry.response;
  const [, first, last, whole] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  const length = Number(headers['content-length']);
  const total = whole === undefined ? length : Number(whole);
  if (!Number.isSafeInteger(total) || total <= 0) return undefined;
  const from = Number(first ?? 0);
  const until = last === undefined ? total : Number(last) + 1;
  const to = Math.min(from + (sent ?? 0), until);
  const { request_id: requestId, at, status, faults } = entry;
  return {
    total,
    range: {
      requestId,
      at,
      status,
      asked: entry.request.range,
      from,
      to,
      until,
      end: endOf(entry, to < until),
      faults,
    },
  };
}

function endOf({ response, is_aborted: isAborted, faults }: DownloadEntry, isShort: boolean): FetchedRange['end'] {
  if (response.bytes_sent === null) return 'being sent';
  if (isShort) return faults.length > 0 ? 'cut by a fault' : 'left by the client';
  return isAborted === true ? 'left by the client' : 'whole';
}
