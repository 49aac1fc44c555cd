/** From a valid create to a priced create: source videos, input files, length of the clip and price. */

import { sizeOf } from '../../../contract/dimensions.ts';
import { costOf } from '../../../contract/prices.ts';
import { outputSeconds, sourceProblems, type SourceFacts } from '../../../contract/source-videos.ts';
import { workflowOf } from '../../../contract/workflow.ts';
import type { Account } from '../../domain/account.ts';
import { findSource, readGeneration } from '../../domain/account-generations.ts';
import { decide } from '../../domain/decide.ts';
import { countAncestors } from '../../domain/derivation.ts';
import type { Generation } from '../../domain/generation.ts';
import type { PricedCreate } from '../../domain/new-generation.ts';
import type { ApiContext } from '../context.ts';
import { requestedScenarios } from '../faults/requested.ts';
import { Refusal, refuseProblems } from '../refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { ValidCreate } from './valid-create.ts';

/** Prices a create. Refuses it if a source cannot be used, or if the settings reject its input files. */
export async function toPricedCreate(
  context: ApiContext,
  call: RequestContext,
  { request, prompt, subjects, marked }: ValidCreate,
): Promise<PricedCreate | Refusal> {
  const { source_video_ids: ids, image_urls: imageUrls, audio_urls: audioUrls, resolution } = request;
  const sources = ids.length === 0 ? NO_SOURCES : await findSources(context, call, ids);
  if (sources instanceof Refusal) return sources;
  const workflow = workflowOf(request);
  const inspected = await context.provider.inspect({
    imageUrls,
    audioUrls,
    workflow,
    resolution,
    size: request.aspect_ratio === 'adaptive' ? undefined : sizeOf(resolution, request.aspect_ratio),
    sourceSizes: sources.map(({ assignment }) => assignment.size),
  });
  const refusal = 'provisional' in inspected ? undefined : refuseProblems(inspected.problems);
  if (refusal !== undefined) return refusal;
  const sourceSeconds = sources.map(({ assignment }) => assignment.seconds);
  const seconds = outputSeconds(request, sourceSeconds);
  return {
    request,
    prompt,
    subjects,
    workflow,
    sources,
    inspected,
    seconds,
    cost: costOf({ resolution, outputSeconds: seconds, sourceSeconds }, context.settings.prices),
    scenarios: requestedScenarios(call, marked),
  };
}

/** Multiplies the cost of a create by the factor of a fault rule. */
export function atFaultyPrice(create: PricedCreate, factor: number | undefined): PricedCreate {
  return factor === undefined ? create : { ...create, cost: Math.round(create.cost * factor) };
}

const NO_SOURCES: readonly Generation[] = [];

/** Finds the source videos with these ids. All of them must be completed. */
async function findSources(
  { accounts }: ApiContext,
  call: RequestContext,
  ids: readonly string[],
): Promise<readonly Generation[] | Refusal> {
  const read = { now: call.now, isPoll: false };
  const found = await decide(accounts, call, (account) =>
    ids.map((id) => {
      const source = readGeneration(account, id.toLowerCase(), read);
      return { source, facts: sourceFacts(account, source) };
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

function sourceFacts(account: Account, source: Generation | undefined): SourceFacts {
  if (source === undefined) return { state: 'unknown' };
  if (source.status !== 'completed') return { state: 'not-completed' };
  const { seconds, depth } = source.assignment;
  return { state: 'completed', seconds, depth, ancestors: countAncestors(source, (id) => findSource(account, id)) };
}
