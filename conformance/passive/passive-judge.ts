/**
 * Judges real traffic as it passes, without requests of its own. It uses the checks that accept any response, and the
 * earlier responses of the same generation.
 */

import { CHECKS } from '../checks/checks.ts';
import { contentRange } from '../checks/content/parts.ts';
import { header, type Exchange } from '../client/exchange.ts';
import type { Check } from '../engine/define.ts';
import { judgeAll, type Result } from '../engine/judge.ts';
import { isFailing } from '../engine/outcome.ts';
import { createLru } from '../../lib/lru.ts';

/** An exchange that passed, with its body if it was short. */
export interface SeenExchange {
  readonly method: string;
  /** The path and query below the base URL. */
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
  /** The time of the request, and the time until the headers arrived, in real milliseconds. */
  readonly at: number;
  readonly ms: number;
}

/** A promise that a response breaks. */
export interface BrokenPromise {
  /** The id of the check. */
  readonly check: string;
  readonly why: string;
}

/** Judges each exchange once, in the order in which exchanges end. */
export type JudgeOfTraffic = (seen: SeenExchange) => BrokenPromise[];

/** The checks that need neither a request of their own nor its name. */
const JUDGING =
  /^(record\.|error\.|errors\.nothing-internal|state\.|service\.json$|service\.one-model\.record$|http\.)/;
/** The memory for the first and the latest record of each generation. */
export const MOST_BYTES_KNOWN = 16 << 20;
/** A record has a few hundred characters. Much longer records are not kept. */
const LONGEST_KNOWN = 65_536;

/** Creates a judge without earlier exchanges. */
export function createPassiveJudge(): JudgeOfTraffic {
  const checks = CHECKS.filter(({ id, passive, level }) => passive === true && level !== 'observe' && JUDGING.test(id));
  const known = createLru<readonly Exchange[]>(MOST_BYTES_KNOWN, bytesOf);
  let count = 0;
  return (seen) => {
    count += 1;
    const exchange = toExchange(seen, count);
    const id = idIn(seen);
    const earlier = (id === undefined ? undefined : known.get(id)) ?? [];
    const flaws = rangeFlaws(exchange);
    if (seen.text === undefined) return flaws;
    const broken = brokenBy(exchange, earlier, checks);
    if (id !== undefined) known.set(id, [earlier[0] ?? exchange, exchange]);
    return [...broken.map(toBroken), ...flaws];
  };
}

const STARTED = '1970-01-01T00:00:00.000Z';

/**
 * Returns the promises that an exchange breaks alone, and then those that it breaks together with earlier responses. If
 * all were judged together, a check would report only the first of several responses that break it.
 */
function brokenBy(exchange: Exchange, earlier: readonly Exchange[], checks: readonly Check[]): Result[] {
  const judged = (exchanges: readonly Exchange[], among: readonly Check[]): Result[] =>
    judgeAll(among, { exchanges, probes: {}, anyClip: '', startedAt: STARTED }).filter((result) =>
      isBrokenBy(result, exchange),
    );
  const alone = judged([exchange], checks);
  if (earlier.length === 0) return alone;
  const told = new Set(alone.map(({ id }) => id));
  const others = checks.filter(({ id }) => !told.has(id));
  return [...alone, ...judged([...earlier, exchange], others)];
}

/** Returns whether this exchange breaks the promise. Breaks by earlier exchanges were reported with them. */
function isBrokenBy(result: Result, { n }: Exchange): boolean {
  return isFailing(result) && result.exchanges.includes(n);
}

function toBroken({ id, expected = '', got = '' }: Result): BrokenPromise {
  return { check: id, why: `Expected ${expected}, got ${got}.` };
}

/** Estimates the memory: each character takes two bytes if one of them is not Latin. Overlong records do not fit. */
function bytesOf(exchanges: readonly Exchange[]): number {
  const texts = exchanges.flatMap(({ request, response }) => [
    request.url,
    response?.body.text ?? '',
    ...[request.headers, response?.headers ?? []].flat(2),
  ]);
  const bytes = texts.reduce((sum, text) => sum + 2 * text.length, 0);
  return bytes > LONGEST_KNOWN ? Infinity : bytes;
}

/** Returns the generation of a record: from the path of a poll, or from the record of a create. */
function idIn({ method, path, status, text = '' }: SeenExchange): string | undefined {
  if (status < 200 || status > 299) return undefined;
  const [, polled] = /\/v1\/videos\/([^/?]+)(?:\?|$)/.exec(path) ?? [];
  const [, made] = method === 'POST' ? (/"id"\s*:\s*"([^"]{1,100})"/.exec(text) ?? []) : [];
  return (polled ?? made)?.toLowerCase();
}

function toExchange(
  { method, path, requestHeaders, status, headers, text, at, ms }: SeenExchange,
  n: number,
): Exchange {
  return {
    n,
    probe: 'traffic',
    label: `${n}`,
    at,
    ms,
    request: { method, url: `http://service${path}`, headers: Object.entries(requestHeaders) },
    response: {
      status,
      headers: Object.entries(headers),
      body: { size: Buffer.byteLength(text ?? ''), sha256: '', ...(text !== undefined && { text }) },
      complete: true,
    },
  };
}

const CONTENT_PATH = /\/v1\/videos\/[^/?]+\/content(?:\?|$)/;

/** Describes what the headers of a part show to be wrong with it (RFC 9110, 14.4); empty for any other response. */
function rangeFlaws({ request, response }: Exchange): BrokenPromise[] {
  if (request.method !== 'GET' || response?.status !== 206 || !CONTENT_PATH.test(request.url)) return [];
  const asked = header(request, 'range');
  if (asked === undefined)
    return [{ check: 'content.range.status', why: 'The server returns 206 for a request without Range.' }];
  if (header(response, 'content-type')?.toLowerCase().startsWith('multipart/byteranges') === true) return [];
  const text = header(response, 'content-range');
  const { start, end, total } = contentRange(response) ?? { start: 0, end: -1, total: '*' };
  if (end < start || (total !== '*' && end >= Number(total)))
    return [{ check: 'content.range.header', why: `The Content-Range of the 206 is ${text ?? 'missing'}.` }];
  const [, first, last = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/i.exec(asked) ?? [];
  // A server may send fewer bytes than requested.
  const isOutside = first !== undefined && (start < Number(first) || (last !== '' && end > Number(last)));
  const length = header(response, 'content-length');
  const isOtherLength = length !== undefined && Number(length) !== end - start + 1;
  const flaws: readonly (readonly [check: string, isBroken: boolean, why: string])[] = [
    ['content.range.bytes', isOutside, `The request has Range: ${asked}, but the response contains ${text}.`],
    ['content.range.length', isOtherLength, `The Content-Range is ${text}, but the Content-Length is ${length}.`],
  ];
  return flaws.flatMap(([check, isBroken, why]) => (isBroken ? [{ check, why }] : []));
}
