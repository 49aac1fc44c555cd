/** What the journal listens for in the headers of a request: a few that it keeps, and credentials, which it must know in order not to keep them. */

import type { RecordedRequest } from './answered-request.ts';
import { PREFIX } from './redact.ts';

export interface CapturedHeaders {
  idempotencyKey: string | undefined;
  range: string | undefined;
  contentType: string | undefined;
  userAgent: string | undefined;
  secrets: readonly string[];
}

/** Of some headers the whole value is a secret, or the part behind its scheme; cookies are several. Goes through all once: each question for one by its name would take as long. */
export function captureHeaders(request: RecordedRequest): CapturedHeaders {
  const heard: CapturedHeaders = {
    idempotencyKey: undefined,
    range: undefined,
    contentType: undefined,
    userAgent: undefined,
    secrets: NONE,
  };
  request.eachHeader((name, value) => {
    switch (name) {
      case 'content-type':
        heard.contentType = value;
        break;
      case 'user-agent':
        heard.userAgent = value;
        break;
      case 'idempotency-key':
        heard.idempotencyKey = value;
        break;
      case 'range':
        heard.range = value;
        break;
      case 'authorization':
      case 'proxy-authorization':
      case 'x-api-key':
      case 'api-key':
      case 'x-auth-token':
      case 'cookie':
        if (!isKnownByForm(value)) heard.secrets = [...heard.secrets, ...valuesOf(name, value)];
        break;
      default:
    }
  });
  return heard;
}

const NONE: readonly never[] = [];

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
