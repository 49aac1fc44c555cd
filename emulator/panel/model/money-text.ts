/** US dollars and times, as the views write them. */

/** `$1,000.00`; more than two places only if there are more. */
export function dollars(amount: number): string {
  const text = Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  return `${amount < 0 ? '−' : ''}$${text}`;
}

/** A time in UTC: `2026-01-01 00:00:00 UTC`. */
export function clockText(ms: number): string {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15
    ? new Date(ms)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, ' UTC')
    : String(ms);
}
