import { expect, test } from 'vitest';
import { conditionForms } from './condition-requests.ts';
import { rangesOf, rowsOf } from './range-table.ts';

test.each(['promised', 'odd', 'wide', 'each clip'] as const)(
  'each range of the table "%s" has its own label',
  (table) => {
    expect(Object.keys(rangesOf(table, 10_000))).toHaveLength(rowsOf(table).length);
  },
);

test('rows are chosen by their requirement, their rule, or both', () => {
  expect(rowsOf('promised', 'partOrAll').map(({ label }) => label)).toEqual(['all']);
  expect(rowsOf('odd', 'content.range.open', 'clamped').map(({ label }) => label)).toEqual(['open', 'suffix']);
});

test('a condition that needs an ETag or a date is sent only if the clip has it', () => {
  const bare = conditionForms({ tag: undefined, date: undefined });
  expect(bare['none other']).toEqual([['If-None-Match', '"no-such-tag"']]);
  expect(bare['none own']).toBeUndefined();
  expect(bare['unmodified old']).toBeUndefined();
  const date = 'Mon, 02 Nov 2026 10:00:00 GMT';
  const dated = conditionForms({ tag: undefined, date });
  expect(dated['modified own']).toEqual([['If-Modified-Since', date]]);
  expect(dated['none other, modified own']).toBeUndefined();
});

test('ETags that are nearly equal never equal the ETag of the clip', () => {
  const forms = conditionForms({ tag: 'W/""', date: undefined });
  const near = ['longer', 'shorter', 'tail', 'in another case'].map((name) => forms[`none ${name}`]?.[0]?.[1]);
  expect(near).toEqual(['"x"', '"no-such-tag"', '"no-such-tag"', '"no-such-tag"']);
});
