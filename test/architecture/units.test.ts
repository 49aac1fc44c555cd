/** The names of amounts in JSON and settings end in their unit, and no amount has two units. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { CaseRecord } from '../../audition/evidence/case-record.ts';
import { Report } from '../../conformance/engine/report.ts';
import { Profile } from '../../conformance/profile/profile.ts';
import { toControlDocument } from '../../emulator/control/docs/document.ts';
import { CONTROL_ROUTES, NAMED_SCHEMAS } from '../../emulator/control/routes/table.ts';
import { snakeName } from '../../lib/spelling.ts';

const UNITS = /^(?:(.*)_)?(seconds|ms|usd|bytes|hours|mebibytes|kibibytes|characters|per_second)$/;

/**
 * Names without a unit, such as counts, indexes, fractions and places. `480p` and similar names are in US dollars, as
 * `prices` documents.
 */
const NO_UNIT =
  `port seed renderAhead maxAccounts maxGenerations maxGenerationsPerAccount journalEntries 480p 720p 1080p
  status nth after first every probability retryAfter retry_after sigma at input factor hits limit total created requests
  offset since before cursor seq attempt warnings count most creates judged times rate live seen number min_attempt from to version
  depth width height polls pending running create get content added concurrency exitCode checks pass fail warning observed
  not-applicable untestable inconclusive harness-fault unpriced refunded n frames keyFrames repeated displaced channels sampleRate
  backwards connection index brokenFrames promises rounds round findings played left failed runs`.split(/\s+/);

/** Settings, profiles and reports of the kit: money is in US dollars, as their page documents. */
const DOLLARS = ['balance', 'budget', 'cost', 'spent', 'uncertain', 'worst', 'paid', 'careful'];

/** The state within a snapshot is internal to the engine: millionths of US dollars, and milliseconds since 1970. */
const STATE = `anchor reading granted balance reserved captured cost created_at starts_at ends_at expires_at`.split(
  ' ',
);

/** Names whose unit follows from the object that contains them, or from HTTP and MP4. */
const SAID_ELSEWHERE = {
  median: 'of `ms`',
  lengthDelta: 'of Content-Length',
  length_delta: 'of Content-Length',
  bytes_sent: 'ends in another word',
  size: 'of a part of an MP4',
  start: 'of a part of an MP4',
  jitter: 'of a track of an MP4',
  framesPerSecond: 'frames',
};

/** Pairs of amounts whose names differ only in their unit: a limit for one account, and a limit for all accounts. */
const TWO_AMOUNTS = new Set(['journal: kibibytes and mebibytes']);

const KINDS = [['seconds', 'ms', 'hours'], ['bytes', 'kibibytes', 'mebibytes', 'characters'], ['usd'], ['per_second']];

type Names = Map<string, string>;
type Schema = Readonly<Record<string, unknown>>;

function documents(): Record<string, unknown> {
  const ofType = (schema: z.ZodType, io: 'input' | 'output'): unknown =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return {
    settings: JSON.parse(readFileSync('standin.config.schema.json', 'utf8')),
    control: JSON.parse(JSON.stringify(toControlDocument(CONTROL_ROUTES, NAMED_SCHEMAS))),
    profile: ofType(Profile, 'input'),
    report: ofType(Report, 'output'),
    audition: ofType(CaseRecord, 'output'),
  };
}

/** Returns every name of a number in these documents, with the first document that contains it. */
function namesOfNumbers(all: Readonly<Record<string, unknown>>): Names {
  const names: Names = new Map();
  for (const [document, schema] of Object.entries(all)) collect(schema, (name) => names.set(name, document));
  return names;
}

function collect(schema: unknown, take: (name: string) => void): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, in: place, name, schema: of } = schema as Schema;
  for (const [field, value] of Object.entries(properties ?? {})) if (isNumber(value)) take(field);
  if (typeof place === 'string' && typeof name === 'string' && isNumber(of)) take(name);
  for (const value of Object.values(schema)) collect(value, take);
}

function isNumber(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { type, anyOf = [], oneOf = [] } = schema as Schema;
  const isIt = (one: unknown): boolean => one === 'number' || one === 'integer';
  if (isIt(type) || (Array.isArray(type) && type.some(isIt))) return true;
  return [anyOf, oneOf].some((choices) => Array.isArray(choices) && choices.some(isNumber));
}

/** Returns names of amounts without a unit, and amounts with two units. */
function oddNames(names: Names): string[] {
  const excused = new Set([...NO_UNIT, ...DOLLARS, ...STATE, ...Object.keys(SAID_ELSEWHERE)]);
  const without = [...names].filter(([name]) => !excused.has(name) && !UNITS.test(snakeName(name)));
  return [
    ...without.map(([name, document]) => `${name} of ${document} has no unit`),
    ...KINDS.flatMap((units) => toldTwice(names, units)).filter((told) => !TWO_AMOUNTS.has(told)),
  ];
}

/** Returns amounts of one kind, such as times or sizes, that have two units. */
function toldTwice(names: Names, units: readonly string[]): string[] {
  const unitsOf = new Map<string, Set<string>>();
  for (const name of names.keys()) {
    const [, amount, unit] = UNITS.exec(snakeName(name)) ?? [];
    if (amount === undefined || unit === undefined || !units.includes(unit)) continue;
    unitsOf.set(amount, (unitsOf.get(amount) ?? new Set()).add(unit));
  }
  const twice = [...unitsOf].filter(([, found]) => found.size > 1);
  return twice.map(([amount, found]) => `${amount}: ${[...found].join(' and ')}`);
}

test('every public amount ends in its unit, and has one', () => {
  const names = namesOfNumbers(documents());
  expect(names.size).toBeGreaterThan(100);
  expect(oddNames(names)).toEqual([]);
});

test('an amount without a unit, and one in a second unit, are found', () => {
  const fields = (...list: string[]): unknown => ({
    properties: Object.fromEntries(list.map((name) => [name, { type: 'number' }])),
  });
  const all = { one: fields('give_up_seconds', 'patience'), two: { items: fields('giveUpMs') } };
  expect(oddNames(namesOfNumbers(all))).toEqual(['patience of one has no unit', 'give_up: seconds and ms']);
});

test('nothing is excused that there is not', () => {
  const names = namesOfNumbers(documents());
  const excused = [...NO_UNIT, ...DOLLARS, ...STATE, ...Object.keys(SAID_ELSEWHERE)];
  expect(excused.filter((name) => !names.has(name))).toEqual([]);
});
