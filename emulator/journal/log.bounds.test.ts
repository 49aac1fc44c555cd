/** What is kept is what a list would keep whose oldest lines are struck off, whatever comes in. */

import { array, assert, constantFrom, integer, property, record, tuple } from 'fast-check';
import { expect, test } from 'vitest';

import type { AccountName, JournalBounds } from './log.ts';
import { append, idsIn, someLog, weightOf } from './testing/some-log.ts';

interface Line {
  readonly seq: number;
  readonly account: AccountName;
  readonly weight: number;
}

/** The bounds as they are told in words, by a look at each line. */
class Model {
  lines: Line[] = [];
  readonly lost = new Map<AccountName, number>();
  readonly #bounds: JournalBounds;

  constructor(bounds: JournalBounds) {
    this.#bounds = bounds;
  }

  of(account: AccountName): Line[] {
    return this.lines.filter((line) => line.account === account);
  }

  append(line: Line): void {
    const { entriesPerAccount, bytesPerAccount, bytes } = this.#bounds;
    this.lines.push(line);
    const isTooMuch = (mine: readonly Line[]): boolean =>
      mine.length > entriesPerAccount || (mine.length > 1 && weightIn(mine) > bytesPerAccount);
    while (isTooMuch(this.of(line.account))) this.strike(this.of(line.account)[0]);
    while (weightIn(this.lines) > bytes && this.lines.length > 1) this.strike(this.lines[0]);
  }

  strike(line: Line | undefined): void {
    this.lines = this.lines.filter((other) => other !== line);
    if (line !== undefined) this.lost.set(line.account, line.seq);
  }
}

function weightIn(lines: readonly Line[]): number {
  return lines.reduce((sum, { weight }) => sum + weight, 0);
}

const ACCOUNTS: readonly AccountName[] = ['a', 'b', 'c', 'd', null];
const WEIGHT = weightOf();

test('of each account the newest are kept within the bounds, and of all together', () => {
  const doing = tuple(
    constantFrom('append', 'append', 'append', 'append', 'clear'),
    constantFrom(...ACCOUNTS),
    integer({ min: 0, max: 700 }),
  );
  const anyBounds = record({
    entriesPerAccount: integer({ min: 1, max: 9 }),
    bytesPerAccount: integer({ min: 1, max: 9 * WEIGHT }),
    bytes: integer({ min: 1, max: 15 * WEIGHT }),
    retryWindowMs: constantFrom(0),
  });
  assert(
    property(anyBounds, array(doing, { maxLength: 60 }), (bounds, doings) => {
      const kept = someLog(bounds);
      const model = new Model(bounds);
      let seq = 0;
      for (const [what, account, size] of doings) {
        if (what === 'clear') {
          kept.clear(account);
          model.of(account).forEach((line) => model.strike(line));
          continue;
        }
        seq += 1;
        const facts = { requestId: String(seq), account, responseBody: 'x'.repeat(size) };
        append(kept, facts);
        model.append({ seq, account, weight: weightOf(facts) });
        for (const account of ACCOUNTS) {
          expect(idsIn(kept, account)).toEqual(model.of(account).map((line) => String(line.seq)));
          expect(kept.evictedThrough(account)).toBeGreaterThanOrEqual(model.lost.get(account) ?? 0);
          // No cursor from before the oldest entry that is kept may be told that nothing was lost in vain.
          expect(kept.evictedThrough(account)).toBeLessThan(model.of(account)[0]?.seq ?? seq + 1);
        }
        expect(kept.cursor()).toBe(seq);
      }
      expect(new Set(kept.accounts())).toEqual(new Set(model.lines.map(({ account }) => account)));
    }),
    { numRuns: 100 },
  );
});
