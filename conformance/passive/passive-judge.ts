/**
 * Judges real traffic as it passes: each answer by the checks that look at whatever comes by, with what is known of its
 * generation from before. Nothing is sent.
 */

import { CHECKS } from '../checks/checks.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Check } from '../engine/define.ts';
import { judgeAll, type Result } from '../engine/judge.ts';
import { rangeFlaws } from './forwarded-range.ts';

/** An exchange that passed, its body read where it was short. */
export interface SeenExchange {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
  /** Milliseconds on one clock: when it was asked, and how long its answer took. */
  readonly at: number;
  readonly ms: number;
}

/** A promise that an answer breaks. */
export interface BrokenPromise {
  /** The id of the check. */
  readonly check: string;
  readonly why: string;
}

/** Judges each exchange once, in the order in which they end. */
export type JudgeOfTraffic = (seen: SeenExchange) => BrokenPromise[];

/** Those of the checks that need neither a request of their own nor its name. */
const JUDGING =
  /^(record\.|error\.|errors\.nothing-internal|state\.|service\.json$|service\.one-model\.record$|http\.)/;
/** Generations of which the first and the latest record are known, and what their exchanges take in all. */
export const MOST_GENERATIONS_KNOWN = 2000;
export const MOST_BYTES_KNOWN = 16 << 20;
/** A record has a few hundred characters; of what is much longer than that nothing is remembered. */
const LONGEST_KNOWN = 65_536;

/** The checks that judge traffic. */
function passiveChecks(): readonly Check[] {
  return CHECKS.filter(({ id, passive, level }) => passive === true && level !== 'observe' && JUDGING.test(id));
}

/** Knows nothing yet. */
export function createPassiveJudge(): JudgeOfTraffic {
  const checks = passiveChecks();
  const known = createKnown();
  let count = 0;
  return (seen) => {
    count += 1;
    const exchange = toExchange(seen, count);
    const id = idIn(seen);
    const earlier = id === undefined ? [] : known.find(id);
    const flaws = rangeFlaws(exchange);
    if (seen.text === undefined) return flaws;
    const broken = brokenBy(exchange, earlier, checks);
    if (id !== undefined) known.remember(id, [earlier[0] ?? exchange, exchange]);
    return [...broken.map(toBroken), ...flaws];
  };
}

const STARTED = '1970-01-01T00:00:00.000Z';

/**
 * What it breaks by itself, and what only beside earlier answers. Judged together alone, checks would name the first of
 * several answers that break the same promise.
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

/** What an earlier answer broke was found with that one. */
function isBrokenBy({ verdict, exchanges }: Result, { n }: Exchange): boolean {
  return (verdict === 'fail' || verdict === 'warning') && exchanges.includes(n);
}

function toBroken({ id, expected = '', got = '' }: Result): BrokenPromise {
  return { check: id, why: `Expected ${expected}, got ${got}.` };
}

interface Known {
  find(id: string): readonly Exchange[];
  /** In place of what was known; the oldest generations go where there is no room. */
  remember(id: string, exchanges: readonly Exchange[]): void;
}

function createKnown(): Known {
  const known = new Map<string, { readonly exchanges: readonly Exchange[]; readonly bytes: number }>();
  let bytes = 0;
  const forget = (id: string): void => {
    bytes -= known.get(id)?.bytes ?? 0;
    known.delete(id);
  };
  return {
    find: (id) => known.get(id)?.exchanges ?? [],
    remember: (id, exchanges) => {
      const own = exchanges.reduce((sum, exchange) => sum + bytesOf(exchange), 2 * id.length);
      if (own > LONGEST_KNOWN) return forget(id);
      bytes += own - (known.get(id)?.bytes ?? 0);
      known.set(id, { exchanges, bytes: own });
      for (const oldest of known.keys()) {
        if (bytes <= MOST_BYTES_KNOWN && known.size <= MOST_GENERATIONS_KNOWN) return;
        forget(oldest);
      }
    },
  };
}

/** Each character takes two bytes where one of them is not Latin. */
function bytesOf({ request, response }: Exchange): number {
  const headers = [...request.headers, ...(response?.headers ?? [])];
  const characters = headers.reduce((sum, [name, value]) => sum + name.length + value.length, request.url.length);
  return 2 * (characters + (response?.body.text?.length ?? 0));
}

/** The generation of a record: by the path of a poll, else by the record of a create. */
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
