/** An account comes back from its records as it was: after each commit, in whichever order they are read. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeAccount, type Account } from '../domain/account.ts';
import { evictEnded, moveGeneration } from '../domain/account-generations.ts';
import { bytesOfAccount } from '../../test/support/domain/bytes-of-account.ts';
import { clearChanges } from '../domain/changes.ts';
import { addRecord } from '../domain/idempotency.ts';
import { grant } from '../domain/ledger.ts';
import { addCompleted, addTo, testAccount } from '../../test/support/domain/accounts.ts';
import { readAccountRecords } from '../../test/support/store/read-account-records.ts';
import { allRecords, headRecord, noPlaces, recordChanges, type RecordChange } from './account-records.ts';

/** Writes records, like a store. */
function write(records: Map<string, string>, changes: Iterable<RecordChange>): void {
  for (const [key, text] of changes) {
    // A changed record moves to the end, as in a store without an order.
    records.delete(key);
    if (text !== undefined) records.set(key, text);
  }
}

/** All of an account that a reader can see, in its order. */
function seen(account: Account | undefined): unknown {
  if (account === undefined) return undefined;
  const { open, ended, sourceUses, idempotency, faults, changes: _, ...head } = account;
  const lists = [open, ended, idempotency].map((collection) => [...collection]);
  // The order of counts does not matter.
  return structuredClone({ head, lists, faults, sourceUses });
}

type Act = (account: Account, number: number) => void;
const idAt = ({ open }: Account, number: number): string => [...open.keys()][number % Math.max(open.size, 1)] ?? '';

const ACTS: readonly Act[] = [
  (account, number) => addTo(account, `${account.open.size}-${number}-${account.created}`, { cost: 0 }),
  (account, number) =>
    addCompleted(account, `ended ${number} ${account.created}`, [...account.ended.keys()].slice(0, 2)),
  (account, number) => moveGeneration(account, idAt(account, number), { status: 'running' }),
  (account, number) => moveGeneration(account, idAt(account, number), { status: 'failed' }),
  (account) => evictEnded(account, 0),
  (account, number) => {
    const [generation = 'none'] = account.open.keys();
    addRecord(account, { key: `k${number % 3}`, fingerprint: 'f', expiresAt: number, generation }, number % 4);
  },
  (account, number) => {
    account.faults ??= { rules: [], counts: new Map() };
    const key = `own rule@${number % 3}`;
    if (number % 4 === 0) account.faults.counts.delete(key);
    else account.faults.counts.set(key, { seen: number, hits: 0, drawn: { get: 1 } });
    account.changes.faultCounts = [...account.changes.faultCounts, key];
    account.changes.hasNewRules = true;
    account.bytes = bytesOfAccount(account);
  },
  (account, number) => changeAccount(account, { ledger: grant(account.ledger, number) ?? account.ledger }),
];

const decisions = fc.array(
  fc.array(fc.tuple(fc.nat({ max: ACTS.length - 1 }), fc.nat({ max: 50 })), { minLength: 1, maxLength: 4 }),
  { maxLength: 25 },
);

test('after each commit the records give the account as it is', () => {
  fc.assert(
    fc.property(decisions, (all) => {
      const account = testAccount();
      const [records, places] = [new Map<string, string>(), noPlaces()];
      write(records, allRecords(account, places));
      for (const acts of all) {
        for (const [act, number] of acts) {
          // Each generation of a test has an id of its own.
          changeAccount(account, { created: account.created + 1 });
          ACTS[act]?.(account, number);
        }
        write(records, [...recordChanges(account, places, account.changes), headRecord(account, places)]);
        clearChanges(account.changes);
        const read = readAccountRecords(records);
        expect(seen(read?.account)).toEqual(seen(account));
        expect(read?.places.last).toBe(places.last);
        expect(read?.places.byKey).toEqual(places.byKey);
      }
      const whole = new Map<string, string>();
      write(whole, allRecords(account, noPlaces()));
      expect(seen(readAccountRecords(whole)?.account)).toEqual(seen(account));
    }),
    { numRuns: 100, seed: 42 },
  );
});

test('a commit writes what it names, and nothing else but the head', () => {
  const account = testAccount();
  for (const id of ['a', 'b', 'c']) addTo(account, id);
  const places = noPlaces();
  allRecords(account, places);
  clearChanges(account.changes);
  moveGeneration(account, 'b', { status: 'failed' });
  expect(recordChanges(account, places, account.changes).map(([key]) => key)).toEqual(['g:b']);
});

test('without a head, records are not an account', () => {
  expect(readAccountRecords([['rules', '[]']])).toBeUndefined();
});
