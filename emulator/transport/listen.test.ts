import { expect, test } from 'vitest';
import { connectionLimit } from './listen.ts';

test('128 files are kept for the server itself, or three quarters of few', () => {
  expect([connectionLimit(1024), connectionLimit(100)]).toEqual([896, 25]);
});
