/** The plan of a clip: a function of the generation and its sources alone, so that any replica can render the clip. */

import type { Resolution, Size } from '../../contract/dimensions.ts';
import type { Workflow } from '../../contract/workflow.ts';

/** An input file as the request named it, with the @handles that the subject maps give it. */
export interface PlannedInput {
  readonly url: string;
  readonly handles: readonly string[];
}

/**
 * An earlier clip used as source material; rendering it again gives the same bytes, so it is a plan and never stored
 * content. Clips that share a source share its node.
 */
export interface PlannedSource {
  readonly clip: ClipPlan;
  readonly handles: readonly string[];
}

/**
 * The facts about a clip that are settled at its create, except its sources: a generation refers to its sources, and a
 * plan contains them.
 */
export interface ClipFacts {
  readonly prompt: string;
  readonly workflow: Workflow;
  readonly resolution: Resolution;
  readonly size: Size;
  /** Whole seconds; the clip has exactly 24 frames for each. */
  readonly seconds: number;
  readonly audio: boolean;
  readonly images: readonly PlannedInput[];
  readonly audios: readonly PlannedInput[];
}

export interface ClipPlan extends ClipFacts {
  /**
   * A digest of all that follows here, with the keys of the sources for the sources: plans with one key are the same
   * plan. Caches and single flights use it, so that work and memory grow with the number of distinct clips.
   */
  readonly key: string;
  readonly id: string;
  /** The account's seed: two accounts with different seeds see different pictures for one prompt. */
  readonly seed: number;
  readonly sources: readonly PlannedSource[];
}
