/**
 * POST /v1/videos: checks in the documented order, then one decision that reserves the cost and adds the generation.
 */

import { workflowOf } from '../../contract/workflow.ts';
import type { Generation } from '../domain/generation.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { FaultSession } from './faults/session.ts';
import type { Idempotency } from './idempotency.ts';
import { fetchInputs } from './input-arrival.ts';
import { readJson } from './json-body.ts';
import type { ApiResponse } from './messages.ts';
import { atFaultyPrice, toPricedCreate } from './priced-create.ts';
import { answerJson, toFirstRecord } from './record.ts';
import { Refusal } from './refusal.ts';
import { replay, type UnusedRecord } from './replay.ts';
import { beforeReservation, refuseCreate, reserveCreate } from './reservation.ts';
import { findSources } from './sources.ts';
import { toValidCreate, type ValidCreate } from './valid-create.ts';

type Answer = ApiResponse | Refusal;

/** Answers a create. Nothing is reserved unless every check has passed. */
export function createVideo(context: ApiContext, call: Call, idempotency: Idempotency): MaybePromise<Answer> {
  const reading = readJson(call);
  const proceed = (body: object | Refusal): MaybePromise<Answer> => {
    if (body instanceof Refusal) return body;
    const key = call.request.header('idempotency-key');
    const create = (record: UnusedRecord | undefined): MaybePromise<Answer> => {
      const valid = toValidCreate(context, body);
      return valid instanceof Refusal ? valid : fulfil(context, call, { valid, record });
    };
    return key === undefined ? create(undefined) : idempotency.once(call, { key, body }, create);
  };
  // Most bodies arrive with their headers.
  return reading instanceof Promise ? reading.then(proceed) : proceed(reading);
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
  const { result, injection } = await reserveCreate(context, call, { create: priced, record });
  if (result.kind === 'repeated' && record !== undefined)
    return replay(context, call, { earlier: result.earlier, record });
  if (result.kind !== 'accepted') return refuseCreate(result, priced);
  fetchInputs(context, call, { create: priced, generation: result.generation });
  const answer = answerJson(202, toFirstRecord(result.generation));
  return call.faults?.after(injection, answer) ?? answer;
}

const NO_SOURCES: readonly Generation[] = [];
