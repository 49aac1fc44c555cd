/**
 * The HTTP client for the server under test: records every exchange, retries 429 and 503, and sends no key to other
 * origins.
 */

import { keepBody } from './body.ts';
import { decoded } from './decoded.ts';
import { header, type Exchange, type HeaderLine } from './exchange.ts';
import type { KeyName } from './keys.ts';
import { recordedRequest } from './recorded-request.ts';
import type { Redactor } from './redactor.ts';
import { createRetrying, type Attempt } from './retrying.ts';
import { createSemaphore, type Semaphore } from '../../lib/semaphore.ts';
import type { Sent, Spec } from './spec.ts';
import { isFailure, STOPPED, type Transport, type WireAnswer, type WireFailure, type WireResult } from './transport.ts';

export interface Client {
  readonly raw: boolean;
  send(spec: Spec): Promise<Sent>;
}

export interface ClientOptions {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly keys: Readonly<Partial<Record<KeyName, string>>>;
  readonly redactor: Redactor;
  readonly semaphore: Semaphore;
  readonly timeoutMs: number;
  /** The limit for all pauses of one request after 429 and 503. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  /** The start of the run on the monotonic clock. */
  readonly started: number;
  record(exchange: Exchange): void;
  /** Receives the reason before each pause. */
  waiting(reason: string): void;
}

export const MOST_REDIRECTS = 5;
/** The number of bytes that are quoted if a response is not HTTP. */
const LONGEST_CAME = 120;
/** The limit for reading a body. The client cuts longer bodies, such as an endless stream. */
export const CLIP_LIMIT = 128 * 1024 * 1024;
export const JSON_LIMIT = 4 * 1024 * 1024;

/** Creates the client that sends every request of the kit. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, transport } = options;
  const base = baseUrl.replace(/\/+$/, '');
  /** Bounds the memory: the rest of a large body is read alone. */
  const large = createSemaphore(1);
  let count = 0;

  const once = async (spec: Spec, url: URL, superseded: (answer: WireResult) => boolean): Promise<Attempt> => {
    const n = (count += 1);
    const { exchange, wire, bytes } = await whileAlone(large, (untilAlone) =>
      exchangeOnce(options, spec, { url, n, untilAlone }),
    );
    const kept = superseded(wire) ? { ...exchange, superseded: true } : exchange;
    options.record(kept);
    return { exchange: kept, bytes, wire };
  };

  const patiently = createRetrying(options, once);

  const follow = async (spec: Spec, from: Attempt, url: URL): Promise<Sent> => {
    let sent = from;
    let here = url;
    for (let hop = 0; hop < MOST_REDIRECTS; hop += 1) {
      const next = redirectOf(sent.wire, here);
      if (next === undefined) break;
      here = next;
      const onward = { ...spec, redirected: true };
      sent = await patiently(isSameOrigin(next, new URL(base)) ? onward : withoutKey(onward), next);
    }
    return sent;
  };

  return {
    raw: transport.raw,
    send: async (spec) => {
      const url = new URL((spec.base ?? base) + spec.path + queryOf(spec, options.keys));
      const sent = await patiently(spec, url);
      const { exchange, bytes } = spec.follow === true ? await follow(spec, sent, url) : sent;
      return { exchange, bytes };
    },
  };
}

