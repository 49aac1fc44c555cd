/** Injection points: where in the life of a request rules are evaluated, and what an evaluation found. */

import type { MatchFacts } from '../../faults/evaluate.ts';
import type { Phase } from '../../faults/phases.ts';
import type { EvaluationResult } from '../../faults/registry.ts';
import type { Reaction } from './reaction.ts';

/** The facts that became known since the request arrived. */
export type KnownFacts = Partial<Pick<MatchFacts, 'generation' | 'workflow' | 'resolution' | 'prompt' | 'status'>>;

/** A point in the life of a request. */
export interface InjectionPoint {
  readonly phases: readonly Phase[];
  readonly known: KnownFacts;
  /**
   * Scenarios known only since this point, from a marker in the prompt or from the generation. Their rules for earlier
   * phases are evaluated here, too.
   */
  readonly revealed?: readonly string[] | undefined;
}

/** The result of an evaluation. It counts once the decision that it was a part of is committed. */
export interface Injection extends EvaluationResult {
  readonly revealed: readonly string[];
  readonly reaction: Reaction;
  readonly cause?: string | undefined;
}
