import { expect, test } from 'vitest';
import { CHECKS } from '../checks/checks.ts';
import { nearest } from './nearest.ts';

const IDS = CHECKS.map(({ id }) => id);

test.each([
  ['content.range.status.strat', 'content.range.status.start'],
  ['content.rnge.status.start', 'content.range.status.start'],
  ['range.status.start', 'content.range.status.start'],
  ['content.range.start', 'content.range.status.start'],
  ['get.unknwon', 'get.unknown'],
  ['record.ids', 'record.id'],
  ['http.etags', 'http.etag.form'],
  ['credit.reserve', 'credits.reserve'],
  ['errors.code', 'error.code'],
  ['create.promt.lenght.empty', 'create.prompt.length.empty'],
  ['idempotency.replays', 'idempotency.replay'],
  ['Get_Unknown', 'get.unknown'],
])('the nearest id to %s is %s', (typed, meant) => {
  expect(nearest(typed, IDS)[0]).toBe(meant);
});

test('a misspelled section suggests checks of that section', () => {
  expect(nearest('contnt.*', IDS).map((id) => id.split('.')[0])).toEqual(['content', 'content', 'content']);
});

test('ids that are far less similar than the nearest id are not suggested', () => {
  expect(nearest('get.unknwon', IDS)).not.toContain('create.unknown-fields.other');
});

test('a text without a similar word gets no suggestion, whatever its length', () => {
  expect(nearest('zzzz.qqqq', IDS)).toEqual([]);
  expect(nearest('nope', IDS)).toEqual([]);
  expect(nearest('', IDS)).toEqual([]);
  expect(nearest('*', IDS)).toEqual([]);
  expect(nearest('q'.repeat(1_000_000), IDS)).toEqual([]);
});
