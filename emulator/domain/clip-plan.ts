/** The plan of a clip. It depends only on the generation and its sources, so any replica can render the clip. */

import type { Resolution, Size } from '../../contract/dimensions.ts';
import type { Workflow } from '../../contract/workflow.ts';

/** An input file of the request, with the @handles that the subject maps assign to it. */
export interface PlannedInput {
  readonly url: string;
  readonly handles: readonly string[];
}

/**
 * An earlier clip used as source material. Only its plan is stored, because rendering the plan again gives the same
 * bytes. Clips that share a source share its plan.
 */
export interface PlannedSource {
  readonly clip: ClipPlan;
  readonly handles: readonly string[];
}

/**
 * The facts about a clip that its create decides, except its sources. A generation refers to its sources; a clip plan
 * contains them.
 */
export interface ClipFacts {
  readonly prompt: string;
  readonly workflow: Workflow;
  readonly resolution: Resolution;
  readonly size: Size;
  /** The length in whole seconds. Each second has exactly 24 frames. */
  readonly seconds: number;
  readonly audio: boolean;
  readonly images: readonly PlannedInput[];
  readonly audios: readonly PlannedInput[];
}

export interface ClipPlan extends ClipFacts {
  /**
   * A digest of the fields below and of the keys of the sources. Two plans with the same key are equal, so caches use
   * it as their key.
   */
  readonly key: string;
  readonly id: string;
  /** The account's seed. Accounts with different seeds get different pictures for the same prompt. */
  readonly seed: number;
  readonly sources: readonly PlannedSource[];
}
