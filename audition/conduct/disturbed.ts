/** Whether the machine spoiled a case: its client ran into a timeout of its own, and the story had nothing slow there. */

import type { CaseRecord } from '../evidence/case-record.ts';
import { toRequests } from '../evidence/requests.ts';

/** What ends so close to the last of all ended with the client, where that was ended from outside. */
const TOGETHER_MS = 500;

/**
 * Whether the client left an answer that no rule had touched. The emulator answers in milliseconds, so a client that
 * does not do so by habit waited for a machine that was too busy to let one of the two go on.
 */
export function isDisturbed({ entries, outcome }: Pick<CaseRecord, 'entries' | 'outcome'>): boolean {
  const requests = toRequests(entries, new Map());
  const left = requests.filter(({ end, faults }) => end === 'left' && faults.length === 0);
  if (outcome.end !== 'hung') return left.length > 0;
  const lastMs = Math.max(...requests.map(({ endedMs, arrivedMs }) => endedMs ?? arrivedMs));
  return left.some(({ endedMs, arrivedMs }) => (endedMs ?? arrivedMs) < lastMs - TOGETHER_MS);
}

/** Whether a request that a rule had touched was still open when the client was ended at its deadline. */
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
