/** A client with one flaw is noticed by the check that is meant for it, and by no other. */

import { expect, test } from 'vitest';

import { CLIENT_CHECKS, functionDriver, runAudition } from '../../audition/index.ts';
import { FLAWS } from './flaws/flaws.ts';
import type { Flaw } from './flaws/flawed-client.ts';

/** One flaw of each family. None rests on time, so that a busy machine cannot hide it. */
const CHOSEN = new Set([
  'one-generation-per-intent',
  'tries-again',
  'delivers',
  'changed-etag-starts-anew',
  'stops-at-a-refusal',
  'failed-poll-is-no-failure',
  'key-goes-nowhere-else',
]);
export const HANDFUL = FLAWS.filter(({ check }) => CHOSEN.has(check));
export const OTHERS = FLAWS.filter(({ check }) => !CHOSEN.has(check));

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

export function brokenClientsSuite(flaws: readonly Flaw[]): void {
  test.concurrent.each(flaws)('a client with a flaw is noticed by $check', async (flaw) => {
    const missed = await missedBy(flaw);
    expect(missed).toContain(flaw.check);
    expect(missed.filter((id) => id !== flaw.check && flaw.also?.includes(id) !== true)).toEqual([]);
  });
}
