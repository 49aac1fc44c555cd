/** Detects cases that the machine disturbed: the client ran into its own timeout without a delay by a fault. */

import type { CaseRecord } from '../evidence/case-record.ts';
import { toRequests } from '../evidence/requests.ts';

/** Requests that end this close to the last one ended because the client was ended at its deadline. */
const TOGETHER_MS = 500;

/**
 * Returns whether the client left a response that no rule had changed. The emulator responds in milliseconds. A client
 * without this habit therefore waited for a machine that was too busy to run both.
 */
export function isDisturbed({ entries, outcome }: Pick<CaseRecord, 'entries' | 'outcome'>): boolean {
  const requests = toRequests(entries, new Map());
  const left = requests.filter(({ end, faults }) => end === 'left' && faults.length === 0);
  if (outcome.end !== 'hung') return left.length > 0;
  const lastMs = Math.max(...requests.map(({ endedMs, arrivedMs }) => endedMs ?? arrivedMs));
  return left.some(({ endedMs, arrivedMs }) => (endedMs ?? arrivedMs) < lastMs - TOGETHER_MS);
}

/** Returns whether a request that a rule had changed was still open when the client was ended at its deadline. */
export function isSilentAtDeadline({ entries, outcome }: Pick<CaseRecord, 'entries' | 'outcome'>): boolean {
  const requests = toRequests(entries, new Map());
  const lastMs = Math.max(...requests.map(({ endedMs, arrivedMs }) => endedMs ?? arrivedMs));
  return (
    outcome.end === 'hung' &&
    requests.some(({ end, faults, endedMs }) => {
      const isOpen = end === 'open' || (end === 'left' && (endedMs ?? 0) >= lastMs - TOGETHER_MS);
      return isOpen && faults.length > 0;
    })
  );
}
