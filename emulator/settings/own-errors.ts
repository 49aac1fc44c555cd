/** Reads custom statuses and codes of errors. Values that the API document promises cannot change. */

import type { ErrorEntry } from '../../contract/error-entry.ts';
import { ERRORS, isErrorCode, PROMISED_STATUS, type ErrorCode } from '../../contract/errors.ts';
import { objectOf, optional, textLike, whole, type Reader } from './readers.ts';

/** The custom statuses and codes, by the original code. */
export type OwnErrors = { [Code in ErrorCode]?: { status?: number; code?: string } };

const CODE_FORM = 'must have 1 to 100 characters, without control characters';
const code = textLike((text) => text.length <= 100 && /^\P{Cc}+$/u.test(text), CODE_FORM);
const status = whole(400, 499);
const promisedCode = textLike(
  (text) => text === 'insufficient_credits',
  'must be insufficient_credits, because the API document promises this code',
);

/** The reader of, for example, `{ "invalid_prompt": { "status": 422, "code": "bad_prompt" } }`. */
export const ownErrors: Reader<OwnErrors> = objectOf(
  Object.fromEntries(Object.entries(ERRORS).map(([name, entry]) => [name, optional(objectOf(fieldsOf(name, entry)))])),
  'the codes of the catalog are',
);

function fieldsOf(name: string, { documented, status: usual }: ErrorEntry): Record<string, Reader<unknown>> {
  const isPromised = isErrorCode(name) && PROMISED_STATUS.has(name);
  return {
    status: optional(isPromised ? promisedOne(usual) : status),
    code: optional(documented === 'code' ? promisedCode : code),
  };
}

function promisedOne(promised: number): Reader<number> {
  const says = `must be ${promised}, because the API document or HTTP requires this status`;
  return { read: (given, report) => (given === promised ? promised : report(says)) };
}
