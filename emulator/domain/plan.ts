/** The plan of a generation, decided at its create: when it starts and ends, and how. */

import type { FailureCode } from '../../contract/failures.ts';

export interface Failure {
  readonly code: FailureCode;
  /** The status in which it fails. */
  readonly from: 'pending' | 'running';
  /** The number of the input file that the failure is about, counted from 1. */
  readonly input?: number | undefined;
}

/** By the account's clock. */
export interface TimedPlan {
  readonly kind: 'timed';
  readonly startsAt: number;
  readonly endsAt: number;
  readonly failure?: Failure | undefined;
}

/** By the number of polls, whatever the clock: so many find it pending, so many running. */
export interface PolledPlan {
  readonly kind: 'polls';
  readonly pending: number;
  readonly running: number;
  readonly failure?: Failure | undefined;
}

/** It moves only by hand, through the control API or the library. */
export interface ManualPlan {
  readonly kind: 'manual';
  readonly failure?: Failure | undefined;
}

/** How a fault changes the plan of a generation. */
export interface OutcomeChange {
  readonly fail?: Failure | undefined;
  /** The status in which it stays. */
  readonly stick?: 'pending' | 'running' | undefined;
  /** How long a stuck running one runs until it fails. */
  readonly giveUpSeconds: number;
  readonly skipRunning: boolean;
}

/** Its input files are still being fetched: it is pending until they arrive, then it gets one of the other plans. */
export interface WaitingPlan {
  readonly kind: 'waiting';
  /** Whether its size follows from the files. */
  readonly isAdaptive?: boolean | undefined;
  /** The changes of fault rules to the later plan. Both are absent from what earlier versions kept. */
  readonly changes?: readonly OutcomeChange[] | undefined;
  readonly failure?: undefined;
}

/** A plan that a provider has made. */
export type DecidedPlan = TimedPlan | PolledPlan | ManualPlan;
export type Plan = DecidedPlan | WaitingPlan;
