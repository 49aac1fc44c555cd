/** Forwards GET and HEAD /v1/videos/{id}. The record contains status and cost, and rules may change it. */

import type { RequestContext } from '../../emulator/api/request-context.ts';
import type { ApiContext } from '../../emulator/api/context.ts';
import { phasesAt } from '../../emulator/api/get.ts';
import type { InjectionPoint } from '../../emulator/api/faults/session.ts';
import type { ApiResponse } from '../../emulator/api/messages.ts';
import type { Refusal } from '../../emulator/api/refusal.ts';
import { toPaidId, toStatus } from '../generations.ts';
import type { ProxyParts } from '../parts.ts';
import { costIn } from '../spend/price-list.ts';
import { applied, evaluate, forward, isBodiless, judge, toAnswer } from './forward.ts';
import { readRecord } from './read-record.ts';

export async function getVideo(
  parts: ProxyParts,
  context: ApiContext,
  call: RequestContext,
): Promise<ApiResponse | Refusal> {
  const injected = call.faults && (await call.faults.before(() => beforeAsking(parts, call)));
  if (injected !== undefined) return injected;
  const forwarded = await forward(parts, call, { headers: { ...WITHOUT_BODY, 'accept-encoding': 'identity' } });
  if (isBodiless(call, forwarded)) {
    forwarded.response.message.resume();
    judge(parts, { call, context }, { forwarded });
    return toAnswer(forwarded, null);
  }
  const { body, record } = await readRecord(forwarded.response, parts.reading);
  judge(parts, { call, context }, { forwarded, text: typeof body === 'string' ? body : undefined });
  const answer = toAnswer(forwarded, body);
  if (forwarded.status !== 200 || record === undefined) return answer;
  const { id = call.id, status, cost_usd: cost } = record;
  const { generations, spendGuard } = parts;
  if (typeof id === 'string') {
    generations.see(id, status);
    const paid = toPaidId(id);
    if (paid !== undefined) notedCost(context, () => spendGuard.tell(paid, status, costIn(cost)));
  }
  const found = toStatus(status);
  const point = { ...beforeAsking(parts, call), phases: phasesAt(found, false) };
  return applied(call, await evaluate(context, call, { ...point, known: { ...point.known, status: found } }), answer);
}

/** The headers without a body, because the body of a GET has no meaning and is not forwarded. */
export const WITHOUT_BODY = { 'content-type': undefined, 'content-encoding': undefined };

/** Stores the cost in a poll. The client gets its response even if the disk rejects the write. */
function notedCost({ reportCrash }: ApiContext, note: () => void): void {
  try {
    note();
  } catch (cause) {
    reportCrash(cause);
  }
}

/** Returns the facts before the request is forwarded. They come from the create, if it was forwarded here. */
export function beforeAsking({ generations }: ProxyParts, call: RequestContext): InjectionPoint {
  const generation = call.id.toLowerCase();
  const { workflow, resolution, prompt, scenarios } = generations.find(generation) ?? {};
  return {
    phases: ['before-reservation'],
    known: { generation, workflow, resolution, prompt },
    revealed: scenarios,
  };
}
