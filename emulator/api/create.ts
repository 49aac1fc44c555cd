/** POST /v1/videos: one defect after another is looked for in the documented order, then everything is reserved at once. */

import { crossFieldProblems } from '../../contract/cross-field.ts';
import { parseRequest } from '../../contract/parse-request.ts';
import { costOf, toDollars } from '../../contract/prices.ts';
import type { Size } from '../../contract/dimensions.ts';
import type { CreateVideoRequest } from '../../contract/request.ts';
import { outputSeconds, sourceProblems, type SourceFacts } from '../../contract/source-videos.ts';
import { workflowOf, type Workflow } from '../../contract/workflow.ts';
import type { Claim } from '../domain/claim.ts';
import type { Generation } from '../domain/generation.ts';
import { limitsOf } from '../domain/limits.ts';
import { onceThere, type Soon } from '../domain/soon.ts';
import type { Reserved } from '../domain/store.ts';
import type { ApiResponse } from './api-request.ts';
import type { ApiContext, Call } from './context.ts';
import { draftOf, type Order } from './draft.ts';
import { getReady } from './get-ready.ts';
import { replay, type Idempotency } from './idempotency.ts';
import { actAfter, actBefore, effectIn, isQuiet, weighAt, type Moment } from './injection.ts';
import { readJson } from './json-body.ts';
import { answerJson, toFirstRecord } from './record.ts';
import { Refusal, refuseProblems } from './refusal.ts';
import { markedScenarios, requestedScenarios } from './scenarios.ts';

type Answer = ApiResponse | Refusal;

/** What a valid body asks for, before its sources and files are looked at. */
interface Wish {
  readonly request: CreateVideoRequest;
  readonly workflow: Workflow;
  /** The failure scenarios that its prompt marks. */
  readonly marked: readonly string[];
}

/** Answers a create. Nothing is reserved unless every check has passed. */
export function createVideo(context: ApiContext, call: Call, idempotency: Idempotency): Soon<Answer> {
  return readJson(call, (body) => idempotency.once(call, body, (claim) => fulfil(context, call, { body, claim })));
}

function fulfil(
  context: ApiContext,
  call: Call,
  { body, claim }: { body: unknown; claim: Claim | undefined },
): Soon<Answer> {
  const wish = toWish(context, body);
  if (wish instanceof Refusal) return wish;
  return onceThere(makeOrder(context, call, wish), (order) =>
    order instanceof Refusal ? order : placeOrder(context, call, { order, claim }),
  );
}

function makeOrder(context: ApiContext, call: Call, wish: Wish): Soon<Order | Refusal> {
  const { request, workflow } = wish;
  const { source_video_ids: ids } = request;
  return onceThere(ids.length === 0 ? NO_SOURCES : findSources(context, call, ids), (sources) => {
    if (sources instanceof Refusal) return sources;
    const inspection = context.provider.inspect({ request, workflow, sourceSizes: sources.map(sizeOf) });
    return onceThere(inspection, (inspected) => toOrder(context, call, { wish, sources, inspected }));
  });
}

function placeOrder(
  context: ApiContext,
  call: Call,
  { order, claim }: { order: Order; claim: Claim | undefined },
): Soon<Answer> {
  const injected = isUntouched(context, call, order) ? undefined : actBefore(context, call, momentOf(order));
  return onceThere(
    injected,
    (answer) => answer ?? carryOut(context, call, { order: atFaultyPrice(order, call), claim }),
  );
}

function toWish(context: ApiContext, body: unknown): Wish | Refusal {
  const request = validRequest(context, body);
  if (request instanceof Refusal) return request;
  const marked = markedScenarios(context, request.prompt);
  return marked instanceof Refusal ? marked : { request, workflow: workflowOf(request), marked };
}

function toOrder(
  { settings }: ApiContext,
  call: Call,
  { wish, sources, inspected }: { readonly wish: Wish } & Pick<Order, 'sources' | 'inspected'>,
): Order | Refusal {
  const { request, workflow, marked } = wish;
  const refusal = 'arrival' in inspected ? undefined : refuseProblems(inspected.problems);
  if (refusal !== undefined) return refusal;
  const sourceSeconds = sources.map(({ assignment }) => assignment.seconds);
  const seconds = outputSeconds(request, sourceSeconds);
  const cost = costOf({ resolution: request.resolution, outputSeconds: seconds, sourceSeconds }, settings.prices);
  return { request, workflow, sources, inspected, seconds, cost, scenarios: requestedScenarios(call, marked) };
}

function sizeOf({ assignment }: Generation): Size {
  return assignment.size;
}

