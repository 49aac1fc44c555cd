/** Forwards POST /v1/videos. The price is reserved before, and settled by the response. */

import { isUtf8 } from 'node:buffer';
import type { RequestContext } from '../../emulator/api/request-context.ts';
import type { ApiContext } from '../../emulator/api/context.ts';
import { MOST_BODY_BYTES } from '../../emulator/api/body.ts';
import type { ApiResponse } from '../../emulator/api/messages.ts';
import { Refusal } from '../../emulator/api/refusal.ts';
import { factsOf, secondsOf, toId, toPaidId, toStatus } from '../generations.ts';
import type { ProxyParts } from '../parts.ts';
import { costIn } from '../spend/price-list.ts';
import { fieldsOf, type CreateFields } from '../spend/price.ts';
import type { Attempt } from '../spend/spend-guard.ts';
import { UpstreamProblem } from '../upstream/problem.ts';
import { applied, evaluate, forward, forwardedHeaders, judge, toAnswer, toRefusal, type Forwarded } from './forward.ts';
import { readRecord, type ReadAnswer } from './read-record.ts';

/** Forwards a create unless a fault rule or the budget rejects it. */
export async function createVideo(
  parts: ProxyParts,
  context: ApiContext,
  call: RequestContext,
): Promise<ApiResponse | Refusal> {
  const bytes = await readBody(call);
  if (bytes === 'too-large') return new Refusal('request_too_large');
  const fields = fieldsOf(call.trace.text);
  const known = factsOf(fields);
  const injected = call.faults && (await call.faults.before(() => ({ phases: ['before-reservation'], known })));
  if (injected !== undefined) return injected;
  const price = parts.priceOf(fields);
  // The headers that the service receives, because Connection may have removed some.
  const { authorization: caller = '', 'idempotency-key': idempotencyKey } = forwardedHeaders(parts, call);
  const attempt = parts.spendGuard.begin({
    name: call.requestId,
    caller,
    idempotencyKey,
    body: bytes,
    price,
  });
  if (typeof attempt === 'string') return new Refusal('insufficient_credits', { message: attempt });
  const settled = (settle: () => void): void => {
    try {
      settle();
    } catch (cause) {
      context.reportCrash(cause);
    }
  };
  try {
    const forwarded = await forward(parts, call, { body: bytes, headers: { 'accept-encoding': 'identity' } });
    const read = await readRecord(forwarded.response, parts.reading);
    settled(() => settleBy(parts, { attempt, price, forwarded, read }));
    judge(parts, { call, context }, { forwarded, text: typeof read.body === 'string' ? read.body : undefined });
    return await answered(parts, { context, call, fields }, { forwarded, read });
  } catch (cause) {
    settled(() => (cause instanceof UpstreamProblem && !cause.isSent ? attempt.refused() : attempt.lost()));
    if (cause instanceof UpstreamProblem) return toRefusal(cause);
    throw cause;
  }
}

async function readBody(call: RequestContext): Promise<Uint8Array | 'too-large'> {
  const { request, trace } = call;
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
  {
    attempt,
    price,
    forwarded: { status },
    read: { record },
  }: Outcome & { readonly attempt: Attempt; readonly price: number },
): void {
  if (status >= 200 && status < 300) {
    const cost = costIn(record?.['cost_usd']);
    if (cost !== undefined) priceOf.learn(price, cost);
    return attempt.accepted(toPaidId(record?.['id']), record?.['status'] === 'failed' ? 0 : cost);
  }
  if (isRefusal(status, record)) return attempt.refused();
  return attempt.lost();
}

/** The statuses of either a rejection, or a gateway that timed out after the service accepted the create. */
const AMBIGUOUS: ReadonlySet<number> = new Set([408, 409, 499, 503]);

/** Returns whether the service rejected the create. An ambiguous status counts only with an error envelope. */
function isRefusal(status: number, record: ReadAnswer['record']): boolean {
  const error = record?.['error'];
  const isEnvelope = typeof error === 'object' && error !== null && 'code' in error;
  return AMBIGUOUS.has(status) ? isEnvelope : status >= 400 && status < 500;
}

interface Asked {
  readonly context: ApiContext;
  readonly call: RequestContext;
  readonly fields: CreateFields | undefined;
}

/** Returns the response after the fault rules for accepted creates. */
async function answered(
  parts: ProxyParts,
  { context, call, fields }: Asked,
  { forwarded, read: { body, record } }: Outcome,
): Promise<ApiResponse | Refusal> {
  const answer = toAnswer(forwarded, body);
  const id = toId(record?.['id']);
  if (forwarded.status > 299 || forwarded.status < 200) return answer;
  const status = toStatus(record?.['status']);
  const facts = factsOf(fields);
  const scenarios = (call.faults?.scenarios ?? []).filter((name) => !call.account.scenarios.includes(name));
  if (id !== undefined) parts.generations.add(id, { ...facts, scenarios, seconds: secondsOf(fields), status });
  const known = { ...facts, status, ...(id !== undefined && { generation: id }) };
  return applied(call, await evaluate(context, call, { phases: ['after-reservation'], known }), answer);
}
