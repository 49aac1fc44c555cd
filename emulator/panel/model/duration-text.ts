/** Durations, as the views and the sentences on rules write them. */

/** `340 ms`, `2.1 s`, `44 min 53 s`, `2 h 5 min`. */
export function durationText(ms: number): string {
  if (ms < 0) return `−${durationText(-ms)}`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Math.round(ms / 10) / 100} s`;
  const seconds = Math.round(ms / 1000);
  const units = UNITS.map(([size, unit], at) => {
    const larger = UNITS[at - 1]?.[0];
    return [Math.floor((larger === undefined ? seconds : seconds % larger) / size), unit] as const;
  });
  const first = units.findIndex(([count]) => count > 0);
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** `just now`, `40 s ago`, `5 min ago`. */
export function agoText(ms: number): string {
  if (ms < 1500) return 'just now';
  const [size, unit] = UNITS.find(([least]) => ms >= least * 1000) ?? [1, 's'];
  return `${Math.floor(ms / 1000 / size)} ${unit} ago`;
}

const UNITS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];
