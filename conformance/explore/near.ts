/** Values that are nearly right: what a loose server trims, folds, cuts, or takes for another type. */

import type { Random } from './random.ts';

/** Letters that look the same, or fold to the same letter. */
const ALIKE: Readonly<Record<string, string>> = { a: '\u0430', e: '\u0435', o: '\u043E', p: '\uFF50', '-': '\u2010' };

const changed = (text: string, place: number): string => {
  const letter = text[place] ?? '';
  return text.slice(0, place) + (ALIKE[letter] ?? `${letter}\u0301`) + text.slice(place + 1);
};

/** A text that differs in one place. */
export function nearText(random: Random, text: string): string {
  const around = [
    `${text} `,
    ` ${text}`,
    `${text}\n`,
    `\n${text}`,
    `${text}\u0000`,
    `${text}\u200B`,
    `${text}0`,
    `x${text}`,
  ];
  const capital = `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
  const within = [
    text.toUpperCase(),
    text.toLowerCase(),
    capital,
    text.slice(0, -1),
    text.slice(1),
    text.replaceAll('-', '_'),
  ];
  return random.pick([...around, ...within, changed(text, random.below(text.length)), '']);
}

/** A value that is nearly this one, often of another type. */
export function nearValue(random: Random, value: unknown): unknown {
  if (typeof value === 'string' && random.chance(0.8)) return nearText(random, value);
  const others: readonly unknown[] = [[value], { value }, true, false, '', 0, String(value), ` ${String(value)}`];
  if (typeof value !== 'number') return random.pick(others);
  const numbers = [0.5, 0.0001, 1, -1, 10, 256, 65_536, -(2 ** 32), 2 ** 53].map((more) => value + more);
  return random.pick([...others, ...numbers, `${value}\n`, `${value}s`]);
}
