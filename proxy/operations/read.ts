/** Forwards GET and HEAD of a record and of its clip. Bytes and ranges are forwarded unchanged, unless a rule fires. */

import { phasesAt } from '../../emulator/api/get.ts';
import type { ContentFault } from '../../emulator/api/faults/reaction.ts';
import type { InjectionPoint } from '../../emulator/api/faults/session.ts';
import type { ApiResponse, ForwardedBody } from '../../emulator/api/messages.ts';
import type { Answer } from '../../emulator/api/call.ts';
import { toPaidId, toStatus } from '../generations.ts';
import type { Exchange } from '../parts.ts';
import { costIn } from '../spend/price.ts';
import { forward, isBodiless, judge, noteCost, toAnswer, withRules, type Forwarded } from './forward.ts';
import { readRecord } from './read-record.ts';

/** Forwards a request for a record, which contains the status and the cost. */
export async function getVideo(exchange: Exchange): Promise<Answer> {
  const { parts, call } = exchange;
  const injected = await beforeForwarding(exchange);
  if (injected !== undefined) return injected;
  const forwarded = await forward(exchange, { headers: { ...WITHOUT_BODY, 'accept-encoding': 'identity' } });
  if (isBodiless(exchange, forwarded)) {
    judge(exchange, forwarded);
    return withoutBody(forwarded);
  }
  const { body, record } = await readRecord(forwarded.response, parts.reading);
  judge(exchange, forwarded, typeof body === 'string' ? body : undefined);
  const answer = toAnswer(forwarded, body);
  if (forwarded.status !== 200 || record === undefined) return answer;
  const { id = call.id, status, cost_usd: cost } = record;
  const paid = toPaidId(id);
  if (typeof id === 'string') parts.generations.see(id, status);
  if (paid !== undefined) noteCost(exchange, () => parts.spendGuard.tell(paid, status, costIn(cost)));
  const found = toStatus(status);
  const point = pointOf(exchange);
  const known = { ...point.known, status: found };
  return withRules(exchange, { ...point, known, phases: phasesAt(found, false) }, () => answer);
}

/** The statuses of a service whose clip exists. */
const CLIP_IS_THERE: ReadonlySet<number> = new Set([200, 206, 304, 412, 416]);

/** Forwards a request for a clip. */
export async function getContent(exchange: Exchange): Promise<Answer> {
  const { parts, call } = exchange;
  const injected = await beforeForwarding(exchange);
  if (injected !== undefined) return injected;
  const forwarded = await forward(exchange, { headers: WITHOUT_BODY });
  judge(exchange, forwarded);
  const point = pointOf(exchange);
  const isThere = CLIP_IS_THERE.has(forwarded.status);
  const status = isThere ? 'completed' : parts.generations.find(call.id)?.status;
  // A HEAD is not a download, so rules for the first download ignore it.
  const phases = phasesAt(status, isThere && call.request.method !== 'HEAD');
  const known = { ...point.known, status };
  return withRules(exchange, { ...point, known, phases }, (injection) =>
    withFault(exchange, forwarded, injection?.reaction.content),
  );
}

/** The headers without a body, because the body of a GET has no meaning and is not forwarded. */
const WITHOUT_BODY = { 'content-type': undefined, 'content-encoding': undefined };

/** Returns the answer of the rules that fire before a request is forwarded, if any. */
async function beforeForwarding(exchange: Exchange): Promise<Answer | undefined> {
  return exchange.call.faults?.before(() => pointOf(exchange));
}

/** Returns the facts before the request is forwarded. They come from the create, if it was forwarded here. */
function pointOf({ parts, call }: Exchange): InjectionPoint {
  const generation = call.id.toLowerCase();
  const { workflow, resolution, prompt, scenarios } = parts.generations.find(generation) ?? {};
  return {
    phases: ['before-reservation'],
    known: { generation, workflow, resolution, prompt },
    revealed: scenarios,
  };
}

/** Applies a content fault: the whole clip instead of a range, or a different ETag in each response. */
async function withFault(
  exchange: Exchange,
  forwarded: Forwarded,
  fault: ContentFault | undefined,
): Promise<ApiResponse> {
  if (fault === undefined) return toDownload(exchange, forwarded);
  const isPart = forwarded.status === 206 || forwarded.status === 416;
  const isReplaced = fault.effect.ignoreRange && isPart;
  if (isReplaced) forwarded.response.message.destroy();
  const headers = { ...WITHOUT_BODY, range: undefined, 'if-range': undefined };
  const answer = toDownload(exchange, isReplaced ? await forward(exchange, { headers }) : forwarded);
  const { etag } = answer.headers;
  if (!fault.effect.changeEtag || etag === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, etag: etag.replace(/"$/, `-${fault.count}"`) } };
}

function toDownload(exchange: Exchange, forwarded: Forwarded): ApiResponse {
  return isBodiless(exchange, forwarded) ? withoutBody(forwarded) : toAnswer(forwarded, bodyOf(exchange, forwarded));
}

function withoutBody(forwarded: Forwarded): ApiResponse {
  forwarded.response.message.resume();
  return toAnswer(forwarded, null);
}

/** Returns the body and counts its bytes. A wrong length that the headers showed is already counted. */
function bodyOf({ parts, call }: Exchange, { response, status, headers }: Forwarded): ForwardedBody {
  const { message, late } = response;
  const size = lengthIn(headers['content-length']);
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(headers['content-range'] ?? '') ?? [];
  const part = status === 206 && first !== undefined ? Number(last) - Number(first) + 1 : undefined;
  const isCounted = call.trace.upstream?.warnings?.some(({ check }) => check === 'content.range.length') === true;
  let bytes = 0;
  if (part !== undefined) message.on('data', (chunk: Buffer) => (bytes += chunk.length));
  // The listener started the flow, but only the reader must start it.
  message.pause();
  const isOtherLength = (): boolean => part !== undefined && message.readableEnded && bytes !== part;
  message.once('end', () => {
    if (isOtherLength() && !isCounted) parts.noteLength?.();
  });
  return { forwarded: message, size, problem: () => late() ?? (isOtherLength() ? 'length' : undefined) };
}

function lengthIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
