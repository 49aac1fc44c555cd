/** Determines whether a case was reached: its fault fired, and the client noticed it. */

import type { CaseEvidence, ClientRequest } from '../evidence/case-evidence.ts';
import type { EffectKinds } from '../evidence/requests.ts';

/** Effects that a client notices even without a response, because it disconnects. */
const FELT_BY_WAITING: ReadonlySet<string> = new Set(['delay', 'stall', 'drop', 'throttle']);

/** Returns the event that was missing for the story; undefined if the story happened. */
export function missingOf(evidence: CaseEvidence, effects: EffectKinds): string | undefined {
  const { scenario, expectation, requests } = evidence;
  const { reach } = expectation;
  if (requests.length === 0) return 'no request came';
  if (hasOnlyWaited(evidence)) return 'the client waited for the delayed response';
  const felt = [...effects.keys()].filter((rule) => requests.some((request) => isFelt(request, rule, effects)));
  const wanted = reach?.rules?.map((rule) => `${scenario}:${rule}`);
  const isMissingRule =
    wanted === undefined
      ? // A story that requires only requests may have rules that a careful client never meets.
        reach?.requests === undefined && effects.size > 0 && felt.length === 0
      : wanted.some((rule) => !felt.includes(rule));
  const isMissingRequest = (reach?.requests ?? []).some(
    ({ operation, count, range }) =>
      requests.filter(
        (request) => request.operation === operation && (range === undefined || range === (request.range !== null)),
      ).length < count,
  );
  if (!isMissingRule && !isMissingRequest) return undefined;
  if (isMissingRule && !isMissingRequest && requests.some(hasLeftEarly))
    return 'the client disconnected before the fault took effect';
  return reach?.missing ?? 'the client did not send a request that the fault affects';
}

/** Returns whether quick pace shortened a delay that the client waited for. This proves nothing at the real pace. */
export function hasOnlyWaited({ pace, expectation: { reach }, requests }: CaseEvidence): boolean {
  const delayed = requests.filter(({ faults }) => faults.length > 0);
  const isShort = pace === 'quick' && reach?.timeout === true;
  return isShort && delayed.length > 0 && !delayed.some(({ end }) => end === 'left' || end === 'open');
}

function hasLeftEarly({ end, faults, bytesSent }: ClientRequest): boolean {
  return end === 'left' && faults.length > 0 && bytesSent === 0;
}

/** Returns whether the client noticed a rule: it did not leave the response early, and it requested bytes. */
function isFelt(
  { faults, end, bytesSent, operation, method }: ClientRequest,
  rule: string,
  kinds: EffectKinds,
): boolean {
  if (!faults.includes(rule) || (operation === 'content' && method === 'HEAD')) return false;
  return end !== 'left' || bytesSent > 0 || FELT_BY_WAITING.has(kinds.get(rule) ?? '');
}
