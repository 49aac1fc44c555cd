/** Stores facts about forwarded generations for fault rules and prices. The memory is limited. */

import { createHash } from 'node:crypto';
import { createLru } from '../lib/lru.ts';
import { RESOLUTIONS, type Resolution } from '../contract/dimensions.ts';
import { STATUSES, type Status } from '../contract/generation.ts';
import { MODES, OPERATIONS, workflowOf, type Workflow } from '../contract/workflow.ts';
import type { CreateFields } from './spend/price.ts';

/** The facts about a create that fault rules can match, if its body contains them. */
export interface CreateFacts {
  readonly workflow?: Workflow | undefined;
  readonly resolution?: Resolution | undefined;
  readonly prompt?: string | undefined;
}

export interface SeenGeneration extends CreateFacts {
  /** The scenarios in the header of its create request. */
  readonly scenarios: readonly string[];
  /** The length of the clip. Undefined for an edit, which is as long as its source. */
  readonly seconds: number | undefined;
  /** The status in the latest response of the service. */
  status: Status | undefined;
}

export interface Generations {
  find(id: string): SeenGeneration | undefined;
  add(id: string, generation: SeenGeneration): void;
  /** Stores the status of a record. */
  see(id: string, status: unknown): void;
}

/** The maximum number of generations. One takes about half a kilobyte, and its prompt. */
export const MOST_GENERATIONS_KEPT = 10_000;
export const LONGEST_PROMPT_KEPT = 2000;
/** The maximum length of an id. Ids are UUIDs, and much longer ids are ignored. */
const LONGEST_ID = 200;

/** Creates an empty store. */
export function createGenerations(): Generations {
  const known = createLru<SeenGeneration>(MOST_GENERATIONS_KEPT);
  return {
    find: (id) => known.get(id.toLowerCase()),
    add: (sentId, generation) => {
      const id = toId(sentId);
      if (id === undefined) return;
      known.set(id, { ...generation, prompt: beginningOf(generation.prompt) });
    },
    see: (id, status) => {
      const generation = known.get(id.toLowerCase());
      if (generation !== undefined) generation.status = toStatus(status);
    },
  };
}

/** Returns the id of a record in lower case, or undefined if it is not an id. */
export function toId(id: unknown): string | undefined {
  return typeof id === 'string' && id.length <= LONGEST_ID ? id.toLowerCase() : undefined;
}

/** Returns the id under which a payment stores its generation. A much longer id than a UUID is stored as a digest. */
export function toPaidId(id: unknown): string | undefined {
  if (typeof id !== 'string') return undefined;
  return toId(id) ?? `sha256 ${createHash('sha256').update(id.toLowerCase()).digest('base64url')}`;
}

/** Returns a copy of the beginning, because a slice would keep the whole string in memory. */
function beginningOf(prompt: string | undefined): string | undefined {
  return prompt && Buffer.from(prompt.slice(0, LONGEST_PROMPT_KEPT), 'utf16le').toString('utf16le');
}

/** Returns a known status, or undefined. */
export function toStatus(status: unknown): Status | undefined {
  return STATUSES.find((known) => known === status);
}

/** Returns the facts in the body of a create without validating it. */
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

/** Returns the clip length that the body of a create requests, if any. */
export function secondsOf(fields: CreateFields | undefined): number | undefined {
  const seconds = fields?.duration_seconds;
  return fields?.reference_video_operation === 'edit' || typeof seconds !== 'number' ? undefined : seconds;
}
