/** The checks of the kit that judge any response, applied to the responses of one sequence. */

import { CHECKS } from '../checks/checks.ts';
import type { Exchange } from '../client/exchange.ts';
import { judgeAll } from '../engine/judge.ts';
import type { Breach } from './breach.ts';

/** Rows judge only requests with names of their own, and dates are compared over a whole run. */
const OTHERS = /^(create|subject-map|workflow)\.|^http\.date\.goes-on$/;
const PASSIVE = CHECKS.filter(({ id, passive, level }) => passive === true && level === 'must' && !OTHERS.test(id));

/**
 * The breaches of these exchanges, by themselves and beside earlier ones of the same run. A check names the first of
 * several responses that break the same promise.
 */
export function passiveBreaches(own: readonly Exchange[], before: readonly Exchange[], startedAt: string): Breach[] {
  const alone = breachesIn(own, startedAt);
  const beside = before.length === 0 ? [] : breachesIn([...before, ...own], startedAt);
  return [...alone, ...beside.filter(({ exchanges }) => exchanges.some((exchange) => own.includes(exchange)))];
}

function breachesIn(exchanges: readonly Exchange[], startedAt: string): Breach[] {
  const results = judgeAll(PASSIVE, { exchanges, probes: {}, anyClip: '', startedAt });
  return PASSIVE.flatMap(({ id: key, requirement, authority, proves }, at): Breach[] => {
    const { verdict, expected = '', got = '', exchanges: numbers = [] } = results[at] ?? {};
    if (verdict !== 'fail' || authority === 'silent') return [];
    const shown = exchanges.filter(({ n }) => numbers.includes(n));
    return [{ key, requirement, authority, proves, expected, got, exchanges: shown }];
  });
}
