/** POST /v1/videos: from the body of a create to its response. */

import { dollarText, toDollars } from '../../../contract/prices.ts';
import type { Account } from '../../domain/account.ts';
import { createGeneration, type CreateResult } from '../../domain/create-generation.ts';
import { decide } from '../../domain/decide.ts';
import { FaultSession, type InjectionPoint } from '../faults/session.ts';
import { MOST_BODY_BYTES, parseBody, refuseBodyType } from '../body.ts';
import { answerText, recordText } from '../record.ts';
import { Refusal, unavailable } from '../refusal.ts';
import type { Answer, Call } from '../call.ts';
import { createOnceForKey, replay, unusedRecord, type UnusedRecord } from './idempotent-create.ts';
import { toPricedCreate, type SentCreate } from './priced-create.ts';

/** Responds to a create. It reserves nothing unless every check has passed. */
export async function createVideo(call: Call, inFlight: Map<string, Promise<unknown>>): Promise<Answer> {
  const wrongType = refuseBodyType(call.request, call.context.settings.contentTypes);
  if (wrongType !== undefined) return wrongType;
  const body = parseBody(await call.request.readBody(MOST_BODY_BYTES), call.trace);
  if (body instanceof Refusal) return body;
  const record = unusedRecord(call, body);
  if (record instanceof Refusal) return record;
  if (record === undefined) return await createOnce(call, body);
  const work = (): Promise<Answer> => createOnce(call, body, record);
  return await createOnceForKey(call, { record, inFlight, work });
}

/** Runs the documented checks in their order, then reserves the cost and adds the generation in one decision. */
async function createOnce(call: Call, body: object, record?: UnusedRecord): Promise<Answer> {
  const create = await toPricedCreate(call, body);
  if (create instanceof Refusal) return create;
  if (create.scenarios.length > 0) call.faults ??= new FaultSession(call, []);
  const injected = call.faults && (await call.faults.before(() => beforeReservation(create)));
  if (injected !== undefined) return injected;
  create.cost = Math.round(create.cost * (call.faults?.priceFactor ?? 1));
  call.lifetime.throwIfAborted();
  const { settings, capacity, realNow } = call.context;
  const decision = reservation(call, create, record);
  let reserved = await decide(call, decision);
  // If the store is full, it evicts generations of another account first.
  while (reserved?.result.kind === 'full-elsewhere' && (await capacity().evictElsewhere(realNow())))
    reserved = await decide(call, decision);
  if (reserved === undefined) return unavailable(ACCOUNT_GONE);
  const { result, injection } = reserved;
  if (result.kind === 'repeated' && record !== undefined) return await replay(call, result.earlier, record);
  if (result.kind !== 'accepted') return refuseCreate(result, create);
  const answer = answerText(202, recordText(result.generation, settings.absentFields, 'pending'));
  return call.faults?.after(injection, answer) ?? answer;
}

function beforeReservation({ assignment, sentPrompt, scenarios }: SentCreate): InjectionPoint {
  const { workflow, resolution } = assignment;
  const known = { workflow, resolution, prompt: sentPrompt };
  return { phases: ['before-reservation'], known, revealed: scenarios };
}

/** Returns the decision that reserves the cost, and evaluates the later rules. */
function reservation({ context, now, faults }: Call, create: SentCreate, record: UnusedRecord | undefined) {
  const { capacity } = context;
  const generationFaults = faults?.generationFaults ?? [];
  return (account: Account) => {
    const result = createGeneration(account, { create, record, now, generationFaults, capacity: capacity() });
    if (faults === undefined || result.kind !== 'accepted') return { result, injection: undefined };
    const { id, status } = result.generation;
    const known = { generation: id, status, ...beforeReservation(create).known };
    return { result, injection: faults.evaluate(account, { phases: ['after-reservation'], known }) };
  };
}

function refuseCreate(result: CreateResult, { cost }: SentCreate): Refusal {
  if (result.kind === 'insufficient') {
    const message = `This generation costs ${dollarText(toDollars(cost))}, which is more than the balance. Add credits, or request a cheaper generation.`;
    return new Refusal('insufficient_credits', { message });
  }
  if (result.kind === 'too-many-live') {
    const seconds = Math.ceil(result.retryMs / 1000);
    return new Refusal('concurrency_limited', { headers: { 'retry-after': String(seconds) } });
  }
  if (result.kind === 'source-gone') return new Refusal('source_video_not_found');
  return unavailable(result.kind === 'full' && result.of === 'bytes' ? ACCOUNT_TOO_LARGE : SERVER_FULL);
}

const SERVER_FULL =
  'The server is full, and none of its generations has ended. Wait, poll generations until they end, or raise maxGenerations or totalMebibytes.';
const ACCOUNT_TOO_LARGE =
  'This account has reached its memory limit, and none of its generations has ended. Use several accounts, poll the generations until they end, or raise totalMebibytes.';
const ACCOUNT_GONE = 'The account of this request was removed while the request was running. Send the request again.';
