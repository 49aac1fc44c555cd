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
  const checks = new Map(PASSIVE.map((check) => [check.id, check]));
  return judgeAll(PASSIVE, { exchanges, probes: {}, anyClip: '', startedAt }).flatMap((result): Breach[] => {
    const check = checks.get(result.id);
    if (result.verdict !== 'fail' || check === undefined || check.authority === 'silent') return [];
    const { requirement, authority, proves } = check;
    const { id: key, expected = '', got = '' } = result;
    const shown = exchanges.filter(({ n }) => result.exchanges.includes(n));
    return [{ key, requirement, authority, proves, expected, got, exchanges: shown }];
  });
}
