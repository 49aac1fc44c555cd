/** GET and HEAD /v1/videos/{id}: the record with its current state. The look itself moves and settles it. */

import type { Generation } from '../domain/generation.ts';
import { onceThere, type MaybePromise } from '../domain/maybe-promise.ts';
import type { ApiResponse } from './api-request.ts';
import type { ApiContext, Call } from './context.ts';
import { actAfter, actBefore, isQuiet, weighAt, type Moment } from './injection.ts';
import { answerJson, toRecord } from './record.ts';
import { Refusal } from './refusal.ts';

/** Answers with the record. Only a GET counts as a poll. */
export function getVideo(context: ApiContext, call: Call): MaybePromise<ApiResponse | Refusal> {
  if (!isQuiet(context, call)) return watchedVideo(context, call);
  return onceThere(lookedAt(context, call), (generation) =>
    generation instanceof Refusal ? generation : answerJson(200, toRecord(generation)),
  );
}

/** With rules in force. */
async function watchedVideo(context: ApiContext, call: Call): Promise<ApiResponse | Refusal> {
  const injected = await actBeforeLook(context, call);
  if (injected !== undefined) return injected;
  const generation = await lookedAt(context, call);
  if (generation instanceof Refusal) return generation;
  const answer = answerJson(200, toRecord(generation));
  const { status } = generation;
  const phase = status === 'pending' || status === 'running' ? 'while-running' : 'after-completion';
  const fired = weighAt(context, call, { phases: [phase], known: knownOf(generation) });
  return actAfter(context, call, { fired, answer });
}

function lookedAt(context: ApiContext, call: Call): MaybePromise<Generation | Refusal> {
  return findVideo(context, call, call.request.method === 'GET');
}

/** Weighs what acts before the work on a generation that exists already; what it is was decided earlier, so rules may ask for it. */
export async function actBeforeLook(context: ApiContext, call: Call): Promise<ApiResponse | undefined> {
  if (isQuiet(context, call)) return undefined;
  const generation = await context.store.find(call.account.name, call.id.toLowerCase());
  const known = generation === undefined ? {} : { ...knownOf(generation), status: undefined };
  return actBefore(context, call, { phases: ['before-reservation'], known, revealed: generation?.scenarios });
}

/** What rules may ask about a generation. */
export function knownOf({ id, status, assignment }: Generation): Moment['known'] {
  const { workflow, resolution, prompt } = assignment;
  return { generation: id, workflow, resolution, prompt, status };
}

/** Looks at the generation of the path. An unknown id, a foreign one and one that is no uuid are answered alike. */
export function findVideo(context: ApiContext, call: Call, isPoll: boolean): MaybePromise<Generation | Refusal> {
  const id = call.id.toLowerCase();
  const found = context.store.look(call.account.name, id, { now: call.now, isPoll, trace: call.trace });
  return onceThere(found, (generation) => seen(call, generation));
}

function seen(call: Call, generation: Generation | undefined): Generation | Refusal {
  // A rule that decided at the create how it goes has a hand in all that is seen of it.
  if (generation?.fault !== undefined) call.causes.push(generation.fault);
  return generation ?? new Refusal('video_not_found');
}
