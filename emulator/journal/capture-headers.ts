/** Which headers of a request are kept, and which hold secrets. */

import { PREFIX } from './redact.ts';

/** Where the headers of a request are. */
export interface HeaderSource {
  /** Each header by its lower-case name, the values of one that was sent twice joined by a comma. */
  eachHeader(visit: (name: string, value: string) => void): void;
}

/**
 * The request headers that an entry keeps, by its field. A field that is added here is captured, cut to size, redacted,
 * stored and shown. The order is that of the stored texts.
 */
export const SENT_HEADERS = {
  idempotencyKey: ['idempotency-key'],
  range: ['range'],
  ifRange: ['if-range'],
  ifMatch: ['if-match'],
  ifNoneMatch: ['if-none-match'],
  ifModifiedSince: ['if-modified-since'],
  ifUnmodifiedSince: ['if-unmodified-since'],
  contentType: ['content-type'],
  userAgent: ['user-agent'],
  // SDKs and retry libraries count their attempts in these.
  retryCount: ['x-stainless-retry-count', 'x-retry-count', 'retry-count', 'x-retry-attempt', 'amz-sdk-request'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type SentField = keyof typeof SENT_HEADERS;
export type SentHeaders = Record<SentField, string | undefined>;
export const SENT_FIELDS = Object.keys(SENT_HEADERS) as SentField[];

/** The headers that an entry keeps, and credentials: they are known so that nothing keeps them. */
export interface CapturedHeaders {
  readonly sent: SentHeaders;
  hasAuthorization: boolean;
  secrets: readonly string[];
}

const FIELDS = new Map<string, SentField>(
  SENT_FIELDS.flatMap((field) => SENT_HEADERS[field].map((name) => [name, field] as const)),
);
const NOTHING_SENT = Object.fromEntries(SENT_FIELDS.map((field) => [field, undefined])) as SentHeaders;

/** Goes through all headers once: looking up a single one by its name takes as long. */
export function captureHeaders(request: HeaderSource): CapturedHeaders {
  const headers: CapturedHeaders = { sent: { ...NOTHING_SENT }, hasAuthorization: false, secrets: NONE };
  request.eachHeader((name, value) => take(headers, name, value));
  return headers;
}

function take(headers: CapturedHeaders, name: string, value: string): void {
  const field = FIELDS.get(name);
  if (field !== undefined) headers.sent[field] = value;
  else if (name === 'authorization') {
    headers.hasAuthorization = true;
    if (!isKnownByForm(value)) headers.secrets = [...headers.secrets, ...secretsIn(name, value)];
  } else if (SECRET_HEADERS.has(name)) headers.secrets = [...headers.secrets, ...secretsIn(name, value)];
}

const SECRET_HEADERS = new Set(['proxy-authorization', 'x-api-key', 'api-key', 'x-auth-token', 'cookie']);

const NONE: readonly never[] = [];

/** Nearly every request brings such a key, which redactors find by its form. */
function isKnownByForm(value: string): boolean {
  return value.startsWith(KNOWN_FORM) && !value.includes(',') && !value.includes(' ', BEARER.length);
}

const BEARER = 'Bearer ';
const KNOWN_FORM = `${BEARER}${PREFIX}`;

function secretsIn(name: string, value: string): string[] {
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