function validRequest({ settings }: ApiContext, body: unknown): CreateVideoRequest | Refusal {
  const parsed = parseRequest(body);
  if (!parsed.ok) return refuseProblems(parsed.problems) ?? new Refusal('invalid_json');
  const request = settings.omittedAspectRatio === 'accept' ? withImpliedRatio(parsed.request, body) : parsed.request;
  return refuseProblems(crossFieldProblems(request)) ?? request;
}

/** Read literally, leaving aspect_ratio out means 16:9, which these workflows refuse; this setting reads it as adaptive. */
function withImpliedRatio(request: CreateVideoRequest, body: unknown): CreateVideoRequest {
  const isOmitted = typeof body === 'object' && body !== null && !Object.hasOwn(body, 'aspect_ratio');
  const workflow = workflowOf(request);
  const isAdaptive = workflow !== 'text' && workflow !== 'reference';
  return isOmitted && isAdaptive ? { ...request, aspect_ratio: 'adaptive' } : request;
}

const NO_SOURCES: readonly Generation[] = [];

async function findSources(
  { store }: ApiContext,
  call: Call,
  ids: readonly string[],
): Promise<readonly Generation[] | Refusal> {
  const found: (Generation | undefined)[] = [];
  for (const id of ids) {
    found.push(
      await store.look(call.account.name, id.toLowerCase(), { now: call.now, isPoll: false, trace: call.trace }),
    );
  }
  return refuseProblems(sourceProblems(found.map(factsOf))) ?? found.filter((generation) => generation !== undefined);
}

function factsOf(source: Generation | undefined): SourceFacts {
  if (source === undefined) return { state: 'unknown' };
  if (source.status !== 'completed') return { state: 'not-completed' };
  const { seconds, depth } = source.assignment;
  return { state: 'completed', seconds, depth };
}

function carryOut(
  context: ApiContext,
  call: Call,
  { order, claim }: { order: Order; claim: Claim | undefined },
): Soon<Answer> {
  call.epoch.throwIfAborted();
  const reserved = context.store.reserve({
    account: call.account.name,
    now: call.now,
    realNow: context.realNow(),
    claim,
    trace: call.trace,
    maxLive: limitsOf(call.account.settings.limits)?.live,
    draft: (position) => draftOf(context, call, { order, position }),
  });
  return onceThere(reserved, (outcome) => {
    if (outcome.kind === 'accepted') return accept(context, call, { order, generation: outcome.generation });
    if (outcome.kind === 'claimed' && claim !== undefined)
      return replay(context, call, { earlier: outcome.earlier, claim });
    return refuse(outcome, order);
  });
}

function accept(
  context: ApiContext,
  call: Call,
  { order, generation }: { order: Order; generation: Generation },
): Soon<Answer> {
  getReady(context, call, { order, generation });
  const answer = answerJson(202, toFirstRecord(generation));
  if (isUntouched(context, call, order)) return answer;
  const known = { generation: generation.id, status: generation.status, ...momentOf(order).known };
  const fired = weighAt(context, call, { phases: ['after-reservation'], known });
  return actAfter(context, call, { fired, answer });
}

/** Whether no rule could act here; what rules would ask need not be gathered then. */
function isUntouched(context: ApiContext, call: Call, { scenarios }: Order): boolean {
  return scenarios.length === 0 && isQuiet(context, call);
}

/** A valid create, just before its reservation. */
function momentOf({ request, workflow, scenarios }: Order): Moment {
  const known = { workflow, resolution: request.resolution, prompt: request.prompt };
  return { phases: ['before-reservation'], known, revealed: scenarios };
}

function atFaultyPrice(order: Order, { fired }: Call): Order {
  if (fired.length === 0) return order;
  const price = effectIn(fired, 'price');
  return price === undefined ? order : { ...order, cost: Math.round(order.cost * price.factor) };
}

function refuse(reserved: Reserved, { cost }: Order): Refusal {
  if (reserved.kind === 'insufficient') {
    const message = `This generation costs ${toDollars(cost)} US dollars, which is more than the balance. Add credits, or ask for less.`;
    return new Refusal('insufficient_credits', { message });
  }
  if (reserved.kind === 'too-many-live') {
    const seconds = Math.ceil(reserved.retryMs / 1000);
    return new Refusal('concurrency_limited', { headers: { 'retry-after': String(seconds) } });
  }
  const message =
    'There is no room for another generation: all that are kept are live. Poll them to their end, or wait.';
  return new Refusal('service_unavailable', { message, headers: { 'retry-after': '5' } });
}
