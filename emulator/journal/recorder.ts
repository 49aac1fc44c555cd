/** Takes requests down: everything that is kept is cut to size and freed of keys here, before it is kept. */

import type { Facts, Receipt, RequestFacts, ResponseFacts } from './facts.ts';
import { hashOf, RawEntry, type Keeper } from './raw-entry.ts';
import { PREFIX, REDACTED, type Redactor, type RedactorFor } from './redact.ts';

export interface RecorderOptions extends Keeper {
  readonly redactorFor: RedactorFor;
  readonly realNow: () => number;
  /** Characters kept of a body. */
  readonly bodyLimit: number;
  /** Gives an entry its place. */
  append(entry: RawEntry): void;
}

/** A writer of entries. */
export function createRecorder(options: RecorderOptions): (facts: Facts) => Receipt {
  const maker: Maker = { options, share: createSharing() };
  return (facts) => {
    const entry = takeDown(maker, facts);
    options.append(entry);
    return entry;
  };
}

interface Maker {
  readonly options: RecorderOptions;
  readonly share: (text: string) => string;
}

function takeDown(
  { options, share }: Maker,
  { request, response, trace, requestId, code, startedAt }: Facts,
): RawEntry {
  const { bodyLimit } = options;
  const redactor = options.redactorFor(secretsOf(request));
  const engineMs = options.monotonic() - startedAt;
  const realAt = Math.floor(options.realNow() - engineMs);
  const clean = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : share(redactor.excerpt(text, MOST_HEADER));
  const target = redactor.excerpt(request.target, MOST_TARGET);
  const text = trace.body && (trace.text ?? textOf(trace.body));
  const requestBody = text && redactor.excerpt(text, bodyLimit);
  // Where the text was kept as it came, the digest can be made of it when somebody asks.
  const isWhole = trace.text !== undefined && requestBody === trace.text;
  const facts = {
    requestId,
    account: trace.account ?? null,
    key: trace.key === undefined ? null : share(trace.key),
    operation: trace.operation ?? null,
    method: clean(request.method) ?? '',
    target: trace.operation === 'create' ? share(target) : target,
    idempotencyKey: clean(request.header('idempotency-key')),
    range: clean(request.header('range')),
    contentType: clean(request.header('content-type')),
    userAgent: clean(request.header('user-agent')),
    at: trace.now ?? realAt,
    realAt,
    requestBody,
    requestBytes: trace.body?.length,
    bodyHash: trace.body === undefined || isWhole ? undefined : hashOf(trace.body),
    status: response.status,
    code,
    headers: trace.weighed.length === 0 ? response.headers : cleanHeaders(redactor, response.headers),
    responseBody: responseBody(redactor, response, bodyLimit),
    weighed: trace.weighed.length === 0 ? NONE : trace.weighed.slice(),
    // A copy has room for what is in it; what has grown has room for more.
    steps: trace.steps.length === 0 ? NONE : trace.steps.slice(),
    ending: trace.ending,
    startedAt,
    engineMs,
  };
  return new RawEntry(facts, options);
}

/** Many entries say the same; one text serves them all, and the collector has less to carry. */
function createSharing(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const same = known.get(text);
    if (same !== undefined) return same;
    if (known.size >= MOST_SHARED) known.clear();
    known.set(text, text);
    return text;
  };
}

const MOST_SHARED = 1000;
const MOST_HEADER = 256;
const MOST_TARGET = 2048;
const NONE: readonly never[] = [];

/** Headers whose whole value, or the part behind its scheme, is a secret. Cookies are several. */
const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'x-api-key', 'api-key', 'x-auth-token', 'cookie'];

function secretsOf(request: RequestFacts): string[] {
  const secrets: string[] = [];
  for (const name of SECRET_HEADERS) {
    const value = request.header(name);
    if (value !== undefined && !isKnownByForm(value)) secrets.push(...valuesOf(name, value));
  }
  return secrets;
}

/** Nearly every request brings such a key, and redactors find it without being told. */
function isKnownByForm(value: string): boolean {
  return value.startsWith(KNOWN_FORM) && !value.includes(',') && !value.includes(' ', BEARER.length);
}

const BEARER = 'Bearer ';
const KNOWN_FORM = `${BEARER}${PREFIX}`;

function valuesOf(name: string, value: string): string[] {
  if (name === 'cookie') return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  if (value.startsWith(BEARER) && !value.includes(',')) return [value.slice(BEARER.length)];
  // A header that was sent twice comes joined by a comma.
  const parts = value.split(/[\s,]+/);
  return parts[0]?.toLowerCase() === 'basic' ? [...parts, ...basicParts(parts[1] ?? '')] : parts;
}

function basicParts(credentials: string): string[] {
  const text = Buffer.from(credentials, 'base64').toString();
  return [text, text.slice(text.indexOf(':') + 1)];
}

/** The text of a body; the creates read none but JSON, so none but JSON is ever handed in. */
function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

function responseBody(redactor: Redactor, { body, headers }: ResponseFacts, most: number): string | undefined {
  const isText = typeof body === 'string' && headers['content-type']?.includes('json') === true;
  return isText ? redactor.excerpt(body, most) : undefined;
}

/** Headers of a rule's making may hold anything. */
function cleanHeaders({ redact }: Redactor, headers: ResponseFacts['headers']): ResponseFacts['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'set-cookie' ? REDACTED : redact(value)]),
  );
}
