/** From a body to a priced create: the rules of the request, source videos, input files, length and price. */

import { crossFieldProblems } from '../../../contract/cross-field.ts';
import { sizeOf } from '../../../contract/dimensions.ts';
import { parseRequest } from '../../../contract/parse-request.ts';
import { costOf } from '../../../contract/prices.ts';
import { CreateVideoRequest, type FullCreateRequest, type SubjectMap } from '../../../contract/request.ts';
import { outputSeconds, sourceProblems, type SourceFacts } from '../../../contract/source-videos.ts';
import { workflowOf } from '../../../contract/workflow.ts';
import type { Account } from '../../domain/account.ts';
import { findGeneration, readGeneration } from '../../domain/account-generations.ts';
import type { PlannedInput } from '../../domain/clip-plan.ts';
import type { PricedCreate } from '../../domain/create-generation.ts';
import { decide } from '../../domain/decide.ts';
import { countAncestors } from '../../domain/derivation.ts';
import type { Generation } from '../../domain/generation.ts';
import type { ApiContext } from '../context.ts';
import { markedScenarios, requestedScenarios } from '../faults/requested.ts';
import { redactedUrl, sentKey } from '../keys/fingerprint.ts';
import { Refusal, refuseProblems } from '../refusal.ts';
import type { Call } from '../call.ts';

/** A priced create, and its prompt as sent. The priced create contains no API key. */
export interface SentCreate extends PricedCreate {
  /** The prompt as sent, for the fault rules alone. */
  readonly sentPrompt: string;
}

/** Validates and prices a body. Refuses sources that cannot be used, and input files that the settings reject. */
export async function toPricedCreate(call: Call, body: object): Promise<SentCreate | Refusal> {
  const { context } = call;
  const request = validRequest(context, body);
  if (request instanceof Refusal) return request;
  const { prompt, source_video_ids: ids, resolution, aspect_ratio: ratio, audio } = request;
  const marked = markedScenarios(context, prompt);
  if (marked instanceof Refusal) return marked;
  const found = ids.length === 0 ? NONE : await findSources(call, ids);
  if (found instanceof Refusal) return found;
  const redactor = context.redactors.redactorFor([sentKey(call.request)]);
  const workflow = workflowOf(request);
  const images = toInputs(request.image_urls, request.subject_to_image_ids, redactor);
  const audios = toInputs(request.audio_urls, request.subject_to_audio_ids, redactor);
  const isAdaptive = ratio === 'adaptive';
  const inspected = await context.provider.inspect({
    images,
    audios,
    workflow,
    resolution,
    size: isAdaptive ? undefined : sizeOf(resolution, ratio),
    sourceSizes: found.length === 0 ? NONE : found.map(({ assignment }) => assignment.size),
  });
  const refusal = inspected.problem && refuseProblems([inspected.problem]);
  if (refusal !== undefined) return refusal;
  const sourceSeconds = found.length === 0 ? NONE : found.map(({ assignment }) => assignment.seconds);
  const seconds = outputSeconds(request, sourceSeconds);
  const assignment = {
    prompt: redactor.redact(prompt),
    workflow,
    resolution,
    size: inspected.size,
    seconds,
    audio,
    images,
    audios,
    sources: found.length === 0 ? NONE : toSources(found, request.subject_to_video_ids, redactor),
    depth: found.reduce((deepest, source) => Math.max(deepest, source.assignment.depth + 1), 0),
  };
  const cost = costOf({ resolution, outputSeconds: seconds, sourceSeconds }, context.settings.prices);
  const scenarios = requestedScenarios(call, marked);
  return { assignment, inspected, isAdaptive, cost, scenarios, sentPrompt: prompt };
}

/** A shared empty list. Most generations have no references, and a million of them may be pending. */
const NONE: readonly never[] = [];

type Redactor = ReturnType<ApiContext['redactors']['redactorFor']>;

function toInputs(urls: readonly string[], map: SubjectMap | undefined, redactor: Redactor): readonly PlannedInput[] {
  if (urls.length === 0) return NONE;
  const { suspects, redact } = redactor;
  return urls.map((url, at) => {
    return { url: suspects(url) ? redactedUrl(url, redact) : url, handles: handlesOf(map, at, redact) };
  });
}

function toSources(found: readonly Generation[], map: SubjectMap | undefined, { redact }: Redactor) {
  return found.map(({ id }, at) => ({ id, handles: handlesOf(map, at, redact) }));
}

/** Returns the handles of a reference. Handles that the redaction makes equal count once. */
function handlesOf(map: SubjectMap | undefined, at: number, redact: Redactor['redact']): readonly string[] {
  if (map === undefined) return NONE;
  const named = Object.entries(map).filter(([, indexes]) => indexes.includes(at));
  return [...new Set(named.map(([handle]) => redact(handle)))];
}

function validRequest({ settings }: ApiContext, body: object): FullCreateRequest | Refusal {
  const parsed = parseRequest(settings.nullFields === 'left_out' ? withoutNulls(body) : body);
  if (!parsed.ok) return refuseProblems(parsed.problems) ?? new Refusal('invalid_json');
  const request = settings.omittedAspectRatio === 'accept' ? withImpliedRatio(parsed.request, body) : parsed.request;
  return refuseProblems(crossFieldProblems(request)) ?? request;
}

/** Removes `null` from optional fields. Other values do not change. */
function withoutNulls(body: object): object {
  const isSent = ([name, value]: [string, unknown]): boolean => value !== null || !OPTIONAL.has(name);
  return Object.fromEntries(Object.entries(body).filter(isSent));
}

const OPTIONAL = new Set(
  Object.entries(CreateVideoRequest.shape).flatMap(([name, field]) =>
    field.safeParse(undefined).success ? [name] : [],
  ),
);

/** Returns the request with `adaptive` if its workflow requires it and the body omits aspect_ratio. */
function withImpliedRatio(request: FullCreateRequest, body: object): FullCreateRequest {
  const workflow = workflowOf(request);
  const isAdaptive = workflow !== 'text' && workflow !== 'reference';
  return !Object.hasOwn(body, 'aspect_ratio') && isAdaptive ? { ...request, aspect_ratio: 'adaptive' } : request;
}

/** Finds the source videos with these ids. All of them must be completed. */
async function findSources(call: Call, ids: readonly string[]): Promise<readonly Generation[] | Refusal> {
  const read = { now: call.now, isPoll: false };
  const found = await decide(call, (account) => {
    const sources = ids.map((id) => readGeneration(account, id.toLowerCase(), read));
    return { sources, facts: sources.map((source) => sourceFacts(account, source)) };
  });
  if (found === undefined) return new Refusal('source_video_not_found');
  return refuseProblems(sourceProblems(found.facts)) ?? found.sources.flatMap((source) => source ?? []);
}

function sourceFacts(account: Account, source: Generation | undefined): SourceFacts {
  if (source === undefined) return { state: 'unknown' };
  if (source.status !== 'completed') return { state: 'not-completed' };
  const { seconds, depth } = source.assignment;
  return { state: 'completed', seconds, depth, ancestors: countAncestors(source, (id) => findGeneration(account, id)) };
}