/** Runs an exchange. The exchange can wait until it has the semaphore, and then keeps it to its end. */
async function whileAlone<Result>(
  semaphore: Semaphore,
  exchange: (untilAlone: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let turn: Promise<void> | undefined;
  const untilAlone = (): Promise<void> =>
    (turn ??= new Promise((begin) => {
      void semaphore.run(() => {
        begin();
        return ended;
      });
    }));
  return exchange(untilAlone).finally(end);
}

async function exchangeOnce(
  { baseUrl, transport, keys, redactor, semaphore, timeoutMs, signal, started }: ClientOptions,
  spec: Spec,
  { url, n, untilAlone }: { url: URL; n: number; untilAlone: () => Promise<void> },
): Promise<Attempt> {
  const headers = headersOf(spec, spec.key === undefined ? undefined : keys[spec.key]);
  const body = typeof spec.body === 'string' ? Buffer.from(spec.body) : spec.body;
  let at = 0;
  const wire = await semaphore.run(
    async (): Promise<WireResult> => {
      const bodyLimit = spec.path.endsWith('/content') ? CLIP_LIMIT : JSON_LIMIT;
      // The transport cannot interrupt a bare request.
      if (spec.bare !== undefined && bodyLimit === CLIP_LIMIT) await untilAlone();
      at = performance.now();
      // The run may have been aborted while this request waited for its turn.
      if (signal.aborted) return STOPPED;
      return transport.send({ ...spec, url, headers, body, bodyLimit, untilAlone, timeoutMs, signal });
    },
    { rank: spec.urgent === true ? -1 : 0 },
  );
  const ms = performance.now() - at;
  const isElsewhere = !isSameOrigin(url, new URL(baseUrl));
  const answer = isFailure(wire) ? undefined : await answerOf(wire, { redactor, signal, isElsewhere });
  const exchange: Exchange = {
    n,
    probe: spec.probe,
    label: spec.label,
    ...(spec.key === undefined ? {} : { key: spec.key }),
    at: thousandths(at - started),
    ms: thousandths(ms),
    request: recordedRequest({ spec, url, headers, body }, redactor),
    ...(isFailure(wire) ? { failure: failureOf(wire, redactor) } : {}),
    ...(answer === undefined ? {} : { response: answer.response }),
    ...(spec.outsideApi === true ? { beyond: true } : {}),
    ...(spec.mayHangUp === true ? { mayHangUp: true } : {}),
    ...(isElsewhere ? { elsewhere: true } : {}),
    ...(spec.redirected === true ? { redirected: true } : {}),
  };
  return { exchange, wire, bytes: answer === undefined ? Buffer.alloc(0) : answer.bytes };
}

function failureOf({ kind, message, came }: WireFailure, redactor: Redactor): NonNullable<Exchange['failure']> {
  const failure = { kind, message: redactor.clean(message) };
  if (came === undefined) return failure;
  const text = redactor.clean(came.toString());
  const rest = text.length > LONGEST_CAME ? ' …' : '';
  return { ...failure, came: JSON.stringify(text.slice(0, LONGEST_CAME)) + rest };
}

async function answerOf(wire: WireAnswer, keeping: Parameters<typeof keepBody>[2]) {
  const { status, complete, connection } = wire;
  const type = header(wire, 'content-type');
  const coding = header(wire, 'content-encoding');
  const { isMiscoded, ...plain } = decoded(wire.body, type, coding);
  const { body: kept, bytes } = await keepBody(plain.bytes, type, keeping);
  const body = { ...kept, ...(isMiscoded && { isMiscoded }) };
  const headers = cleanLines(wire.headers, keeping.redactor);
  return { response: { status, headers, body, complete, ...(connection && { connection }) }, bytes };
}

/** The header that rejects compression. Without it, a server may choose any coding (RFC 9110, 12.5.3). */
const PLAIN: HeaderLine = ['Accept-Encoding', 'identity'];

function headersOf({ headers = [], ...spec }: Spec, value = ''): HeaderLine[] {
  const isTold = headers.some(([name]) => name.toLowerCase() === 'accept-encoding');
  return [
    ...keyLines(spec, value),
    ...(isTold ? [] : [PLAIN]),
    ...headers,
    ...(spec.chunked === true ? [CHUNKED] : []),
    ...(isBodyMissed(spec, headers) ? [EMPTY] : []),
  ];
}

const CHUNKED: HeaderLine = ['Transfer-Encoding', 'chunked'];

/** The length of an empty body. Without it, Node sends the body in chunks, unless its method does not take a body. */
const EMPTY: HeaderLine = ['Content-Length', '0'];
const BODILESS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

function isBodyMissed({ method, body, bare }: Omit<Spec, 'headers'>, headers: readonly HeaderLine[]): boolean {
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  return body === undefined && bare === undefined && !isFramed && !BODILESS.has(method);
}

function keyLines({ key, spell = bearer, place }: Omit<Spec, 'headers'>, value: string): HeaderLine[] {
  if (key === undefined) return [];
  if (place === undefined) return [['Authorization', spell(value)]];
  return 'header' in place ? [[place.header, value]] : [];
}

function queryOf({ key, place }: Spec, keys: ClientOptions['keys']): string {
  if (key === undefined || place === undefined || 'header' in place) return '';
  return `?${place.query}=${encodeURIComponent(keys[key] ?? '')}`;
}

function bearer(key: string): string {
  return `Bearer ${key}`;
}

function cleanLines(lines: readonly HeaderLine[], redactor: Redactor): HeaderLine[] {
  return lines.map(([name, value]): HeaderLine => [name, redactor.clean(value)]);
}

function thousandths(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Removes the key in any form, because it is only for the origin of the target. */
function withoutKey(spec: Spec): Spec {
  const headers = (spec.headers ?? []).filter(([name]) => !/^(authorization|cookie)$/i.test(name));
  return { ...spec, key: undefined, headers };
}

/** Returns the target of a redirect; undefined if the response does not redirect to another page. */
function redirectOf(wire: WireResult, here: URL): URL | undefined {
  if (isFailure(wire) || ![301, 302, 303, 307, 308].includes(wire.status)) return undefined;
  const location = header(wire, 'location');
  if (location === undefined || !URL.canParse(location, here)) return undefined;
  const next = new URL(location, here);
  return next.protocol === 'https:' || next.protocol === 'http:' ? next : undefined;
}

/** Returns whether two URLs have the same origin. Keys go only to the origin of the target. */
function isSameOrigin(one: URL, other: URL): boolean {
  return one.origin === other.origin;
}
