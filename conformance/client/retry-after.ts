/** The time that a 429 or 503 asks to wait. */

/** The pauses if the server names no time. */
const UNTOLD = { first: 1000, longest: 30_000 };
/** The pauses if the server asks to come back at once each time, so that the kit does not flood it. */
const AT_ONCE = { first: 100, longest: 5000 };

/**
 * Returns the milliseconds before the next attempt, as `Retry-After` states. `attempt` counts from 1. Without
 * `Retry-After`, and below a second, the pauses double.
 */
export function pauseBefore(attempt: number, retryAfter: string | undefined, now: number): number {
  const told = readRetryAfter(retryAfter, now);
  if (told !== undefined && told >= 1000) return told;
  const { first, longest } = told === undefined ? UNTOLD : AT_ONCE;
  return Math.max(told ?? 0, Math.min(longest, first * 2 ** (attempt - 1)));
}

/** Parses whole seconds or an HTTP date (RFC 9110, 10.2.3); undefined for any other text. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
