/** No key, however it is spelled and whatever is around it, gets past the redactor. */

import { assert, constantFrom, integer, oneof, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';

import { createRedactors, REDACTED, type Redactor } from './redact.ts';

const LISTED = 'live/key+of.the~house';
const { redactorFor } = createRedactors([LISTED]);
const OWN = 'Tr0ub4dor+and/3~more';
const KEY = 'sk_standin_ci-42~balance-0.47';

type Spell = (text: string) => string;

const percent: Spell = (text) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicode: Spell = (text) =>
  text.replaceAll(/./g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`);
const someOf =
  (spell: Spell, every: number): Spell =>
  (text) =>
    text.replaceAll(/./g, (letter, at: number) => (at % every === 0 ? spell(letter) : letter));
const base64: Spell = (text) => Buffer.from(text).toString('base64');
const base64url: Spell = (text) => Buffer.from(text).toString('base64url');
const quoted: Spell = (text) => JSON.stringify(text).slice(1, -1);

const spelling = oneof(
  constantFrom<Spell>(
    (text) => text,
    percent,
    unicode,
    base64,
    base64url,
    quoted,
    (text) => text.replaceAll('/', '\\/'),
  ),
  tuple(constantFrom(percent, unicode), integer({ min: 2, max: 9 })).map(([spell, every]) => someOf(spell, every)),
  constantFrom<Spell>(
    (text) => percent(percent(text)),
    (text) => quoted(unicode(text)),
    (text) => percent(base64(text)),
    (text) => unicode(percent(text)),
  ),
);

test('whatever is around it, no part of a key of eight characters is left in any of its spellings', () => {
  const around = string({ unit: 'binary', maxLength: 24 });
  assert(
    property(constantFrom(KEY, LISTED, OWN), spelling, tuple(around, around), (key, spell, [before, after]) => {
      const left = redactorFor([OWN]).redact(`${before} ${spell(`${before}${key}`)} ${after}`);
      expect(lettersBehind(left)).not.toContain(key.slice(-8));
      expect(lettersBehind(left)).not.toContain(key.slice(0, 8) === 'sk_stand' ? 'sk_standin_' : key.slice(0, 8));
    }),
    { numRuns: 400 },
  );
});

const few = createRedactors([]).redactorFor([]);
/** One has secrets that JSON writes with escapes, one has none. */
const listed = ['-', '"'].map((mark) => Array.from({ length: 30 }, (_, nth) => `${nth}-listed${mark}key-${nth}`));
const many = listed.map((keys) => createRedactors([...keys, LISTED]).redactorFor([OWN]));

/** Redacts a text closely in any case, because an escape follows it. */
function isChangedByCloseLook({ redact }: Redactor, text: string): boolean {
  return redact(text + ESCAPED_BLANK) !== text + ESCAPED_BLANK;
}

const ESCAPED_BLANK = '\n%20';

test('a text that is not suspected would not be changed by a close look, with few signs and with many', () => {
  const around = string({ unit: 'binary', maxLength: 24 });
  const keys = constantFrom(KEY, LISTED, OWN, '7-listed-key-7', '7-listed"key-7');
  const cut = tuple(keys, integer({ min: 0, max: 30 })).map(([key, most]) => key.slice(0, most));
  let changed = 0;
  assert(
    property(oneof(keys, cut), spelling, tuple(around, around), (key, spell, [before, after]) => {
      const text = `${before}${spell(key)}${after}`;
      for (const redactor of [few, ...many]) {
        const isChanged = isChangedByCloseLook(redactor, text);
        changed += isChanged ? 1 : 0;
        if (isChanged) expect(redactor.suspects(text)).toBe(true);
        expect(redactor.redact(text) !== text).toBe(isChanged);
      }
    }),
    { numRuns: 1500 },
  );
  expect(changed).toBeGreaterThan(100);
});

/** Takes every spelling off, the dumb way: decode all that can be decoded, again and again, and keep every stage. */
function lettersBehind(text: string): string {
  const stages = [text];
  for (let round = 0; round < 4; round += 1) {
    const last = stages.at(-1) ?? '';
    stages.push(
      last
        .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll(/\\([/"\\])/g, '$1'),
    );
  }
  const runs = stages.flatMap((stage) => stage.match(/[A-Za-z0-9+/_-]{10,}/g) ?? []);
  const decoded = runs.flatMap((run) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1')),
  );
  return [...stages, ...decoded].join('\n');
}

// With time in proportion to both, this would take hours: 15 KB of header and 1 MB of body once took 23 seconds.
test('a text takes time in proportion to its length, whatever the secret', () => {
  for (const unit of ['a', 'ab', 'aaaaaaaaab']) {
    const secret = unit.repeat(100_000);
    const { redact, excerpt } = redactorFor([secret, ...Array.from({ length: 15 }, (_, at) => `${secret}${at}`)]);
    expect(redact(unit.repeat(200_000))).toBe(REDACTED);
    expect(excerpt(unit.repeat(1_000_000), 4096)).toBe(REDACTED);
  }
});

/** Milliseconds of CPU time. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const LENGTH = 40_000;

/** Redacts as much text, in so many parts, each with secrets of half its length. */
function redactInParts(parts: number, secrets: number): void {
  const secret = 'a'.repeat(LENGTH / parts);
  const { redact } = redactorFor(Array.from({ length: secrets }, (_, at) => `${secret}${at}`));
  for (let part = 0; part < parts; part += 1) expect(redact('a'.repeat((2 * LENGTH) / parts))).toBe(REDACTED);
}

test.each([
  ['a text and a secret sixteen times as long take as much as sixteen such', [1, 1], [16, 1]],
  ['secrets that begin alike take no more than a few', [1, 64], [1, 4]],
] as const)('%s', (_, [parts, secrets], [fewerParts, fewerSecrets]) => {
  redactInParts(fewerParts, fewerSecrets);
  const usual = timeOf(() => redactInParts(fewerParts, fewerSecrets));
  expect(timeOf(() => redactInParts(parts, secrets))).toBeLessThan(4 * usual);
});
