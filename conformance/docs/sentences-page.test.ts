import { expect, test } from 'vitest';
import { REQUIREMENTS } from '../../contract/requirements/requirements.ts';
import { SENTENCES } from '../../contract/sentences.ts';
import { CHECKS } from '../checks/checks.ts';
import { citedIn, RFC_SENTENCES } from '../engine/rfc-sentences.ts';
import { answerTo, JUDGING, STATED } from './sentences-page.ts';

const all = SENTENCES.flatMap(([, sentences]) => sentences);

test('every sentence of the API document has requirements, or a reason for their absence', () => {
  expect(all.filter(({ rules, reason }) => (rules.length === 0) === (reason === undefined))).toEqual([]);
});

test('every requirement of a sentence has a check that judges it, or a reason', () => {
  expect(all.flatMap(({ rules }) => rules).filter((rule) => answerTo(rule) === undefined)).toEqual([]);
});

test('no sentence is listed twice', () => {
  const said = all.map(({ says }) => says);
  expect(said.filter((says, at) => said.indexOf(says) !== at)).toEqual([]);
});

test('every requirement rests on a sentence', () => {
  const named = new Set<string>(all.flatMap(({ rules }) => rules));
  expect(REQUIREMENTS.filter(({ id, level }) => level !== 'silent' && !named.has(id)).map(({ id }) => id)).toEqual([]);
});

test('every judging check cites a sentence of the API document or of an RFC', () => {
  const uncited = JUDGING.filter(({ authority, requirement, proves }) =>
    authority === 'http' ? citedIn(proves).length === 0 : !STATED.has(requirement),
  );
  expect(uncited.map(({ id }) => id)).toEqual([]);
});

test('open points are not judged by checks that rest on the API document', () => {
  const open = new Set<string>(REQUIREMENTS.filter(({ level }) => level === 'silent').map(({ id }) => id));
  const judged = JUDGING.filter(({ authority, requirement }) => authority === 'document' && open.has(requirement));
  expect(judged.map(({ id }) => id)).toEqual([]);
});

test('the list of RFC sentences contains exactly the sections that checks cite', () => {
  const cited = new Set(CHECKS.flatMap(({ proves }) => citedIn(proves)));
  expect([...cited].filter((section) => RFC_SENTENCES[section] === undefined)).toEqual([]);
  expect(Object.keys(RFC_SENTENCES).filter((section) => !cited.has(section))).toEqual([]);
});

test('cited sections are parsed from a text', () => {
  expect(citedIn('It holds (RFC 9110, 15.4.5 and 8.6), too (RFC 9530, 3; RFC 3230, 4.3.2).')).toEqual([
    'RFC 9110, 15.4.5',
    'RFC 9110, 8.6',
    'RFC 9530, 3',
    'RFC 3230, 4.3.2',
  ]);
});
