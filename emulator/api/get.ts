/** GET and HEAD /v1/videos/{id}: the record with its current status. The look moves and settles the generation. */

import type { Status } from '../../contract/generation.ts';
import type { Account } from '../domain/account.ts';
import { findGeneration, readGeneration } from '../domain/account-generations.ts';
import type { Generation } from '../domain/generation.ts';
import type { Phase } from '../faults/phases.ts';
import type { ApiResponse } from './messages.ts';
import type { RequestContext } from './request-context.ts';
import type { ApiContext } from './context.ts';
import { decide } from '../domain/decide.ts';
import type { Injection, InjectionPoint, KnownFacts } from './faults/injection.ts';
import { answerText, recordText, toRecord } from './record.ts';
import { Refusal } from './refusal.ts';

/** Answers with the record. Only a GET counts as a poll. */
export async function getVideo(context: ApiContext, call: RequestContext): Promise<ApiResponse | Refusal> {
  const injected = call.faults && (await call.faults.before((account) => beforeLook(account, call)));
  if (injected !== undefined) return injected;
  const seen = await look(context, call, { isPoll: call.request.method === 'GET', isDownload: false });
  if (seen === undefined) return new Refusal('video_not_found');
  if (seen.generation.plan.kind === 'waiting') context.arrivals.resume(seen.account, seen.generation);
  const answer = answerText(200, recordText(toRecord(seen.generation), context.settings.absentFields));
  return call.faults?.after(seen.injection, answer) ?? answer;
}

/** The phases of a request that finds a generation with this status. A status that is unknown counts as live. */
export function phasesAt(status: Status | undefined, isDownload: boolean): readonly Phase[] {
  if (status !== 'completed' && status !== 'failed') return ['while-running'];
  return isDownload && status === 'completed' ? ['during-download', 'after-completion'] : ['after-completion'];
}

/** The generation of the path, and the injection of the fault rules for its status. */
export interface LookedUp {
  readonly account: Account;
  readonly generation: Generation;
  readonly injection: Injection | undefined;
}

/**
 * Looks at the generation of the path. Returns undefined for an unknown id, an id of another account, and an id that is
 * not a UUID.
 */
export function look(
  context: ApiContext,
  call: RequestContext,
  { isPoll, isDownload }: { readonly isPoll: boolean; readonly isDownload: boolean },
): Promise<LookedUp | undefined> {
  const id = call.id.toLowerCase();
  return decide(context.accounts, call, (account) => {
    const generation = readGeneration(account, id, { now: call.now, isPoll });
    if (generation === undefined) return undefined;
    const { faults } = call;
    if (faults === undefined) return { account, generation, injection: undefined };
    const point = { phases: phasesAt(generation.status, isDownload), known: knownOf(generation) };
    return { account, generation, injection: faults.evaluate(account, point, generation.fault) };
  });
}

/**
 * The injection point before a look. All of the generation but its status was settled at its create, so rules may match
 * it.
 */
export function beforeLook(account: Account, call: RequestContext): InjectionPoint {
  const generation = findGeneration(account, call.id.toLowerCase());
  const known = generation === undefined ? {} : { ...knownOf(generation), status: undefined };
  return { phases: ['before-reservation'], known, revealed: generation?.scenarios };
}

/** The facts about a generation that rules may match. */
function knownOf({ id, status, assignment }: Generation): KnownFacts {
  const { workflow, resolution, prompt } = assignment;
  return { generation: id, workflow, resolution, prompt, status };
}
