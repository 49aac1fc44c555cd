/** One case: a client, a scenario, an account of its own, and what it is asked to do. */

import { randomBytes } from 'node:crypto';
import type { ApplicableExpectation, Goal } from '../expectations/expectation.ts';
import { bodiesOf, type Body } from './usual-bodies.ts';

/** How long stories take: in short waits, or as they stand. */
export type StoryPace = 'quick' | 'real';

export interface AuditionCase {
  /** The name of its scenario; `healthy` for the one without any. */
  readonly scenario: string;
  readonly expectation: ApplicableExpectation;
  readonly goal: Goal;
  readonly bodies: readonly Body[];
  /** The account's name, which its key carries; it tells the client nothing. */
  readonly label: string;
  readonly apiKey: string;
  readonly deadlineSeconds: number;
  /** The rules of a scenario that the package does not contain. */
  readonly rules?: readonly object[] | undefined;
  /** Accounts with the same origin have the same ids, and with them the same clips. */
  readonly origin: string;
}

/** The case in which nothing goes wrong. */
export const HEALTHY = 'healthy';

/** The deadline of a case that is played again because a request was still silent at its first deadline. */
export const PATIENT_SECONDS = 75;

interface CaseOptions {
  readonly pace: StoryPace;
  readonly rules?: readonly object[] | undefined;
}

/** Makes a case with an account and a key that nobody has had before. */
export function newCase(
  scenario: string,
  expectation: ApplicableExpectation,
  { pace, rules }: CaseOptions,
): AuditionCase {
  const label = randomBytes(12).toString('hex');
  const { goal, bodies, deadline } = expectation;
  return {
    scenario,
    expectation,
    goal,
    bodies: bodiesOf(goal, bodies),
    label,
    apiKey: `sk_standin_${label}`,
    deadlineSeconds: deadline[pace],
    rules,
    origin: rules !== undefined && bodies === undefined ? `audition-own-${goal}` : `audition-${scenario}`,
  };
}

/** What is told of a scenario that no client can reach. */
export interface LeftOut {
  readonly scenario: string;
  readonly why: string;
}
