/** US dollars and times, as the views write them. */

/** Two places, and more where there are more. */
export function dollars(amount: number): string {
  const text = Math.abs(amount)
    .toFixed(4)
    .replace(/0{1,2}$/, '');
  return `${amount < 0 ? '−' : ''}$${text}`;
}

/** A time of an account's clock, in UTC, as short as it can be said. */
export function clockText(ms: number): string {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15
    ? new Date(ms)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, ' UTC')
    : String(ms);
}
