/** Arbitrary values of AnsweredRequest, for property tests. */

import { SENT_FIELDS, type SentField } from '../../../emulator/journal/capture-headers.ts';
import {
  array,
  boolean,
  constant,
  constantFrom,
  dictionary,
  double,
  integer,
  maxSafeInteger,
  oneof,
  option,
  record,
  string,
  type Arbitrary,
} from 'fast-check';

import { STATUSES } from '../../../contract/generation.ts';
import type { Ledger } from '../../../emulator/domain/ledger.ts';
import type { Step, Evaluation, UpstreamTrace } from '../../../emulator/domain/trace.ts';
import type { AttemptCount, CapturedRequest } from '../../../emulator/journal/stored-entry.ts';

/** Any sequence of 16-bit units, including single halves of surrogate pairs. */
const units = array(integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes));
const halves = constantFrom('\ud83d', '\ude00', 'x\ud83d', '\ude00x');

/**
 * Any character of any length in UTF-8. `string({ unit: 'binary' })` would first list all 1,112,064 characters for a
 * second.
 */
const characters = array(integer({ min: 0, max: 0x10ffff }), { maxLength: 12 }).map((points) =>
  String.fromCodePoint(...points),
);

/** Any text, often an empty one. */
const anyText: Arbitrary<string> = oneof(characters, string({ maxLength: 40 }), units, halves, constant(''));

const perhaps = option(anyText, { nil: undefined });
const oneLine = anyText.map((text) => text.replaceAll('\n', ' '));
const headers = dictionary(
  // The headers are an ordinary object, so a header must not have the name of its prototype.
  oneLine.filter((name) => name !== '__proto__'),
  oneLine,
  { maxKeys: 4, noNullPrototype: true },
);

const number = double({ noNaN: true });
const ledger: Arbitrary<Ledger> = record({ granted: number, balance: number, reserved: number, captured: number });
const status = constantFrom(undefined, ...STATUSES);
/** Steps as the store makes them: with the ledger before and after, or without it. */
const step: Arbitrary<Step> = record({
  generation: option(string({ unit: constantFrom('0', 'a', 'f', '-'), minLength: 1 }), { nil: undefined }),
  statusBefore: status,
  statusAfter: status,
  books: option(record({ ledgerBefore: ledger, ledgerAfter: ledger }), { nil: undefined }),
}).map(({ books = { ledgerBefore: undefined, ledgerAfter: undefined }, ...rest }) => ({ ...rest, ...books }));

const draw = integer({ min: 0, max: 2 ** 32 - 1 }).map((numerator) => numerator / 2 ** 32);
const evaluations: Arbitrary<Evaluation> = record({
  rule: anyText,
  fired: boolean(),
  why: anyText,
  draw: option(draw, { nil: undefined }),
});

const upstream: Arbitrary<UpstreamTrace> = record(
  {
    answer: constantFrom('passed', 'changed', 'withheld', 'none'),
    status: integer({ min: 100, max: 999 }),
    ms: integer(),
    problem: anyText,
    warnings: array(record({ check: anyText, why: anyText }), { maxLength: 2 }),
  },
  { requiredKeys: ['answer'], noNullPrototype: true },
);

/** Every field that an entry has. */
export const anyCaptured: Arbitrary<CapturedRequest> = record({
  requestId: anyText,
  account: option(anyText),
  key: option(anyText),
  operation: constantFrom('create', 'get', 'content', null),
  method: anyText,
  target: anyText,
  hasAuthorization: boolean(),
  sent: record(Object.fromEntries(SENT_FIELDS.map((field) => [field, perhaps])) as Record<SentField, typeof perhaps>),
  connection: option(integer({ min: 1, max: 2 ** 31 - 1 }), { nil: undefined }),
  at: number,
  realAt: number,
  arrivedMs: number,
  requestBody: perhaps,
  requestBytes: option(maxSafeInteger(), { nil: undefined }),
  bodyHash: perhaps,
  status: integer({ min: 100, max: 999 }),
  code: perhaps,
  headers,
  responseBody: perhaps,
  evaluations: array(evaluations, { maxLength: 3 }),
  steps: array(step, { maxLength: 3 }),
  ending: constantFrom(undefined, 'client-gone', 'crashed'),
  upstream: option(upstream, { nil: undefined }),
  engineMs: number,
});

/** An attempt with gaps or without. */
export const anyCount: Arbitrary<AttemptCount> = record({
  attempt: integer({ min: 1, max: 2 ** 20 }),
  gapMs: option(number, { nil: undefined }),
  realGapMs: option(number, { nil: undefined }),
  realPauseMs: option(number, { nil: undefined }),
});
