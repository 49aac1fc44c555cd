import { expect, test } from 'vitest';
import { repeatedNames } from './internal.ts';

test('a name that one object has twice is found', () => {
  expect(repeatedNames('{"id":1, "status" : "pending","output":{"url":"a","url":"b"},"status":"completed"}')).toEqual([
    'url',
    'status',
  ]);
});

test('the same name in different objects, or as a value, is not a repetition', () => {
  expect(repeatedNames('{"a":{"id":1},"b":{"id":2},"c":[{"id":3},{"id":"id"}],"d":"\\"a\\":{","e":"a"}')).toEqual([]);
});
