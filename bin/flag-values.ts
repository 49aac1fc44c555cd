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

/** Returns a parser of numbers. `hint` is its error message. */
export function numberFlag(hint: string, isValid: (value: number) => boolean): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isFinite(value) || !isValid(value)) throw new InvalidArgumentError(hint);
    return value;
  };
}

/** Parses a whole number that is 1 or greater. */
export const count = numberFlag(
  'Use a whole number that is 1 or greater.',
  (value) => Number.isSafeInteger(value) && value >= 1,
);
