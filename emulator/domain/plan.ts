/** The plan of a generation, which its create decides: the times of its statuses, and its outcome. */

import type { FailureCode } from '../../contract/failures.ts';

export interface Failure {
  readonly code: FailureCode;
  /** The status in which the generation fails. */
  readonly from: 'pending' | 'running';
  /** The number of the input file that caused the failure, counted from 1. */
  readonly input?: number | undefined;
}

/** A plan whose times are on the account's clock. */
export interface TimedPlan {
  readonly kind: 'timed';
  readonly startsAt: number;
  readonly endsAt: number;
  readonly failure?: Failure | undefined;
}

/** A plan that counts polls: the number of polls that find the generation pending, then running. */
export interface PolledPlan {
  readonly kind: 'polls';
  readonly pending: number;
  readonly running: number;
  readonly failure?: Failure | undefined;
}

/** A plan that only the control API or the library moves. */
export interface ManualPlan {
  readonly kind: 'manual';
  readonly failure?: Failure | undefined;
}

/** The changes that a fault makes to the plan of a generation. */
export interface OutcomeChange {
  readonly fail?: Failure | undefined;
  /** The status in which the generation stays. */
  readonly stick?: 'pending' | 'running' | undefined;
  /** The seconds until a generation that is stuck in `running` fails. */
  readonly giveUpSeconds: number;
  readonly skipRunning: boolean;
}

/** The plan while input files are fetched. The generation is pending, and gets another plan when they arrive. */
export interface WaitingPlan {
  readonly kind: 'waiting';
  /** Whether the size of the clip follows from the files. */
  readonly isAdaptive?: boolean | undefined;
  /** The changes of fault rules to the later plan. */
  readonly changes?: readonly OutcomeChange[] | undefined;
  readonly failure?: undefined;
}

/** A plan of the simulated provider. */
export type DecidedPlan = TimedPlan | PolledPlan | ManualPlan;
export type Plan = DecidedPlan | WaitingPlan;
