/** A refusal: an error code of the catalog as a value, from which the handler makes the response. */

import type { ErrorEntry } from '../../contract/error-entry.ts';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import type { Problem } from '../../contract/problem.ts';

/** The statuses of errors. `documented` follows the API document, and `ietf` follows the RFCs and drafts. */
export const PROFILES = ['documented', 'ietf'] as const;
export type StatusProfile = (typeof PROFILES)[number];

/** The status and the code of errors that differ from the catalog, by the code of the catalog. */
export type ErrorStyles = {
  readonly [Code in ErrorCode]?:
    | { readonly status?: number | undefined; readonly code?: string | undefined }
    | undefined;
};

/** The settings that determine the form of a refusal. */
export interface RefusalStyle {
  readonly profile: StatusProfile;
  readonly errors: ErrorStyles;
  readonly hasRequestIds: boolean;
}

interface RefusalOptions {
  readonly message?: string | undefined;
  readonly headers?: Record<string, string> | undefined;
  readonly status?: number | undefined;
}

/** An error response as a value. It does not extend Error, because it needs no stack. */
export class Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly headers: Record<string, string> | undefined;
  readonly #status: number | undefined;

  constructor(code: ErrorCode, { message, headers, status }: RefusalOptions = {}) {
    this.code = code;
    this.message = message ?? ERRORS[code].message;
    this.headers = headers;
    this.#status = status;
  }

  /** Returns the status. The status of the refusal has priority over the setting for its code. */
  statusIn({ profile, errors }: RefusalStyle): number {
    const entry: ErrorEntry = ERRORS[this.code];
    const status = this.#status ?? errors[this.code]?.status;
    return status ?? (profile === 'ietf' ? (entry.ietfStatus ?? entry.status) : entry.status);
  }

  /** Returns the error envelope as JSON. `JSON.stringify` takes ten times as long (bench:api, row `refused creates`). */
  envelope({ errors, hasRequestIds }: RefusalStyle, requestId: string, message = this.message): string {
    const code = errors[this.code]?.code ?? this.code;
    const id = hasRequestIds ? `,"request_id":"${requestId}"` : '';
    return `{"error":{"code":${quoted(code)},"message":${quoted(message)}${id}}}`;
  }
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** A text that JSON does not escape. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Refuses a request that the service cannot handle now but may handle soon. */
export function unavailable(message: string): Refusal {
  return new Refusal('service_unavailable', { message, headers: { 'retry-after': '5' } });
}

const MOST_LISTED = 10;

function textOf({ path, message }: Problem): string {
  return `${path || 'The body'} ${message}`;
}

/** Refuses a request with problems. The first determines the code, and the message lists up to ten. */
export function refuseProblems(problems: readonly Problem[]): Refusal | undefined {
  const [first] = problems;
  if (first === undefined) return undefined;
  const message = problems.length === 1 ? textOf(first) : textsOf(problems.slice(0, MOST_LISTED)).join('; ');
  const more = problems.length - MOST_LISTED;
  return new Refusal(first.code, { message: `${message}${more > 0 ? `; and ${more} more` : ''}.` });
}

/** Returns the texts of problems. Several missing fields share one text. */
function textsOf(problems: readonly Problem[]): string[] {
  const missing = problems.filter(({ code }) => code === 'missing_field');
  if (missing.length < 2) return problems.map(textOf);
  const others = problems.filter(({ code }) => code !== 'missing_field');
  return [`Missing fields: ${missing.map(({ path }) => path).join(', ')}`, ...others.map(textOf)];
}
