/** Requests of any kind, for properties. */

import {
  array,
  boolean,
  constant,
  constantFrom,
  dictionary,
  double,
  integer,
  oneof,
  option,
  record,
  string,
  type Arbitrary,
} from 'fast-check';

import { STATUSES } from '../../../contract/generation.ts';
import type { Ledger } from '../../../emulator/domain/ledger.ts';
import type { Step, Evaluation, UpstreamTrace } from '../../../emulator/domain/trace.ts';
import type { AttemptCount } from '../../../emulator/journal/entry-field.ts';
import type { SomeFacts } from './some-entry.ts';

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

const HEADERS = ['idempotency-key', 'range', 'if-match', 'content-type', 'user-agent', 'retry-count'] as const;
/** HTTP allows no NUL outside of bodies. */
const withoutNul = anyText.map((text) => text.replaceAll('\0', ' '));
/** Names and headers, which have no control characters. */
const oneLine = anyText.map((text) => text.replaceAll(/[\0\n]/g, ' '));
const headers = dictionary(
  // Headers are an object, so the name of its prototype cannot be a header.
  oneLine.filter((name) => name !== '__proto__'),
  oneLine,
  { maxKeys: 4, noNullPrototype: true },
);

const number = double({ noNaN: true });
/** Whole micro-dollars. */
const micros = integer({ min: 0 });
const ledger: Arbitrary<Ledger> = record({ balance: micros, reserved: micros, captured: micros }).map((parts) => ({
  granted: parts.balance + parts.reserved + parts.captured,
  ...parts,
}));
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

/** Every fact that an entry keeps. */
export const anyFacts: Arbitrary<SomeFacts> = record(
  {
    requestId: oneLine,
    account: option(oneLine),
    key: oneLine,
    operation: constantFrom('create', 'get', 'content'),
    method: withoutNul,
    target: withoutNul,
    sent: dictionary(constantFrom(...HEADERS), withoutNul),
    connection: integer({ min: 1, max: 2 ** 31 - 1 }),
    at: number,
    realAt: number,
    startedAt: number,
    engineMs: number,
    requestBody: anyText,
    status: integer({ min: 100, max: 999 }),
    code: withoutNul,
    headers,
    responseBody: anyText,
    evaluations: array(evaluations, { maxLength: 3 }),
    steps: array(step, { maxLength: 3 }),
    ending: constantFrom('client-gone', 'crashed'),
    upstream,
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** An attempt with gaps or without. */
export const anyCount: Arbitrary<AttemptCount> = record({
  attempt: integer({ min: 1, max: 2 ** 20 }),
  gapMs: option(number, { nil: undefined }),
  realGapMs: option(number, { nil: undefined }),
  realPauseMs: option(number, { nil: undefined }),
});
