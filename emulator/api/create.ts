/**
 * POST /v1/videos: checks in the documented order, then one decision that reserves the cost and adds the generation.
 */

import { crossFieldProblems } from '../../contract/cross-field.ts';
import { parseRequest } from '../../contract/parse-request.ts';
import { costOf, toDollars } from '../../contract/prices.ts';
import type { CreateVideoRequest } from '../../contract/request.ts';
import { outputSeconds, sourceProblems, type SourceFacts } from '../../contract/source-videos.ts';
import { workflowOf } from '../../contract/workflow.ts';
import type { Account } from '../domain/account.ts';
import { lookAtGeneration } from '../domain/account-generations.ts';
import { createGeneration, type CreateResult, type PricedCreate } from '../domain/create-generation.ts';
import type { Generation } from '../domain/generation.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { ApiResponse } from './messages.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { decide } from '../domain/decide.ts';
import { markedScenarios, requestedScenarios } from './faults/requested.ts';
import { FaultSession, type Injection, type InjectionPoint } from './faults/session.ts';
import { fetchInputs } from './input-arrival.ts';
import { replay, type Idempotency, type UnusedRecord } from './idempotency.ts';
import { MOST_BODY_BYTES, parseJson, refuseType, type ReadBytes } from './json-body.ts';
import { answerJson, toFirstRecord } from './record.ts';
import { Refusal, refuseProblems } from './refusal.ts';
import { sentKey } from './sent-key.ts';

type Answer = ApiResponse | Refusal;

/** A body that passed every rule of the request; its sources and files were not looked at yet. */
interface ValidCreate {
  readonly request: CreateVideoRequest;
  /** The failure scenarios that its prompt names by markers. */
  readonly marked: readonly string[];
}

/** Answers a create. Nothing is reserved unless every check has passed. */
export function createVideo(context: ApiContext, call: Call, idempotency: Idempotency): MaybePromise<Answer> {
  const refused = refuseType(call.request);
  if (refused !== undefined) return refused;
  const bytes = call.request.readBody(MOST_BODY_BYTES);
  call.hasWaited ||= bytes instanceof Promise;
  const proceed = (read: ReadBytes): MaybePromise<Answer> => createFrom(context, call, { bytes: read, idempotency });
  // Most bodies arrive with their headers.
  return bytes instanceof Promise ? bytes.then(proceed) : proceed(bytes);
}

function createFrom(
  context: ApiContext,
  call: Call,
  { bytes, idempotency }: { readonly bytes: ReadBytes; readonly idempotency: Idempotency },
): MaybePromise<Answer> {
  const body = parseJson(bytes, call.trace);
  if (body instanceof Refusal) return body;
  const key = call.request.header('idempotency-key');
  const create = (record: UnusedRecord | undefined): MaybePromise<Answer> => {
    const valid = toValidCreate(context, body);
    return valid instanceof Refusal ? valid : fulfil(context, call, { valid, record });
  };
  return key === undefined ? create(undefined) : idempotency.once(call, { key, body }, create);
}

async function fulfil(
  context: ApiContext,
  call: Call,
  { valid, record }: { readonly valid: ValidCreate; readonly record: UnusedRecord | undefined },
): Promise<Answer> {
  const ids = valid.request.source_video_ids;
  const sources = ids.length === 0 ? NO_SOURCES : await findSources(context, call, ids);
  if (sources instanceof Refusal) return sources;
  const sourceSizes = sources.map(({ assignment }) => assignment.size);
  const { request } = valid;
  const inspecting = context.provider.inspect({ request, workflow: workflowOf(request), sourceSizes });
  call.hasWaited ||= inspecting instanceof Promise;
  const inspected = inspecting instanceof Promise ? await inspecting : inspecting;
  const create = toPricedCreate(context, call, { valid, sources, inspected });
  if (create instanceof Refusal) return create;

  if (create.scenarios.length > 0) call.faults ??= new FaultSession(context, call, []);
  const injected = call.faults && (await call.faults.before(() => beforeReservation(create)));
  if (injected !== undefined) return injected;
  const priced = atFaultyPrice(create, call.faults?.priceFactor);
  call.lifetime.throwIfAborted();
  const reserving = decide(context.accounts, call, (account) =>
    decideReservation(context, call, { account, create: priced, record }),
  );
  const reserved = (reserving instanceof Promise ? await reserving : reserving) ?? GONE;
  const { result } = reserved;
  if (result.kind === 'repeated' && record !== undefined)
    return replay(context, call, { earlier: result.earlier, record });
  if (result.kind !== 'accepted') return refuse(result, priced);
  fetchInputs(context, call, { create: priced, generation: result.generation });
  const answer = answerJson(202, toFirstRecord(result.generation));
  return call.faults?.after(reserved.injection, answer) ?? answer;
}

