/** GET and HEAD /v1/videos/{id}: the record with its current state. The look itself moves and settles it. */

import type { Generation } from '../domain/generation.ts';
import type { ApiResponse } from './api-request.ts';
import type { ApiContext, Call } from './context.ts';
import { answerJson, toRecord } from './record.ts';
import { Refusal } from './refusal.ts';

/** Answers with the record. Only a GET counts as a poll. */
export async function getVideo(context: ApiContext, call: Call): Promise<ApiResponse | Refusal> {
  const generation = await findVideo(context, call, call.request.method === 'GET');
  return generation instanceof Refusal ? generation : answerJson(200, toRecord(generation));
}

/** Looks at the generation of the path. An unknown id, a foreign one and one that is no uuid are answered alike. */
export async function findVideo(context: ApiContext, call: Call, isPoll: boolean): Promise<Generation | Refusal> {
  const id = call.id.toLowerCase();
  const generation = await context.store.look(call.account.name, id, { now: call.now, isPoll, trace: call.trace });
  return generation ?? new Refusal('video_not_found');
}
