/** Forwards GET and HEAD /v1/videos/{id}/content. Bytes and ranges are forwarded unchanged. */

import type { RequestContext } from '../../emulator/api/request-context.ts';
import type { ApiContext } from '../../emulator/api/context.ts';
import { phasesAt } from '../../emulator/api/get.ts';
import type { ContentFault } from '../../emulator/api/faults/reaction.ts';
import type { ApiResponse, ForwardedBody } from '../../emulator/api/messages.ts';
import type { Refusal } from '../../emulator/api/refusal.ts';
import type { ProxyParts } from '../parts.ts';
import { applied, evaluate, forward, isBodiless, judge, toAnswer, type Forwarded } from './forward.ts';
import { beforeAsking, WITHOUT_BODY } from './get.ts';

/** The statuses of a service whose clip exists. */
const CLIP_IS_THERE: ReadonlySet<number> = new Set([200, 206, 304, 412, 416]);

export async function getContent(
  parts: ProxyParts,
  context: ApiContext,
  call: RequestContext,
): Promise<ApiResponse | Refusal> {
  const injected = call.faults && (await call.faults.before(() => beforeAsking(parts, call)));
  if (injected !== undefined) return injected;
  const forwarded = await forward(parts, call, { headers: WITHOUT_BODY });
  judge(parts, { call, context }, { forwarded });
  const point = beforeAsking(parts, call);
  const isThere = CLIP_IS_THERE.has(forwarded.status);
  const status = isThere ? 'completed' : parts.generations.find(call.id)?.status;
  // A HEAD is not a download, so rules for the first download ignore it.
  const phases = phasesAt(status, isThere && call.request.method !== 'HEAD');
  const known = { ...point.known, status };
  const injection = await evaluate(context, call, { ...point, known, phases });
  const served = await withFault(parts, call, { forwarded, fault: injection?.reaction.content });
  return applied(call, injection, served);
}

interface FaultyDownload {
  readonly forwarded: Forwarded;
  readonly fault: ContentFault | undefined;
}

/** Applies a content fault: the whole clip instead of a range, or a different ETag in each response. */
async function withFault(
  parts: ProxyParts,
  call: RequestContext,
  { forwarded, fault }: FaultyDownload,
): Promise<ApiResponse> {
  if (fault === undefined) return toDownload(parts, call, forwarded);
  const isPart = forwarded.status === 206 || forwarded.status === 416;
  if (fault.effect.ignoreRange && isPart) forwarded.response.message.destroy();
  const whole =
    fault.effect.ignoreRange && isPart
      ? await forward(parts, call, { headers: { ...WITHOUT_BODY, range: undefined, 'if-range': undefined } })
      : forwarded;
  const answer = toDownload(parts, call, whole);
  const { etag } = answer.headers;
  if (!fault.effect.changeEtag || etag === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, etag: etag.replace(/"$/, `-${fault.count}"`) } };
}

function toDownload(parts: ProxyParts, call: RequestContext, forwarded: Forwarded): ApiResponse {
  const { message } = forwarded.response;
  if (!isBodiless(call, forwarded)) return toAnswer(forwarded, bodyOf(parts, call, forwarded));
  message.resume();
  return toAnswer(forwarded, null);
}

/** Returns the body and counts its bytes. A wrong length that the headers showed is already counted. */
function bodyOf(
  { noteLength }: ProxyParts,
  { trace }: RequestContext,
  { response, status, headers }: Forwarded,
): ForwardedBody {
  const { message, late } = response;
  const size = lengthIn(headers['content-length']);
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(headers['content-range'] ?? '') ?? [];
  const part = status === 206 && first !== undefined ? Number(last) - Number(first) + 1 : undefined;
  const isCounted = trace.upstream?.warnings?.some(({ check }) => check === 'content.range.length') === true;
  let bytes = 0;
  if (part !== undefined) message.on('data', (chunk: Buffer) => (bytes += chunk.length));
  // The listener started the flow, but only the reader must start it.
  message.pause();
  const isOtherLength = (): boolean => part !== undefined && message.readableEnded && bytes !== part;
  message.once('end', () => {
    if (isOtherLength() && !isCounted) noteLength?.();
  });
  return { forwarded: message, size, problem: () => late() ?? (isOtherLength() ? 'length' : undefined) };
}

function lengthIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
