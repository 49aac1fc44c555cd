/** The bounds hold whatever comes in, and the newest entries of each account are kept. */

import { array, assert, constantFrom, integer, property, record, tuple } from 'fast-check';
import { expect, test } from 'vitest';

import type { Log } from './log.ts';
import type { AccountName } from './log-segment.ts';
import { append, idsOf, someLog } from '../../test/support/journal/some-log.ts';

const ACCOUNTS: readonly AccountName[] = ['a', 'b', 'c', 'd', null];
const KIBIBYTE = 1024;

function heldBy(log: Log): Map<AccountName, string[]> {
  return new Map(ACCOUNTS.map((account) => [account, idsOf(log, account)]));
}

test('of each account the newest are kept within the bounds, and of all together', () => {
  const doing = tuple(
    constantFrom('append', 'append', 'append', 'append', 'clear'),
    constantFrom(...ACCOUNTS),
    integer({ min: 0, max: 9000 }),
  );
  const anyBounds = record({
    entriesPerAccount: integer({ min: 1, max: 20 }),
    bytesPerAccount: integer({ min: 1, max: 90 * KIBIBYTE }),
    bytes: integer({ min: 1, max: 200 * KIBIBYTE }),
    retryWindowMs: constantFrom(0),
  });
  assert(
    property(anyBounds, array(doing, { maxLength: 60 }), (bounds, doings) => {
      const log = someLog(bounds);
      /** All entries of an account since it was cleared. */
      const appended = new Map<AccountName, string[]>(ACCOUNTS.map((account) => [account, []]));
      let seq = 0;
      for (const [what, account, size] of doings) {
        const before = heldBy(log);
        if (what === 'clear') {
          log.clear(account);
          appended.set(account, []);
          expect([log.accounts().includes(account), idsOf(log, account)]).toEqual([false, []]);
          continue;
        }
        seq += 1;
        append(log, { requestId: String(seq), account, responseBody: 'x'.repeat(size) });
        appended.get(account)?.push(String(seq));
        const after = heldBy(log);
        for (const one of ACCOUNTS) {
          const ids = after.get(one) ?? [];
          expect(ids).toEqual(ids.length === 0 ? [] : appended.get(one)?.slice(-ids.length));
          expect(ids.length).toBeLessThanOrEqual(bounds.entriesPerAccount);
          // A cursor from before a loss reports it. A cursor from after the last loss does not.
          const lost = (before.get(one) ?? []).filter((id) => !ids.includes(id));
          expect(log.evictedThrough(one)).toBeGreaterThanOrEqual(Math.max(0, ...lost.map(Number)));
          expect(log.evictedThrough(one)).toBeLessThan(Number(ids[0] ?? seq + 1));
        }
        expect(after.get(account)?.at(-1)).toBe(String(seq));
        expect(log.cursor()).toBe(seq);
        const isOneEntry = ACCOUNTS.reduce((sum, one) => sum + (after.get(one)?.length ?? 0), 0) === 1;
        if (!isOneEntry) expect(log.bytes).toBeLessThanOrEqual(bounds.bytes + 9000 + 4 * KIBIBYTE);
      }
      expect(new Set(log.accounts())).toEqual(new Set(ACCOUNTS.filter((one) => idsOf(log, one).length > 0)));
    }),
    { numRuns: 100 },
  );
});

test('a busy account never costs another one its newest entries', () => {
  const someAccounts = array(integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 12 });
  assert(
    property(someAccounts, integer({ min: 0, max: 2000 }), (counts, size) => {
      const log = someLog({ bytes: 512 * KIBIBYTE, bytesPerAccount: 4096 * KIBIBYTE });
      const quiet = counts.map((count, nth) => ({ account: `quiet-${nth}`, count: Math.min(count, 8) }));
      for (const { account, count } of quiet) append(log, ...Array.from({ length: count }, () => ({ account })));
      for (let at = 0; at < 1500; at += 1) append(log, { account: 'busy', responseBody: 'x'.repeat(size) });
      expect(log.bytes).toBeLessThanOrEqual(512 * KIBIBYTE);
      for (const { account, count } of quiet) expect(idsOf(log, account)).toHaveLength(count);
    }),
    { numRuns: 20 },
  );
});