function toValidCreate(context: ApiContext, body: object): ValidCreate | Refusal {
  const request = validRequest(context, body);
  if (request instanceof Refusal) return request;
  const marked = markedScenarios(context, request.prompt);
  return marked instanceof Refusal ? marked : { request, marked };
}

function validRequest({ settings }: ApiContext, body: object): CreateVideoRequest | Refusal {
  const parsed = parseRequest(body);
  if (!parsed.ok) return refuseProblems(parsed.problems) ?? new Refusal('invalid_json');
  const request = settings.omittedAspectRatio === 'accept' ? withImpliedRatio(parsed.request, body) : parsed.request;
  return refuseProblems(crossFieldProblems(request)) ?? request;
}

/**
 * Read literally, leaving aspect_ratio out means 16:9, which these workflows refuse; this setting reads it as adaptive.
 */
function withImpliedRatio(request: CreateVideoRequest, body: object): CreateVideoRequest {
  const workflow = workflowOf(request);
  const isAdaptive = workflow !== 'text' && workflow !== 'reference';
  return !Object.hasOwn(body, 'aspect_ratio') && isAdaptive ? { ...request, aspect_ratio: 'adaptive' } : request;
}

const NO_SOURCES: readonly Generation[] = [];

async function findSources(
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

function toPricedCreate(
  { settings, redactors }: ApiContext,
  call: Call,
  { valid, sources, inspected }: { readonly valid: ValidCreate } & Pick<PricedCreate, 'sources' | 'inspected'>,
): PricedCreate | Refusal {
  const { request, marked } = valid;
  const refusal = 'arrival' in inspected ? undefined : refuseProblems(inspected.problems);
  if (refusal !== undefined) return refusal;
  const sourceSeconds = sources.map(({ assignment }) => assignment.seconds);
  const seconds = outputSeconds(request, sourceSeconds);
  return {
    request,
    // A prompt is stored, shown and put into snapshots; a key that was pasted into it must not be.
    prompt: redactors.redactorFor([sentKey(call.request)]).redact(request.prompt),
    workflow: workflowOf(request),
    sources,
    inspected,
    seconds,
    cost: costOf({ resolution: request.resolution, outputSeconds: seconds, sourceSeconds }, settings.prices),
    scenarios: requestedScenarios(call, marked),
  };
}

/** The injection point just before the reservation. */
function beforeReservation({ request, workflow, scenarios }: PricedCreate): InjectionPoint {
  const known = { workflow, resolution: request.resolution, prompt: request.prompt };
  return { phases: ['before-reservation'], known, revealed: scenarios };
}

function atFaultyPrice(create: PricedCreate, factor: number | undefined): PricedCreate {
  return factor === undefined ? create : { ...create, cost: Math.round(create.cost * factor) };
}

interface Reserved {
  readonly result: CreateResult;
  readonly injection: Injection | undefined;
}

/** The reservation, and in the same decision the rules that are evaluated after it. */
function decideReservation(
  { realNow, capacity }: ApiContext,
  { now, faults }: Call,
  { account, create, record }: { account: Account; create: PricedCreate; record: UnusedRecord | undefined },
): Reserved {
  const outcomes = faults?.outcomes ?? NO_OUTCOMES;
  const result = createGeneration(account, { create, now, realNow: realNow(), record, outcomes, capacity });
  if (faults === undefined || result.kind !== 'accepted') return { result, injection: undefined };
  const { id, status } = result.generation;
  const known = { generation: id, status, ...beforeReservation(create).known };
  return { result, injection: faults.evaluate(account, { phases: ['after-reservation'], known }) };
}

const NO_OUTCOMES: readonly never[] = [];
/** The account was removed while the create was in flight. */
const GONE: Reserved = { result: { kind: 'full' }, injection: undefined };

function refuse(result: CreateResult, { cost }: PricedCreate): Refusal {
  if (result.kind === 'insufficient') {
    const message = `This generation costs ${toDollars(cost)} US dollars, which is more than the balance. Add credits, or ask for less.`;
    return new Refusal('insufficient_credits', { message });
  }
  if (result.kind === 'too-many-live') {
    const seconds = Math.ceil(result.retryMs / 1000);
    return new Refusal('concurrency_limited', { headers: { 'retry-after': String(seconds) } });
  }
  return result.kind === 'source-gone' ? new Refusal('source_video_not_found') : storeFull();
}

function storeFull(): Refusal {
  const message = 'No further generation can be kept: all that are kept are live. Poll them to their end, or wait.';
  return new Refusal('service_unavailable', { message, headers: { 'retry-after': '5' } });
}
