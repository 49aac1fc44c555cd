/** Plays a scenario once, and again if the machine or a silent request disturbed the first play. */

import type { Semaphore } from '../../lib/semaphore.ts';
import { isReachable, type CaseScenario } from '../cases/case-scenario.ts';
import { playAnew } from '../conduct/conduct.ts';
import { secondPlay, type Play, type PlayedCase } from '../conduct/play-case.ts';
import { isRed, type CaseVerdict } from '../judge/audition-report.ts';
import { missedIn } from '../judge/case-verdict.ts';
import { judgeRecord, type JudgeOptions } from '../judge/judge-records.ts';

/** A play with its verdict. */
export interface Seen {
  readonly scenario: CaseScenario;
  readonly played: PlayedCase;
  readonly verdict: CaseVerdict;
}

export interface Attempts {
  readonly play: Play;
  readonly judging: JudgeOptions;
  /** Limits the concurrent plays of all rounds and all steps of shrinking. */
  readonly slots: Semaphore;
  /** The case without faults. */
  readonly healthy: PlayedCase;
}

/** Plays a scenario. Returns undefined if the run ended first. */
export async function attempt(scenario: CaseScenario, attempts: Attempts): Promise<Seen | undefined> {
  const { play, judging, slots, healthy } = attempts;
  if (!isReachable(scenario)) return undefined;
  const once = async (second?: Parameters<typeof playAnew>[2]): Promise<Seen | undefined> => {
    const played = play.signal.aborted ? undefined : await playAnew(scenario, play, second);
    const verdict = played && judgeRecord(played.record, { ...judging, scenarios: [scenario] });
    return played && verdict && { scenario, played, verdict };
  };
  const seen = await slots.run(once);
  const second = seen !== undefined && isRed(seen.verdict) ? secondPlay(seen.played, healthy) : undefined;
  return second === undefined ? seen : slots.run(() => once(second));
}

/** Returns the mistakes that make a case fail the run: ids of checks, or the way in which the client ended. */
export function mistakesIn({ verdict }: Seen): string[] {
  const missed = missedIn(verdict.results, 'must');
  return verdict.word === 'crashed' ? [...missed, 'crashed'] : missed;
}
