import { expect, test } from 'vitest';
import { evictEnded } from './account-generations.ts';
import { addRecord, findRecord } from './idempotency.ts';
import { addCompleted, addTo, testAccount } from '../../test/support/domain/accounts.ts';

const recordOf = (key: string, expiresAt: number) => ({ key, fingerprint: 'f', expiresAt, generation: 'g' });

test('a record is found until it expires', () => {
  const account = testAccount();
  addTo(account, 'g');
  addRecord(account, recordOf('k', 100), 0);
  expect(findRecord(account, 'k', 99)).toMatchObject({ record: { key: 'k' }, generation: { id: 'g' } });
  expect(findRecord(account, 'k', 100)).toBeUndefined();
  expect(findRecord(account, 'other', 0)).toBeUndefined();
});

test('a record whose generation was evicted is found no more', () => {
  const account = testAccount();
  addCompleted(account, 'g');
  addRecord(account, recordOf('k', 100), 0);
  evictEnded(account, 0);
  expect(findRecord(account, 'k', 0)).toBeUndefined();
});

test('the next record drops stale records up to the first valid one, and the changes name each', () => {
  const account = testAccount();
  addTo(account, 'g');
  for (const [key, expiresAt] of [
    ['a', 10],
    ['b', 20],
    ['c', 90],
    ['d', 30],
  ] as const) {
    addRecord(account, recordOf(key, expiresAt), 0);
  }
  account.changes.idempotencyKeys = [];
  addRecord(account, recordOf('e', 200), 50);
  expect([...account.idempotency.keys()]).toEqual(['c', 'd', 'e']);
  expect(account.changes.idempotencyKeys).toEqual(['a', 'b', 'e']);
});

test('a key that is used anew takes its place among the newest', () => {
  const account = testAccount();
  addTo(account, 'g');
  for (const key of ['a', 'b']) addRecord(account, recordOf(key, 100), 0);
  addRecord(account, recordOf('a', 300), 150);
  addRecord(account, recordOf('c', 300), 150);
  expect([...account.idempotency.keys()]).toEqual(['a', 'c']);
});
