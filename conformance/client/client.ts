/**
 * The HTTP client for the server under test: records every exchange, retries 429 and 503, and sends no key to other
 * origins.
 */

import { keepBody } from './body.ts';
import { decoded } from './decoded.ts';
import { header, type Exchange, type HeaderLine, type KeyName } from './exchange.ts';
import type { Redactor } from './redactor.ts';
import { pauseBefore } from './retry-after.ts';
import type { Semaphore } from './semaphore.ts';
import { sleep } from './sleep.ts';
import { isFailure, STOPPED, type Transport, type WireAnswer, type WireResult } from './transport.ts';

export interface Spec {
  readonly probe: string;
  /** Names the exchange within its probe. */
  readonly label: string;
  readonly method: string;
  /** What follows the base URL. */
  readonly path: string;
  /** The key to send; none if left out. */
  readonly key?: KeyName | undefined;
  /** Writes the Authorization header in an unusual way. */
  readonly spell?: ((key: string) => string) | undefined;
  /** Sends the key bare, and not as Authorization: in another header, or in the query. */
  readonly place?: { readonly header: string } | { readonly query: string } | undefined;
  readonly headers?: readonly HeaderLine[] | undefined;
  readonly body?: string | Uint8Array | undefined;
  readonly rawTarget?: string | undefined;
  /** Names of the host, one line each, in place of the one of the address. */
  readonly hosts?: readonly string[] | undefined;
  readonly chunked?: boolean | undefined;
  readonly cutAfter?: number | undefined;
  readonly follow?: boolean | undefined;
  /** Does not retry after a 429 or 503. */
  readonly impatient?: boolean | undefined;
  readonly beyond?: boolean | undefined;
  /** A create that was refused before: it waits for no other under a budget. */
  readonly unpaid?: boolean | undefined;
  /** It follows a redirect. */
  readonly redirected?: boolean | undefined;
}

/** An exchange together with the bytes that came, which the report does not keep whole. */
export interface Sent {
  readonly exchange: Exchange;
  readonly bytes: Buffer;
}

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
  /** The run's beginning on the monotonic clock. */
  readonly started: number;
  record(exchange: Exchange): void;
  /** Called with the reason before each pause. */
  waiting(reason: string): void;
}

const MOST_REDIRECTS = 5;
const LONGEST_KEPT = 128 * 1024;
/** A body is read no further than this; a server that streams for ever is cut. */
const CLIP_LIMIT = 128 * 1024 * 1024;
const JSON_LIMIT = 4 * 1024 * 1024;

/** Every request of the kit goes through this client. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, transport } = options;
  const base = baseUrl.replace(/\/+$/, '');
  const starved = new Set<string>();
  let count = 0;

  const once = async (
    spec: Spec,
    url: URL,
    superseded: (answer: WireResult) => boolean,
  ): Promise<Sent & { wire: WireResult }> => {
    const n = (count += 1);
    const { exchange, wire } = await exchangeOnce(options, spec, { url, n });
    const kept = superseded(wire) ? { ...exchange, superseded: true } : exchange;
    options.record(kept);
    return { exchange: kept, bytes: isFailure(wire) ? Buffer.alloc(0) : wire.body, wire };
  };

  const patiently = async (spec: Spec, url: URL): Promise<Sent & { wire: WireResult }> => {
    const operation = `${spec.method} ${spec.key ?? ''}`;
    let left = spec.impatient === true || starved.has(operation) ? -1 : options.patienceMs;
    for (let attempt = 1; ; attempt += 1) {
      let pause = 0;
      const sent = await once(spec, url, (wire) => {
        pause = busyPause(wire, attempt) ?? (isOnceSlow(wire, spec, attempt) ? 0 : Infinity);
        return pause <= left;
      });
      if (pause > left) {
        if (Number.isFinite(pause) && left >= 0) starved.add(operation);
        return sent;
      }
      left -= pause;
      if (pause > 0)
        options.waiting(`${spec.method} ${spec.path}: the server asks to wait ${Math.ceil(pause / 1000)} s`);
      await sleep(pause, options.signal);
    }
  };

  const follow = async (spec: Spec, from: Sent & { wire: WireResult }, url: URL): Promise<Sent> => {
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
      const url = new URL(base + spec.path + queryOf(spec, options.keys));
      const sent = await patiently(spec, url);
      const { exchange, bytes } = spec.follow === true ? await follow(spec, sent, url) : sent;
      return { exchange, bytes };
    },
  };
}

async function exchangeOnce(
  { baseUrl, transport, keys, redactor, semaphore, timeoutMs, signal, started }: ClientOptions,
  spec: Spec,
  { url, n }: { url: URL; n: number },
): Promise<{ exchange: Exchange; wire: WireResult }> {
  const headers = headersOf(spec, spec.key === undefined ? undefined : keys[spec.key]);
  const body = typeof spec.body === 'string' ? Buffer.from(spec.body) : spec.body;
  const { method, rawTarget, hosts, chunked, cutAfter } = spec;
  let at = 0;
  const wire = await semaphore.run((): Promise<WireResult> => {
    at = performance.now();
    // The run may have been aborted while this waited for its turn.
    if (signal.aborted) return Promise.resolve(STOPPED);
    const bodyLimit = spec.path.endsWith('/content') ? CLIP_LIMIT : JSON_LIMIT;
    return transport.send({
      method,
      url,
      rawTarget,
      hosts,
      chunked,
      cutAfter,
      headers,
      body,
      bodyLimit,
      timeoutMs,
      signal,
    });
  });
  const ms = performance.now() - at;
  const isElsewhere = !isSameOrigin(url, new URL(baseUrl));
  const exchange: Exchange = {
    n,
    probe: spec.probe,
    label: spec.label,
    ...(spec.key === undefined ? {} : { key: spec.key }),
    at: thousandths(at - started),
    ms: thousandths(ms),
    request: {
      method,
      url: addressOf(spec, url, redactor),
      headers: headers.map(([name, text]): HeaderLine => [
        name,
        credentialsIn(name, spec) ? redactor.cleanSent(text) : redactor.clean(text),
      ]),
      ...(body === undefined ? {} : { body: redactor.clean(shortened(new TextDecoder().decode(body))) }),
    },
    ...(isFailure(wire)
      ? { failure: { kind: wire.kind, message: redactor.clean(wire.message) } }
      : { response: await answerOf(wire, { redactor, signal, isElsewhere }) }),
    ...(spec.beyond === true ? { beyond: true } : {}),
    ...(isElsewhere ? { elsewhere: true } : {}),
    ...(spec.redirected === true ? { redirected: true } : {}),
  };
  return { exchange, wire };
}

async function answerOf(
  wire: WireAnswer,
  keeping: Parameters<typeof keepBody>[2],
): Promise<NonNullable<Exchange['response']>> {
  const { status, headers, complete } = wire;
  const type = header(wire, 'content-type');
  const body = await keepBody(decoded(wire.body, type, header(wire, 'content-encoding')), type, keeping);
  return { status, headers: cleanLines(headers, keeping.redactor), body, complete };
}

/** Without Accept-Encoding a server may compress as it likes: RFC 9110, 12.5.3. */
const PLAIN: HeaderLine = ['Accept-Encoding', 'identity'];

