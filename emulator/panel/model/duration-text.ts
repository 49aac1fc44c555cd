/** Durations, as the views and the sentences on rules write them. */

/** `340 ms`, `2.1 s`, `1.5 min`. */
export function durationText(ms: number): string {
  const [size, unit] = UNITS.find(([least]) => Math.abs(ms) >= least) ?? [1, 'ms'];
  const parts = unit === 'ms' ? 1 : 100;
  return `${Math.round((ms / size) * parts) / parts} ${unit}`;
}

/** `just now`, `40 s ago`. */
export function agoText(ms: number): string {
  return ms < 1500 ? 'just now' : `${durationText(Math.round(ms / 1000) * 1000)} ago`;
}

const UNITS: readonly [number, string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];
