/** Values that are nearly right: what a loose server trims, folds, cuts, or takes for another type. */

import type { Random } from './random.ts';

/** Letters that look the same, or fold to the same letter. */
const ALIKE: Readonly<Record<string, string>> = {
  a: '\u0430',
  e: '\u0435',
  o: '\u043E',
  i: '\u0456',
  p: '\uFF50',
  v: '\uFF56',
  '-': '\u2010',
  ':': '\uFF1A',
  '0': '\uFF10',
  '1': '\uFF11',
};

const TEXT_CHANGES: readonly ((text: string, random: Random) => string)[] = [
  (text) => `${text} `,
  (text) => ` ${text}`,
  (text) => `${text}\n`,
  (text) => `\n${text}`,
  (text) => `${text}\u0000`,
  (text) => `${text}\u200B`,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`,
  (text) => text.slice(0, -1),
  (text) => text.slice(1),
  (text) => `${text}0`,
  (text) => `x${text}`,
  (text) => text.replaceAll('-', '_'),
  (text, random) => {
    const place = random.below(text.length);
    const letter = text[place] ?? '';
    return text.slice(0, place) + (ALIKE[letter] ?? `${letter}\u0301`) + text.slice(place + 1);
  },
  () => '',
];

/** A text that differs in one place, or one of these words. */
export function nearTextOf(random: Random, text: string, words: readonly string[]): string {
  if (words.length > 0 && random.chance(0.5)) return random.pick(words);
  return random.pick(TEXT_CHANGES)(text, random);
}

/** The same, or a value of another type that loose languages take for the text. */
export function nearText(random: Random, text: string, words: readonly string[]): unknown {
  return random.chance(0.2)
    ? random.pick<unknown>([[text], {}, false, 0, true, null])
    : nearTextOf(random, text, words);
}

/** A value that is nearly an integer. */
export function nearValue(random: Random, value: number): unknown {
  return random.pick<unknown>([
    String(value),
    ` ${value}`,
    `${value}\n`,
    `${value}s`,
    [value],
    { value },
    null,
    true,
    false,
    '',
    value + 0.5,
    value + 0.0001,
    value + 256,
    value + 65_536,
    value - 2 ** 32,
    value - 1,
  ]);
}
