/**
 * What a clip must show: a function of the generation's record (and its sources' records) alone, so any replica can
 * render it.
 */

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
 * What is settled about a clip at its create, all but its sources: a generation refers to those, a plan contains them.
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
   * plan. Caches and single flights go by it, so that work and memory grow with the number of distinct clips and not
   * with the ways that lead to them.
   */
  readonly key: string;
  readonly id: string;
  /** The account's seed: two accounts with different seeds see different pictures for one prompt. */
  readonly seed: number;
  readonly sources: readonly PlannedSource[];
}
