/** The decision of a create with the fault rules around it, and its refusals. */

import { dollarText, toDollars } from '../../contract/prices.ts';
import { decide } from '../domain/decide.ts';
import { createGeneration, type CreateResult } from '../domain/create-generation.ts';
import type { PricedCreate } from '../domain/new-generation.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import type { Injection, InjectionPoint } from './faults/session.ts';
import { Refusal, unavailable } from './refusal.ts';
import type { UnusedRecord } from './replay.ts';

/** The injection point just before the reservation. */
export function beforeReservation({ request, workflow, scenarios }: PricedCreate): InjectionPoint {
  const known = { workflow, resolution: request.resolution, prompt: request.prompt };
  return { phases: ['before-reservation'], known, revealed: scenarios };
}

/**
 * Reserves, and evaluates in the same decision the rules that act after it. Another account makes room where that is
 * needed; room that others took is made again.
 */
export async function reserveCreate(
  { accounts, capacity, realNow }: ApiContext,
  call: Call,
  { create, record }: ReservationTerms,
): Promise<ReservationOutcome> {
  const { now, faults } = call;
  const outcomes = faults?.outcomes ?? NO_OUTCOMES;
  for (;;) {
    const deciding = decide(accounts, call, (account): ReservationOutcome => {
      const result = createGeneration(account, { create, now, record, outcomes, capacity });
      if (faults === undefined || result.kind !== 'accepted') return { result, injection: undefined };
      const { id, status } = result.generation;
      const known = { generation: id, status, ...beforeReservation(create).known };
      return { result, injection: faults.evaluate(account, { phases: ['after-reservation'], known }) };
    });
    const reserved = (deciding instanceof Promise ? await deciding : deciding) ?? ACCOUNT_GONE;
    if (reserved.result.kind !== 'full-elsewhere') return reserved;
    const evicting = capacity.evictElsewhere(realNow());
    call.hasWaited ||= evicting instanceof Promise;
    if (!(await evicting)) return reserved;
  }
}

interface ReservationTerms {
  readonly create: PricedCreate;
  readonly record: UnusedRecord | undefined;
}

/** The result of the decision. */
export interface ReservationOutcome {
  readonly result: CreateResult;
  readonly injection: Injection | undefined;
}

const NO_OUTCOMES: readonly never[] = [];
/** The result if the account was removed while the create was in flight. */
const ACCOUNT_GONE: ReservationOutcome = { result: { kind: 'full', of: 'generations' }, injection: undefined };

/** The refusal of a create that was not accepted. */
export function refuseCreate(result: CreateResult, { cost }: PricedCreate): Refusal {
  if (result.kind === 'insufficient') {
    const message = `This generation costs ${dollarText(toDollars(cost))}, which is more than the balance. Add credits, or request a cheaper generation.`;
    return new Refusal('insufficient_credits', { message });
  }
  if (result.kind === 'too-many-live') {
    const seconds = Math.ceil(result.retryMs / 1000);
    return new Refusal('concurrency_limited', { headers: { 'retry-after': String(seconds) } });
  }
  return result.kind === 'source-gone' ? new Refusal('source_video_not_found') : storeFull(result);
}

function storeFull(result: CreateResult): Refusal {
  const message = result.kind === 'full' && result.of === 'bytes' ? ACCOUNT_TOO_LARGE : ALL_LIVE;
  return unavailable(message);
}

const ALL_LIVE =
  'The server is full, and none of its generations has ended. Poll generations until they end, wait, or raise maxGenerations or totalMebibytes.';
const ACCOUNT_TOO_LARGE =
  'This account has reached its memory limit, and none of its generations has ended. Poll the generations until they end, use several accounts, or raise totalMebibytes.';
