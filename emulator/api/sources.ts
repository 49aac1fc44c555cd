/** The source videos of a create: a look at each, and what is wrong with them. */

import { sourceProblems, type SourceFacts } from '../../contract/source-videos.ts';
import type { Account } from '../domain/account.ts';
import { findSource, lookAtGeneration } from '../domain/account-generations.ts';
import { decide } from '../domain/decide.ts';
import { countBehind } from '../domain/derivation.ts';
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
    ids.map((id) => {
      const source = lookAtGeneration(account, id.toLowerCase(), look);
      return { source, facts: factsOf(account, source) };
    }),
  );
  const sources = found ?? ids.map((): Found => ({ source: undefined, facts: { state: 'unknown' } }));
  const refusal = refuseProblems(sourceProblems(sources.map(({ facts }) => facts)));
  return refusal ?? sources.flatMap(({ source }) => source ?? []);
}

interface Found {
  readonly source: Generation | undefined;
  readonly facts: SourceFacts;
}

function factsOf(account: Account, source: Generation | undefined): SourceFacts {
  if (source === undefined) return { state: 'unknown' };
  if (source.status !== 'completed') return { state: 'not-completed' };
  const { seconds, depth } = source.assignment;
  return { state: 'completed', seconds, depth, behind: countBehind(source, (id) => findSource(account, id)) };
}
