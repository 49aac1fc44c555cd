/** The source videos of a create: a look at each, and what is wrong with them. */

import { sourceProblems, type SourceFacts } from '../../contract/source-videos.ts';
import { lookAtGeneration } from '../domain/account-generations.ts';
import { decide } from '../domain/decide.ts';
import type { Generation } from '../domain/generation.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { refuseProblems, type Refusal } from './refusal.ts';

/** Finds the source videos with these ids, all of them completed. */
export async function findSources(
  context: ApiContext,
  call: Call,
  ids: readonly string[],
): Promise<readonly Generation[] | Refusal> {
  const look = { now: call.now, isPoll: false };
  const found = await decide(context.accounts, call, (account) =>
    ids.map((id) => lookAtGeneration(account, id.toLowerCase(), look)),
  );
  const sources = found ?? ids.map(() => undefined);
  return refuseProblems(sourceProblems(sources.map(factsOf))) ?? sources.filter((source) => source !== undefined);
}

function factsOf(source: Generation | undefined): SourceFacts {
  if (source === undefined) return { state: 'unknown' };
  if (source.status !== 'completed') return { state: 'not-completed' };
  const { seconds, depth } = source.assignment;
  return { state: 'completed', seconds, depth };
}
