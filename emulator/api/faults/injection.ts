/** Injection points: the points of a request at which rules are evaluated, and the results. */

import type { MatchFacts } from '../../faults/evaluate.ts';
import type { Phase } from '../../faults/phases.ts';
import type { EvaluationResult } from '../../faults/registry.ts';
import type { Reaction } from './reaction.ts';

/** The facts that became known after the request arrived. */
export type KnownFacts = Partial<Pick<MatchFacts, 'generation' | 'workflow' | 'resolution' | 'prompt' | 'status'>>;

/** A point of a request at which rules are evaluated. */
export interface InjectionPoint {
  readonly phases: readonly Phase[];
  readonly known: KnownFacts;
  /**
   * The scenarios that a marker in the prompt or the generation added at this point. Their rules for earlier phases are
   * evaluated here, too.
   */
  readonly revealed?: readonly string[] | undefined;
}

/** The result of an evaluation. It takes effect after its decision was committed. */
export interface Injection extends EvaluationResult {
  readonly revealed: readonly string[];
  readonly reaction: Reaction;
  readonly cause?: string | undefined;
}
