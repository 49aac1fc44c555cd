/** GET and HEAD /v1/videos/{id}: the record with its current status. Reading the status settles the generation. */

import type { Status } from '../../contract/generation.ts';
import type { Account } from '../domain/account.ts';
import { findGeneration, readGeneration } from '../domain/account-generations.ts';
import type { Generation } from '../domain/generation.ts';
import type { Phase } from '../faults/phases.ts';
import type { Answer, Call } from './call.ts';
import { decide } from '../domain/decide.ts';
import type { InjectionPoint, KnownFacts } from './faults/session.ts';
import { answerText, recordText } from './record.ts';
import { Refusal } from './refusal.ts';

export async function getVideo(call: Call): Promise<Answer> {
  const injected = call.faults && (await call.faults.before((account) => beforeRead(account, call)));
  if (injected !== undefined) return injected;
  const found = await readVideo(call);
  if (found === undefined) return new Refusal('video_not_found');
  const { arrivals, settings } = call.context;
  if (found.generation.plan.kind === 'waiting') arrivals.begin(call.account, found.generation);
  const answer = answerText(200, recordText(found.generation, settings.absentFields));
  return call.faults?.after(found.injection, answer) ?? answer;
}

/** Returns the phases of a request that finds a generation with this status. An unknown status counts as live. */
export function phasesAt(status: Status | undefined, isDownload: boolean): readonly Phase[] {
  if (status !== 'completed' && status !== 'failed') return ['while-running'];
  return isDownload && status === 'completed' ? ['during-download', 'after-completion'] : ['after-completion'];
}

/** Reads the generation in the path, and injects faults. Returns undefined if the account has no such generation. */
export function readVideo(call: Call) {
  const id = call.id.toLowerCase();
  const isGet = call.request.method === 'GET';
  // A HEAD counts neither as a poll nor as a download.
  const read = { now: call.now, isPoll: isGet && call.operation === 'get' };
  return decide(call, (account) => {
    const generation = readGeneration(account, id, read);
    if (generation === undefined) return undefined;
    const { faults } = call;
    if (faults === undefined) return { generation, injection: undefined };
    const phases = phasesAt(generation.status, isGet && call.operation === 'content');
    const injection = faults.evaluate(account, { phases, known: knownOf(generation) }, generation.fault);
    return { generation, injection };
  });
}

/** Returns the injection point before the read. All facts but the status are known since the create. */
export function beforeRead(account: Account, call: Call): InjectionPoint {
  const generation = findGeneration(account, call.id.toLowerCase());
  const known = generation === undefined ? {} : { ...knownOf(generation), status: undefined };
  return { phases: ['before-reservation'], known, revealed: generation?.scenarios };
}

/** Returns the facts about a generation that rules may match. */
function knownOf({ id, status, assignment }: Generation): KnownFacts {
  const { workflow, resolution, prompt } = assignment;
  return { generation: id, workflow, resolution, prompt, status };
}
