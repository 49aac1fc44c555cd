import { expect, test } from 'vitest';
import { connectionLimit } from './connection-limit.ts';

const limits = (soft: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${soft.padEnd(20)} 1048576              files     \n`;

test('128 files are kept for the server itself, or three quarters of few', () => {
  expect([connectionLimit(limits('1024')), connectionLimit(limits('100'))]).toEqual([896, 25]);
});

test('where the system sets no limit, or does not tell, there is none', () => {
  expect([connectionLimit(limits('unlimited')), connectionLimit('')]).toEqual([undefined, undefined]);
});
