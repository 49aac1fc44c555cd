/** The proof that the checks bite: a client with one flaw is noticed by the check that is meant, and by no other. */

import { describe, expect, test } from 'vitest';

import { CLIENT_CHECKS, functionDriver, runAudition } from '../../audition/index.ts';
import { FLAWS } from './flaws/flaws.ts';
import type { Flaw } from './flaws/flawed-client.ts';

/** `.ci/run` meets all of them, `npm test` every third. */
const isFull = process.env['AUDITION'] === 'full';
const LEVELS = new Map(CLIENT_CHECKS.map(({ id, level }) => [id, level]));

/** The checks that a flawed client misses; shoulds count only for a flaw that is one. */
async function missedBy({ check, scenario, client }: Flaw): Promise<string[]> {
  const named = { name: check, drive: () => functionDriver(client) };
  const { report } = await runAudition({ clients: [named], only: [scenario] });
  const judged = report.clients[0]?.cases.find((one) => one.scenario === scenario);
  return (judged?.results ?? []).flatMap(({ id, level, judgement }) =>
    judgement.kind === 'missed' && (level === 'must' || LEVELS.get(check) === 'should') ? [id] : [],
  );
}

describe('a client with a flaw', () => {
  test('stands here for each check that judges', () => {
    const judging = CLIENT_CHECKS.filter(({ level }) => level !== 'observed').map(({ id }) => id);
    expect(FLAWS.map(({ check }) => check).toSorted()).toEqual(judging.toSorted());
  });

  test.concurrent.each(isFull ? FLAWS : FLAWS.filter((_, at) => at % 3 === 0))('is noticed by $check', async (flaw) => {
    const missed = await missedBy(flaw);
    expect(missed).toContain(flaw.check);
    expect(missed.filter((id) => id !== flaw.check && flaw.also?.includes(id) !== true)).toEqual([]);
  });
});
