/** Finds the ids of checks that a misspelled id may have meant. */

const MOST_IDS = 3;
/** The number of typed letters that are compared. */
const MOST_LETTERS = 200;
/** The least similarity of a word to a longer word that begins with it. */
const ALIKE = 0.6;
/** The least similarity of a suggested id. */
const NEAR = 0.45;
/** The least share of the best similarity for further suggestions. */
const NEAR_THE_BEST = 0.7;
/** The bonus for a word at the same position. */
const IN_PLACE = 0.1;

/** Returns the nearest ids, best first, by the words between their dots. The list is empty without a similar word. */
export function nearest(text: string, ids: readonly string[]): string[] {
  const typed = wordsOf(text.slice(0, MOST_LETTERS));
  const scored = ids
    .map((id) => ({ id, score: likeness(typed, wordsOf(id)) }))
    .filter(({ score }) => score >= NEAR)
    .toSorted((a, b) => b.score - a.score);
  const least = (scored[0]?.score ?? 0) * NEAR_THE_BEST;
  return scored
    .filter(({ score }) => score >= least)
    .slice(0, MOST_IDS)
    .map(({ id }) => id);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Returns the shared part of both ids, from 0 to little more than 1. */
function likeness(typed: readonly string[], own: readonly string[]): number {
  const found = typed.map((word, at) =>
    Math.max(0, ...own.map((other, place) => alike(word, other) * (place === at ? 1 + IN_PLACE : 1))),
  );
  const byWords = (2 * found.reduce((all, one) => all + one, 0)) / (typed.length + own.length || 1);
  return Math.max(byWords, alikeWithoutDots(typed.join(''), own.join('')));
}

/** Returns the similarity of ids with a missing or moved dot, in which nearly all letters are the same. */
function alikeWithoutDots(typed: string, own: string): number {
  const length = Math.max(typed.length, own.length);
  if (Math.abs(typed.length - own.length) > 2 || length < 4) return 0;
  const other = slips(typed, own);
  return other > 2 ? 0 : 1 - other / length;
}

/** Returns 1 for the same word and 0 for a different word. The beginning of a longer word is similar to it. */
function alike(typed: string, own: string): number {
  if (typed === own) return 1;
  const [shorter, longer] = typed.length < own.length ? [typed, own] : [own, typed];
  if (shorter.length >= 3 && longer.startsWith(shorter)) return Math.max(ALIKE, shorter.length / longer.length);
  const wrong = slips(typed, own);
  // In a short word, even two errors make it a different word.
  return wrong > Math.max(1, Math.floor(longer.length / 3)) ? 0 : 1 - wrong / longer.length;
}

/** Counts the letters that are missing, extra or wrong. Two swapped letters count once. */
function slips(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j - 1] ?? 0) + (isSame ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swapped));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
