/**
 * A valid create to its answer: sources, files, price and fault rules, then one decision that reserves the cost and
 * adds the generation.
 */

import { sizeOf, type Size } from '../../contract/dimensions.ts';
import type { FullCreateRequest } from '../../contract/request.ts';
import { workflowOf } from '../../contract/workflow.ts';
import type { Generation } from '../domain/generation.ts';
import type { InspectionOrder } from '../domain/provider.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { FaultSession } from './faults/session.ts';
import type { KeyedCreate } from './idempotency.ts';
import type { ApiResponse } from './messages.ts';
import { atFaultyPrice, toPricedCreate } from './priced-create.ts';
import { answerText, recordText, toFirstRecord } from './record.ts';
import { redactCreate } from './redacted-create.ts';
import { Refusal } from './refusal.ts';
import { beforeReservation, refuseCreate, reserveCreate } from './reservation.ts';
import { findSources } from './sources.ts';
import type { ValidCreate } from './valid-create.ts';

/** Carries out a create whose body has passed every rule, in the documented order of checks. */
export async function fulfillCreate(
  context: ApiContext,
  call: Call,
  { valid, keyed }: { readonly valid: ValidCreate; readonly keyed: KeyedCreate | undefined },
): Promise<ApiResponse | Refusal> {
  const redacted = redactCreate(context, call, valid);
  const { request } = redacted;
  const ids = request.source_video_ids;
  const sources = ids.length === 0 ? NO_SOURCES : await findSources(context, call, ids);
  if (sources instanceof Refusal) return sources;
  const sourceSizes = sources.map(({ assignment }) => assignment.size);
  const inspecting = context.provider.inspect(toInspectionOrder(request, sourceSizes));
  call.hasWaited ||= inspecting instanceof Promise;
  const inspected = inspecting instanceof Promise ? await inspecting : inspecting;
  const create = toPricedCreate(context, call, { redacted, marked: valid.marked, sources, inspected });
  if (create instanceof Refusal) return create;

  if (create.scenarios.length > 0) call.faults ??= new FaultSession(context, call, []);
  const injected = call.faults && (await call.faults.before(() => beforeReservation(create)));
  if (injected !== undefined) return injected;
  const priced = atFaultyPrice(create, call.faults?.priceFactor);
  call.lifetime.throwIfAborted();
  const { result, injection } = await reserveCreate(context, call, { create: priced, record: keyed?.record });
  if (result.kind === 'repeated' && keyed !== undefined) return keyed.replay(result.earlier);
  if (result.kind !== 'accepted') return refuseCreate(result, priced);
  const answer = answerText(202, recordText(toFirstRecord(result.generation), context.settings.absentFields));
  return call.faults?.after(injection, answer) ?? answer;
}

function toInspectionOrder(request: FullCreateRequest, sourceSizes: readonly Size[]): InspectionOrder {
  const { image_urls: imageUrls, audio_urls: audioUrls, resolution, aspect_ratio: ratio } = request;
  const size = ratio === 'adaptive' ? undefined : sizeOf(resolution, ratio);
  return { imageUrls, audioUrls, workflow: workflowOf(request), resolution, size, sourceSizes };
}

const NO_SOURCES: readonly Generation[] = [];
