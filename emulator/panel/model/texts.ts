/** Formats money, times, durations, sizes and prompts for the views. */

/** Formats money as `−$1,000.00`, with more than two decimal places only if necessary. */
export function dollars(amount: number): string {
  const text = amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
  return text.replace('-', '−');
}

/** The words for the entries of the ledger. A grant sets the balance. */
export const LEDGER_WORDS = {
  reserve: 'reserved',
  capture: 'charged',
  refund: 'refunded',
  grant: 'balance set',
} as const;

/** Formats a time in UTC: `2026-01-01 00:00:00 UTC`. */
export function clockText(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? `${new Date(ms).toISOString().slice(0, -5).replace('T', ' ')} UTC` : String(ms);
}

const SECONDS = { d: 86_400, h: 3600, min: 60, s: 1 };

/** Formats a duration: `340 ms`, `2.1 s`, `44 min 53 s`, `2 h 5 min`. */
export function durationText(ms: number): string {
  if (ms < 0) return `−${durationText(-ms)}`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Math.round(ms / 100) / 10} s`;
  let left = Math.round(ms / 1000);
  const parts = Object.entries(SECONDS).map(([unit, size]) => {
    const count = Math.floor(left / size);
    left %= size;
    return count === 0 ? '' : `${count} ${unit}`;
  });
  const first = parts.findIndex(Boolean);
  return parts
    .slice(first, first + 2)
    .join(' ')
    .trim();
}

/** Groups the digits of the numbers in a text: `0–1,999`. */
export function grouped(text: string): string {
  return text.replaceAll(/\d+/g, (digits) => Number(digits).toLocaleString('en'));
}

/** Formats a size: `940 B`, `587 KB`, `1.5 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  return `${Math.round(bytes / 100_000) / 10} MB`;
}

/** Formats a count with its noun: `1 request`, `3 requests`. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const MOST_PROMPT = 120;

/** Returns the beginning of a prompt. */
export function promptText(prompt: string): string {
  return prompt.slice(0, MOST_PROMPT) + (prompt.length > MOST_PROMPT ? '…' : '');
}
