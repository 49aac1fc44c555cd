/** The facts about generations that passed: bounded, and enough for fault rules and prices. */

import { createLru } from '../lib/lru.ts';
import { RESOLUTIONS, type Resolution } from '../contract/dimensions.ts';
import { STATUSES, type Status } from '../contract/generation.ts';
import { MODES, OPERATIONS, workflowOf, type Workflow } from '../contract/workflow.ts';
import type { CreateFields } from './spend/price.ts';

/** The facts of a create that rules may match, as far as its body has them. */
export interface CreateFacts {
  readonly workflow?: Workflow | undefined;
  readonly resolution?: Resolution | undefined;
  readonly prompt?: string | undefined;
}

export interface SeenGeneration extends CreateFacts {
  /** The scenarios that its create named in a header. */
  readonly scenarios: readonly string[];
  /** The length of the clip; undefined for an edit, which is as long as its source. */
  readonly seconds: number | undefined;
  /** The status in the latest response of the service. */
  status: Status | undefined;
}

export interface Generations {
  find(id: string): SeenGeneration | undefined;
  add(id: string, generation: SeenGeneration): void;
  /** Notes the status in a record. */
  see(id: string, status: unknown): void;
}

/** Each takes about half a kilobyte and its prompt. */
export const MOST_GENERATIONS_KEPT = 10_000;
export const LONGEST_PROMPT_KEPT = 2000;
/** An id is a uuid. Much longer ids are not remembered. */
const LONGEST_ID = 200;

/** Knows none. */
export function createGenerations(): Generations {
  const known = createLru<SeenGeneration>(MOST_GENERATIONS_KEPT);
  return {
    find: (id) => known.get(id.toLowerCase()),
    add: (told, generation) => {
      const id = toId(told);
      if (id === undefined) return;
      known.set(id, { ...generation, prompt: beginningOf(generation.prompt) });
    },
    see: (id, status) => {
      const generation = known.get(id.toLowerCase());
      if (generation !== undefined) generation.status = toStatus(status);
    },
  };
}

/** The id of a record in lower case, or nothing where it is none. */
export function toId(id: unknown): string | undefined {
  return typeof id === 'string' && id.length <= LONGEST_ID ? id.toLowerCase() : undefined;
}

/** A copy: a slice of a string would keep the whole of it, which may be a megabyte. */
function beginningOf(prompt: string | undefined): string | undefined {
  return prompt && Buffer.from(prompt.slice(0, LONGEST_PROMPT_KEPT), 'utf16le').toString('utf16le');
}

/** One of the four, or nothing. */
export function toStatus(status: unknown): Status | undefined {
  return STATUSES.find((known) => known === status);
}

/** The facts in the body of a create, without a validation. */
export function factsOf(fields: CreateFields | undefined): CreateFacts {
  if (fields === undefined) return {};
  const { mode: asked = 'text-to-video', resolution: tier = '720p', prompt, image_urls: images } = fields;
  const mode = MODES.find((known) => known === asked);
  const operation = OPERATIONS.find((known) => known === fields.reference_video_operation);
  const urls = Array.isArray(images) ? images.map(String) : [];
  return {
    workflow: mode && workflowOf({ mode, image_urls: urls, reference_video_operation: operation }),
    resolution: RESOLUTIONS.find((known) => known === tier),
    prompt: typeof prompt === 'string' ? prompt : undefined,
  };
}

/** How long the clip of a create will be, where its body tells. */
export function secondsOf(fields: CreateFields | undefined): number | undefined {
  const seconds = fields?.duration_seconds;
  return fields?.reference_video_operation === 'edit' || typeof seconds !== 'number' ? undefined : seconds;
}
