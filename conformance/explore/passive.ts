/** The checks of the kit that judge any response, applied to the responses of one sequence. */

import { CHECKS } from '../checks/checks.ts';
import type { Exchange } from '../client/exchange.ts';
import { judgeAll } from '../engine/judge.ts';
import type { Flaw } from './flaw.ts';

/** Rows judge only requests with names of their own, and dates are compared over a whole run. */
const OTHERS = /^(create|subject-map|workflow)\.|^http\.date\.goes-on$/;
const PASSIVE = CHECKS.filter(({ id, passive, level }) => passive === true && level === 'must' && !OTHERS.test(id));

/**
 * The flaws of these exchanges, by themselves and beside earlier ones of the same run. Of several responses that break
 * the same promise, a check names the first.
 */
export function passiveFlaws(own: readonly Exchange[], before: readonly Exchange[], startedAt: string): Flaw[] {
  const alone = flawsIn(own, startedAt);
  const beside = before.length === 0 ? [] : flawsIn([...before, ...own], startedAt);
  return [...alone, ...beside.filter(({ exchanges }) => exchanges.some((exchange) => own.includes(exchange)))];
}

function flawsIn(exchanges: readonly Exchange[], startedAt: string): Flaw[] {
  const checks = new Map(PASSIVE.map((check) => [check.id, check]));
  return judgeAll(PASSIVE, { exchanges, probes: {}, anyClip: '', startedAt }).flatMap((result): Flaw[] => {
    const check = checks.get(result.id);
    if (result.verdict !== 'fail' || check === undefined || check.authority === 'silent') return [];
    const { requirement, authority, proves } = check;
    const { id: key, expected = '', got = '' } = result;
    const shown = exchanges.filter(({ n }) => result.exchanges.includes(n));
    return [{ key, requirement, authority, proves, expected, got, exchanges: shown }];
  });
}
