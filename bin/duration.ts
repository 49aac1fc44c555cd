/** Reads the time that a flag gives. */

import { InvalidArgumentError } from 'commander';

const SECONDS = { s: 1, m: 60, h: 3600 } as const;

/** The seconds of a time such as `90s`, `5m` or `1h`. */
export function duration(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smh])$/.exec(text) ?? [];
  const value = Number(number) * (SECONDS[unit as keyof typeof SECONDS] ?? Number.NaN);
  if (!(value > 0)) throw new InvalidArgumentError('Use a number with s, m or h, such as 90s, 5m or 1h.');
  return value;
}
