/** No key, however it is spelled, gets past the redactor. */

import { expect, test } from 'vitest';

import { createRedactors, REDACTED } from './redact.ts';

const LISTED = 'live/key+of.the~house';
const { redactorFor } = createRedactors([LISTED]);
const redactor = redactorFor([]);
const KEY = 'sk_standin_ci-42~balance-0.47';

test('a text without a key is left as it is, with its escapes', () => {
  for (const text of [
    '',
    'a cat',
    '{"prompt":"50%25 off \\u0041\\/b"}',
    '/v1/videos/1?x=%2F',
    'sk_standin',
    'sk_standin_<label>',
  ]) {
    expect(redactor.redact(text)).toBe(text);
  }
});

test('a key is taken out with all that follows it in token characters', () => {
  expect(redactor.redact(`/v1/videos?key=${KEY}&x=1`)).toBe(`/v1/videos?key=${REDACTED}&x=1`);
  expect(redactor.redact(`{"prompt":"${KEY} ${KEY}"}`)).toBe(`{"prompt":"${REDACTED} ${REDACTED}"}`);
});

test('a listed key and a secret of the request are taken out wherever they stand', () => {
  expect(redactor.redact(`x${LISTED}y`)).toBe(`x${REDACTED}y`);
  expect(redactorFor(['hunter2hunter2']).redact('x hunter2hunter2 y')).toBe(`x ${REDACTED} y`);
});

test('of two secrets of which one begins with the other nothing is left', () => {
  expect(redactorFor(['secret-one', 'secret-one-two']).redact('secret-one-two')).toBe(REDACTED);
});

test('a key that is learned is taken out from then on, in every spelling', () => {
  const redactors = createRedactors([]);
  const before = redactors.redactorFor([]);
  redactors.learn('canary-7f3a/9');
  expect(before.redact('a canary-7f3a/9')).toBe(`a ${REDACTED}`);
  const spellings = ['canary-7f3a/9', 'canary%2D7f3a%2F9', 'Y2FuYXJ5LTdmM2EvOQ=='];
  for (const spelled of spellings) expect(redactors.redactorFor([]).redact(`x ${spelled} y`)).toBe(`x ${REDACTED} y`);
});

test('of very many keys that were learned the newest are known', () => {
  const redactors = createRedactors([LISTED]);
  for (let at = 0; at < 2000; at += 1) redactors.learn(`key-number-${at}-of-many`);
  expect(redactors.redactorFor([]).redact(`key-number-1999-of-many ${LISTED}`)).toBe(`${REDACTED} ${REDACTED}`);
});

test('of a listed key and one of the request of which one begins with the other nothing is left', () => {
  for (const [listed, own] of [
    ['secret-one', 'secret-one-two'],
    ['secret-one-two', 'secret-one'],
  ] as const) {
    const both = createRedactors([listed]).redactorFor([own]);
    expect(both.redact('a secret-one-two b secret-one c')).toBe(`a ${REDACTED} b ${REDACTED} c`);
    expect(both.excerpt(`${'x'.repeat(20)} secret-one-two`, 26)).toBe(`${'x'.repeat(20)} ${REDACTED.slice(0, 5)}`);
  }
});

test('a run of base64 goes once, however often it shows a key, and so does the next', () => {
  const run = Buffer.from(`user:${KEY}`.repeat(3)).toString('base64url');
  expect(redactor.redact(`a ${run} b ${run} c`)).toBe(`a ${REDACTED} b ${REDACTED} c`);
});

test('a key inside base64 goes with the whole run, so that its edges tell nothing', () => {
  const basic = Buffer.from(`user:${KEY}`).toString('base64');
  expect(redactor.redact(`Basic ${basic} end`)).toBe(`Basic ${REDACTED} end`);
});

test('of a secret that is quoted only in part, that part is taken out', () => {
  expect(redactor.redact(`"${LISTED.slice(0, 12)}…" is no field`)).toBe(`"${REDACTED}…" is no field`);
});

test('an excerpt ends before its bound and never with the beginning of a key', () => {
  for (let at = 0; at <= 40; at += 1) {
    const excerpt = redactor.excerpt(`${'a'.repeat(at)} ${LISTED} tail`, 20);
    expect(excerpt.length).toBeLessThanOrEqual(20);
    expect(excerpt).not.toContain(LISTED.slice(0, 8));
  }
});

test('a secret that is too short to differ from a word is not a secret by value', () => {
  expect(redactorFor(['word']).redact('a word')).toBe('a word');
});

test('a secret with a quote, a backslash or a letter beyond ASCII is found where it is escaped', () => {
  for (const secret of ['pass"word-1', 'pass\\word-1', 'p\u00e4ssword-1', 'pass\u0007word-1']) {
    const { redact, excerpt } = redactorFor([secret]);
    for (const spelled of [secret, JSON.stringify(secret).slice(1, -1), secret.replace(/[^a-z]/, escaped)]) {
      expect(redact(`{"prompt":"${spelled}"}`)).toBe(`{"prompt":"${REDACTED}"}`);
      expect(excerpt(`a ${spelled}`, 12)).toBe(`a ${REDACTED}`);
    }
  }
});

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

test('a short listed or learned key is redacted if it is a whole word, even if it is escaped', () => {
  const redactors = createRedactors(['k7', 'ab-c']);
  redactors.learn('hunter2');
  const { redact, suspects } = redactors.redactorFor([]);
  expect(redact('k7, "ab-c" and key=hunter2&x')).toBe(`${REDACTED}, "${REDACTED}" and key=${REDACTED}&x`);
  expect(redact('%6b7 and \\u006b7')).toBe(`${REDACTED} and ${REDACTED}`);
  for (const text of ['ok7', 'k77', 'crab-car', 'hunter22'])
    expect([redact(text), suspects(text)]).toEqual([text, false]);
});

test('a redactor that is in use learns, and forgets what was learned long ago', () => {
  const redactors = createRedactors([]);
  const { redact } = redactors.redactorFor([]);
  for (let at = 0; at < 1001; at += 1) redactors.learn(`key-${at}-of-very-many`);
  expect(redact('key-0-of-very-many')).toBe('key-0-of-very-many');
  expect(redact('key-1-of-very-many')).toBe(REDACTED);
});

test('of very many keys that begin alike, what follows goes with all characters that a key may have', () => {
  const redactors = createRedactors(Array.from({ length: 100 }, (_, at) => `sk-project-${at}-xyz`));
  const { redact } = redactors.redactorFor([]);
  expect(redact('a sk-project-42-xyz b sk-project-none')).toBe(`a ${REDACTED} b ${REDACTED}`);
});

test('behind the beginning of a very long secret nothing is kept', () => {
  const secret = `${'x-y'.repeat(1000)} and its tail`;
  expect(redactorFor([secret]).redact(`a ${secret} b`)).toBe(`a ${REDACTED}`);
});

test('of a request with more secrets than a client has no text is kept', () => {
  const secrets = Array.from({ length: 100 }, (_, at) => `cookie-value-${at}`);
  expect(redactorFor(secrets).redact('a cat')).toBe(REDACTED);
  expect(redactorFor(secrets.slice(0, 50)).redact('a cat')).toBe('a cat');
});

test('if possible beginnings of a secret overlap, the whole secret is redacted', () => {
  const { redact } = redactorFor(['abcabcabcabcXYZ']);
  expect(redact('abcabcabcabcabcXYZ')).toBe(REDACTED);
  expect(redact('abcabcabcabcabcabcabcXYZtail')).toBe(`${REDACTED}tail`);
});
