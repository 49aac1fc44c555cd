/** Which headers of a request are kept, and which hold secrets. */

import { PREFIX } from './redact.ts';

/** Where the headers of a request are. */
export interface HeaderSource {
  /** Each header by its lower-case name, the values of one that was sent twice joined by a comma. */
  eachHeader(visit: (name: string, value: string) => void): void;
}

/** The headers that are kept, and credentials, which must be known in order not to be kept. */
export interface CapturedHeaders {
  hasAuthorization: boolean;
  idempotencyKey: string | undefined;
  range: string | undefined;
  ifRange: string | undefined;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
  ifUnmodifiedSince: string | undefined;
  contentType: string | undefined;
  userAgent: string | undefined;
  retryCount: string | undefined;
  secrets: readonly string[];
}

/** Goes through all headers once: looking up a single one by its name takes as long. */
export function captureHeaders(request: HeaderSource): CapturedHeaders {
  const headers: CapturedHeaders = {
    hasAuthorization: false,
    idempotencyKey: undefined,
    range: undefined,
    ifRange: undefined,
    ifMatch: undefined,
    ifNoneMatch: undefined,
    ifModifiedSince: undefined,
    ifUnmodifiedSince: undefined,
    contentType: undefined,
    userAgent: undefined,
    retryCount: undefined,
    secrets: NONE,
  };
  request.eachHeader((name, value) => take(headers, name, value));
  return headers;
}

function take(headers: CapturedHeaders, name: string, value: string): void {
  switch (name) {
    case 'content-type':
      headers.contentType = value;
      break;
    case 'user-agent':
      headers.userAgent = value;
      break;
    case 'idempotency-key':
      headers.idempotencyKey = value;
      break;
    case 'range':
      headers.range = value;
      break;
    case 'if-range':
      headers.ifRange = value;
      break;
    case 'if-match':
      headers.ifMatch = value;
      break;
    case 'if-none-match':
      headers.ifNoneMatch = value;
      break;
    case 'if-modified-since':
      headers.ifModifiedSince = value;
      break;
    case 'if-unmodified-since':
      headers.ifUnmodifiedSince = value;
      break;
    // What SDKs and retry libraries count their attempts with.
    case 'x-stainless-retry-count':
    case 'x-retry-count':
    case 'retry-count':
    case 'x-retry-attempt':
    case 'amz-sdk-request':
      headers.retryCount = value;
      break;
    case 'authorization':
      headers.hasAuthorization = true;
      if (!isKnownByForm(value)) headers.secrets = [...headers.secrets, ...secretsIn(name, value)];
      break;
    case 'proxy-authorization':
    case 'x-api-key':
    case 'api-key':
    case 'x-auth-token':
    case 'cookie':
      headers.secrets = [...headers.secrets, ...secretsIn(name, value)];
      break;
    default:
  }
}

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
