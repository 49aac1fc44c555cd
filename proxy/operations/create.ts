/** Forwards POST /v1/videos. The price is reserved before, and settled by the response. */

import { isUtf8 } from 'node:buffer';
import { MOST_BODY_BYTES } from '../../emulator/api/body.ts';
import { Refusal } from '../../emulator/api/refusal.ts';
import type { Answer, Call } from '../../emulator/api/call.ts';
import { factsOf, secondsOf, toId, toPaidId, toStatus } from '../generations.ts';
import type { Exchange, ProxyParts } from '../parts.ts';
import { costIn, fieldsOf, type CreateFields } from '../spend/price.ts';
import type { Attempt } from '../spend/spend-guard.ts';
import { UpstreamProblem } from '../upstream/problem.ts';
import { forward, forwardedHeaders, judge, noteCost, toAnswer, withRules, type Forwarded } from './forward.ts';
import { readRecord, type ReadAnswer } from './read-record.ts';

/** Forwards a create unless a fault rule or the budget rejects it. */
export async function createVideo(exchange: Exchange): Promise<Answer> {
  const { parts, call } = exchange;
  const bytes = await readBody(call);
  if (bytes === 'too-large') return new Refusal('request_too_large');
  const fields = fieldsOf(call.trace.text);
  const known = factsOf(fields);
  const injected = await call.faults?.before(() => ({ phases: ['before-reservation'], known }));
  if (injected !== undefined) return injected;
  const price = parts.priceOf(fields);
  // The headers that the service receives, because Connection may have removed some.
  const { authorization: caller = '', 'idempotency-key': idempotencyKey } = forwardedHeaders(exchange);
  const attempt = parts.spendGuard.begin({ name: call.requestId, caller, idempotencyKey, body: bytes, price });
  if (typeof attempt === 'string') return new Refusal('insufficient_credits', { message: attempt });
  try {
    const forwarded = await forward(exchange, { body: bytes, headers: { 'accept-encoding': 'identity' } });
    const read = await readRecord(forwarded.response, parts.reading);
    noteCost(exchange, () => settleBy(parts, { attempt, price }, { forwarded, read }));
    judge(exchange, forwarded, typeof read.body === 'string' ? read.body : undefined);
    return await answered(exchange, fields, { forwarded, read });
  } catch (cause) {
    const isUnsent = cause instanceof UpstreamProblem && !cause.isSent;
    noteCost(exchange, () => (isUnsent ? attempt.refused() : attempt.lost()));
    throw cause;
  }
}

async function readBody({ request, trace }: Call): Promise<Uint8Array | 'too-large'> {
  const bytes = await request.readBody(MOST_BODY_BYTES);
  if (bytes === 'too-large') return bytes;
  trace.body = bytes;
  if (bytes.length > 0 && isUtf8(bytes)) trace.text = Buffer.from(bytes).toString('utf8');
  return bytes;
}

interface Outcome {
  readonly forwarded: Forwarded;
  readonly read: ReadAnswer;
}

/** Settles the cost by the response. Without a cost in the response, the price counts as spent. */
function settleBy(
  { priceOf }: ProxyParts,
  { attempt, price }: { readonly attempt: Attempt; readonly price: number },
  { forwarded: { status }, read: { record } }: Outcome,
): void {
  if (status < 200 || status > 299) return isRefusal(status, record) ? attempt.refused() : attempt.lost();
  const cost = costIn(record?.['cost_usd']);
  if (cost !== undefined) priceOf.learn(price, cost);
  attempt.accepted(toPaidId(record?.['id']), record?.['status'] === 'failed' ? 0 : cost);
}

/** The statuses of either a rejection, or a gateway that timed out after the service accepted the create. */
const AMBIGUOUS: ReadonlySet<number> = new Set([408, 409, 499, 503]);

/** Returns whether the service rejected the create. An ambiguous status counts only with an error envelope. */
function isRefusal(status: number, record: ReadAnswer['record']): boolean {
  const error = record?.['error'];
  const isEnvelope = typeof error === 'object' && error !== null && 'code' in error;
  return AMBIGUOUS.has(status) ? isEnvelope : status >= 400 && status < 500;
}

/** Returns the response after the fault rules for accepted creates. */
async function answered(
  exchange: Exchange,
  fields: CreateFields | undefined,
  { forwarded, read: { body, record } }: Outcome,
): Promise<Answer> {
  const { parts, call } = exchange;
  const answer = toAnswer(forwarded, body);
  const id = toId(record?.['id']);
  if (forwarded.status > 299 || forwarded.status < 200) return answer;
  const status = toStatus(record?.['status']);
  const facts = factsOf(fields);
  const scenarios = (call.faults?.scenarios ?? []).filter((name) => !call.account.scenarios.includes(name));
  if (id !== undefined) parts.generations.add(id, { ...facts, scenarios, seconds: secondsOf(fields), status });
  const known = { ...facts, status, ...(id !== undefined && { generation: id }) };
  return withRules(exchange, { phases: ['after-reservation'], known }, () => answer);
}
