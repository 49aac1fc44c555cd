/** Turns a schedule into the scenario that plays it. */

import { createHash } from 'node:crypto';
import type { OwnScenario } from '../cases/own-scenario.ts';
import { Expectation } from '../expectations/expectation.ts';
import type { DrawnRule, Schedule } from './draw.ts';
import { sentencesOf } from './sentences.ts';

/** The price of the usual body, in US dollars. */
const PRICE = 0.48;

/** The scenario that plays a schedule. The name follows from the schedule if none is given. */
export function toScenario(schedule: Schedule, about: string, name = nameOf(schedule, about)): OwnScenario {
  const { goal, latency, rules } = schedule;
  const final = rules.map(finalOf).find((found) => found !== undefined);
  const needsPolls = latency !== 'instant' || rules.some(({ match }) => match.operation === 'get');
  return {
    name,
    server: sentencesOf(schedule),
    client: 'Delivers the clips, or gives up with an error after it has retried. It pays for each clip once.',
    rules: rules.map(({ match, when, effect }) => ({
      match: { ...match },
      ...(when && { when: { ...when } }),
      effect,
    })),
    audition: Expectation.parse({
      goal,
      account: { latency },
      ...(needsPolls && { deadline: { quick: 40 } }),
      ...(final !== undefined && { end: 'gave-up', pays: final.pays }),
      giveUp: { why: 'The faults may continue longer than a client retries.' },
      checks: checksOf(schedule),
    }),
  };
}

function nameOf(schedule: Schedule, about: string): string {
  const digest = createHash('sha256').update(JSON.stringify(schedule)).digest('hex');
  return `${about.replaceAll('-', '_')}_${digest.slice(0, 6)}`;
}

/** Whether a rule keeps a careful client from delivering, and the amount that it pays then. */
function finalOf({ match, when, effect }: DrawnRule): { readonly pays: number } | undefined {
  const { kind } = effect;
  if (kind === 'outcome' && effect['fail'] !== undefined) return { pays: 0 };
  if (kind === 'outcome' && effect['stick'] !== undefined) return { pays: effect['stick'] === 'pending' ? PRICE : 0 };
  if (kind === 'account' && effect['revokeKey'] === true) return { pays: PRICE };
  const isRefusal = kind === 'answer' && [400, 401, 402].includes(Number(effect['status']));
  return isRefusal && match.operation === 'create' ? { pays: (when?.after ?? 0) * PRICE } : undefined;
}

/**
 * The checks that do not hold everywhere. Accepted generations are finished if only creates fail, and a slow download
 * that nothing else disturbs is read to its end.
 */
function checksOf({ goal, rules }: Schedule): Record<string, object> {
  const onlyCreates = rules.every(({ match }) => match.operation === 'create');
  const ofDownloads = rules.filter(({ match }) => match.operation === 'content');
  const isDrip = ofDownloads.length > 0 && ofDownloads.every(({ effect }) => effect.kind === 'throttle');
  return {
    ...(goal === 'batch' && onlyCreates && { 'finishes-what-was-accepted': {} }),
    ...(isDrip && { 'idle-timeout': {} }),
  };
}
