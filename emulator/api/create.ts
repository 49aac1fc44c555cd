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
import type { Reserved, Soon } from '../domain/store.ts';
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
export async function createVideo(context: ApiContext, call: Call, idempotency: Idempotency): Promise<Answer> {
  const body = await readJson(call.request, call.trace);
  if (body instanceof Refusal) return body;
  return await idempotency.once(call, body, (claim) => fulfil(context, call, { body, claim }));
}

function fulfil(
  context: ApiContext,
  call: Call,
  { body, claim }: { body: unknown; claim: Claim | undefined },
): Soon<Answer> {
  const wish = toWish(context, body);
  return wish instanceof Refusal ? wish : placeOrder(context, call, { wish, claim });
}

async function placeOrder(
  context: ApiContext,
  call: Call,
  { wish, claim }: { wish: Wish; claim: Claim | undefined },
): Promise<Answer> {
  const { source_video_ids: ids } = wish.request;
  const sources = ids.length === 0 ? NO_SOURCES : await findSources(context, call, ids);
  if (sources instanceof Refusal) return sources;
  const { request, workflow } = wish;
  const inspected = await context.provider.inspect({ request, workflow, sourceSizes: sources.map(sizeOf) });
  const order = toOrder(context, call, { wish, sources, inspected });
  if (order instanceof Refusal) return order;
  const injected = isUntouched(context, call, order) ? undefined : await actBefore(context, call, momentOf(order));
  return injected ?? (await carryOut(context, call, { order: atFaultyPrice(order, call), claim }));
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
  return { state: 'completed', seconds: source.assignment.seconds };
}

async function carryOut(
  context: ApiContext,
  call: Call,
  { order, claim }: { order: Order; claim: Claim | undefined },
): Promise<Answer> {
  call.epoch.throwIfAborted();
  const reserved = await context.store.reserve({
    account: call.account.name,
    now: call.now,
    realNow: context.realNow(),
    claim,
    trace: call.trace,
    maxLive: limitsOf(call.account.settings.limits)?.live,
    draft: (position) => draftOf(context, call, { order, position }),
  });
  if (reserved.kind === 'claimed' && claim !== undefined) {
    return await replay(context, call, { earlier: reserved.earlier, claim });
  }
  if (reserved.kind !== 'accepted') return refuse(reserved, order);
  const { generation } = reserved;
  getReady(context, call, { order, generation });
  const answer = answerJson(202, toFirstRecord(generation));
  if (isUntouched(context, call, order)) return answer;
  const known = { generation: generation.id, status: generation.status, ...momentOf(order).known };
  const fired = weighAt(context, call, { phases: ['after-reservation'], known });
  return await actAfter(context, call, { fired, answer });
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
