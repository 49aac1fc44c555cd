/** Derives a server's statuses and codes, by the codes of the catalog that the emulator returns in the same places. */

import { ERRORS, isErrorCode, PROMISED_STATUS, type ErrorCode } from '../../contract/errors.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { groupBy } from '../../lib/group-by.ts';

type Observations = Readonly<Record<string, string>>;
export type LearnedErrors = Partial<Record<ErrorCode, { status?: number; code?: string }>>;

interface SeenRefusal {
  readonly status: number;
  readonly code: string;
}

/** Statuses for other reasons: no key, no credits, too many requests. */
const OTHER_REASONS: ReadonlySet<number> = new Set([401, 402, 429, 503]);

/**
 * Returns the learned errors, and the number of observations that show them. If a server distinguishes cases of one
 * code, the most frequent response counts.
 */
export function learnErrors(
  observed: Observations,
  standin: Observations,
  profile: 'documented' | 'ietf',
): { readonly errors: LearnedErrors; readonly seen: number } {
  const votes = new Map<ErrorCode, string[]>();
  for (const [id, text] of Object.entries(standin)) {
    const [own, seen] = [readRefusal(text), readRefusal(observed[id] ?? '')];
    if (own === undefined || seen === undefined || !isErrorCode(own.code)) continue;
    // The request was rejected for another reason, such as missing credits.
    if (OTHER_REASONS.has(seen.status) && ERRORS[own.code].status !== seen.status) continue;
    votes.set(own.code, [...(votes.get(own.code) ?? []), `${seen.status} ${seen.code}`]);
  }
  const rows = [...votes].flatMap(([name, texts]): [ErrorCode, { status?: number; code?: string }][] => {
    const seen = readRefusal(mostFrequent(texts));
    const own = seen === undefined ? {} : ownOf(name, seen, profile);
    return Object.keys(own).length === 0 ? [] : [[name, own]];
  });
  const errors = Object.fromEntries(rows.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return { errors, seen: [...votes.values()].flat().length };
}

/** Parses `400 invalid_json`, `refused 400 invalid_json` or `404 (not_found)`: the response to a rejected request. */
function readRefusal(text: string): SeenRefusal | undefined {
  const [, status, code] = /^(?:refused )?(4\d\d|5\d\d) \(?([^()]+)\)?$/.exec(text) ?? [];
  return status === undefined || code === undefined || code === 'no code'
    ? undefined
    : { status: Number(status), code };
}

/** Returns the differences from the catalog, except the values that the API document promises. */
function ownOf(name: ErrorCode, seen: SeenRefusal, profile: 'documented' | 'ietf'): { status?: number; code?: string } {
  const entry: ErrorEntry = ERRORS[name];
  const usual = profile === 'ietf' ? (entry.ietfStatus ?? entry.status) : entry.status;
  const isFree = !PROMISED_STATUS.has(name) && seen.status < 500;
  return {
    ...(isFree && seen.status !== usual ? { status: seen.status } : {}),
    ...(entry.documented !== 'code' && seen.code !== name ? { code: seen.code } : {}),
  };
}

function mostFrequent(texts: readonly string[]): string {
  const [most = []] = [...groupBy(texts, (text) => text).values()].toSorted((a, b) => b.length - a.length);
  return most[0] ?? '';
}
