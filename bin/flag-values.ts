/** Parses the values of flags. */

import { InvalidArgumentError } from 'commander';

const SECONDS = { s: 1, m: 60, h: 3600 } as const;

/** Returns the seconds of a time such as `90s`, `5m` or `1h`. */
export function duration(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smh])$/.exec(text) ?? [];
  const value = Number(number) * (SECONDS[unit as keyof typeof SECONDS] ?? Number.NaN);
  if (!(value > 0)) throw new InvalidArgumentError('Use a number with s, m or h, such as 90s, 5m or 1h.');
  return value;
}

/** Returns the items of a comma-separated list. A repeated flag adds to the list. */
export function list(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(',').map((part) => part.trim())].filter((part) => part !== '');
}
