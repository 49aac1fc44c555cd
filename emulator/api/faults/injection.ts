/** Where fault rules are evaluated on a request's way, and what comes of it. */

import type { Account } from '../../domain/account.ts';
import type { FaultyOutcome } from '../../domain/create-generation.ts';
import type { MatchFacts } from '../../faults/evaluate.ts';
import type { Phase } from '../../faults/phases.ts';
import type { EvaluationResult } from '../../faults/registry.ts';
import type { ApiResponse } from '../messages.ts';
import type { Refusal } from '../refusal.ts';
import type { Reaction } from './reaction.ts';

/** What became known since the request arrived. */
export type KnownFacts = Partial<Pick<MatchFacts, 'generation' | 'workflow' | 'resolution' | 'prompt' | 'status'>>;

/** A point on a request's way at which rules are evaluated. */
export interface InjectionPoint {
  readonly phases: readonly Phase[];
  readonly known: KnownFacts;
  /**
   * Scenarios that came to light only now, by a marker in the prompt or by the generation; they may still act as early
   * as they like.
   */
  readonly revealed?: readonly string[] | undefined;
}

/** What an evaluation found. It has happened once the decision that it was a part of is kept. */
export interface Injection extends EvaluationResult {
  readonly revealed: readonly string[];
  readonly reaction: Reaction;
  /** The rule that decided at the create how the generation goes. */
  readonly cause?: string | undefined;
}

/** The fault rules that may act on one request. */
export interface FaultSession {
  /** The failure scenarios that apply, by name; those of a generation come to light on the way. */
  readonly scenarios: readonly string[];
  /** How the rules that fired have a generation go that is created now. */
  readonly outcomes: readonly FaultyOutcome[];
  /** What the cost of a create is multiplied with. */
  readonly priceFactor: number | undefined;
  /** Names the rules that had a hand in the answer. */
  readonly header: Record<string, string> | undefined;
  /** Evaluates what acts first. An answer ends the request here. */
  arrive(): Promise<ApiResponse | undefined>;
  /** Evaluates what acts before the work. An answer ends the request here: the work is not done at all. */
  before(pointIn: (account: Account) => InjectionPoint): Promise<ApiResponse | undefined>;
  /** Evaluates the rules of a point as a part of a decision, and changes the account as those say that fire. */
  evaluate(account: Account, point: InjectionPoint, cause?: string): Injection;
  /** Changes the answer and the connection as the rules say that fired in the decision behind the answer. */
  after(injection: Injection | undefined, answer: ApiResponse | Refusal): ApiResponse | Refusal;
  /** Waits for as long as rules have made the request wait so far. */
  flushDelay(): Promise<void>;
}
