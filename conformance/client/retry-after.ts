/** How long a 429 or 503 asks to wait. */

/** Where the server names no time. */
const UNTOLD = { first: 1000, longest: 30_000 };
/** Where it asks to come back at once: a server that says so each time is not flooded. */
const AT_ONCE = { first: 100, longest: 5000 };

/**
 * Milliseconds to wait before attempt number `attempt` (from 1) is repeated: as `Retry-After` says; below a second, and
 * without it, the pauses double.
 */
export function pauseBefore(attempt: number, retryAfter: string | undefined, now: number): number {
  const told = readRetryAfter(retryAfter, now);
  if (told !== undefined && told >= 1000) return told;
  const { first, longest } = told === undefined ? UNTOLD : AT_ONCE;
  return Math.max(told ?? 0, Math.min(longest, first * 2 ** (attempt - 1)));
}

/** Whole seconds or an HTTP date, as RFC 9110 section 10.2.3 has it; nothing for anything else. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