function headersOf({ headers = [], ...spec }: Spec, value = ''): HeaderLine[] {
  const isTold = headers.some(([name]) => name.toLowerCase() === 'accept-encoding');
  return [...keyLines(spec, value), ...(isTold ? [] : [PLAIN]), ...headers];
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

/** A key that is an ordinary word is taken out where it was sent as a key, and nowhere else. */
function addressOf({ rawTarget, place }: Spec, url: URL, redactor: Redactor): string {
  const text = rawTarget === undefined || URL.canParse(rawTarget) ? url.href : url.origin + rawTarget;
  if (place === undefined || 'header' in place) return redactor.clean(text);
  const [path = '', query = ''] = text.split('?');
  return `${redactor.clean(path)}?${redactor.cleanSent(query)}`;
}

function credentialsIn(name: string, { place }: Spec): boolean {
  return /^(proxy-)?authorization$/i.test(name) || (place !== undefined && 'header' in place && place.header === name);
}

function cleanLines(lines: readonly HeaderLine[], redactor: Redactor): HeaderLine[] {
  return lines.map(([name, value]): HeaderLine => [name, redactor.clean(value)]);
}

/** Removes the key, however it was sent: it is for the origin of the target only. */
function withoutKey(spec: Spec): Spec {
  const headers = (spec.headers ?? []).filter(([name]) => !/^(authorization|cookie)$/i.test(name));
  return { ...spec, key: undefined, headers };
}

function busyPause(wire: WireResult, attempt: number): number | undefined {
  if (isFailure(wire) || (wire.status !== 429 && wire.status !== 503)) return undefined;
  return pauseBefore(attempt, header(wire, 'retry-after'), Date.now());
}

/** One answer that was too slow; whoever only looks may ask again, and so may whoever cannot pay. */
function isOnceSlow(wire: WireResult, { method, key }: Spec, attempt: number): boolean {
  const isFree = method === 'GET' || method === 'HEAD' || key === undefined || key === 'poor';
  return attempt === 1 && isFree && isFailure(wire) && wire.kind === 'timeout';
}

function redirectOf(wire: WireResult, here: URL): URL | undefined {
  if (isFailure(wire) || ![301, 302, 303, 307, 308].includes(wire.status)) return undefined;
  const location = header(wire, 'location');
  if (location === undefined || !URL.canParse(location, here)) return undefined;
  const next = new URL(location, here);
  return next.protocol === 'https:' || next.protocol === 'http:' ? next : undefined;
}

function isSameOrigin(one: URL, other: URL): boolean {
  return one.origin === other.origin;
}

/** Truncates huge request bodies for the report. */
function shortened(text: string): string {
  return text.length <= LONGEST_KEPT ? text : `${text.slice(0, LONGEST_KEPT)}… (${text.length} characters in all)`;
}

function thousandths(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
