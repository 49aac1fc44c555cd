/** Finds the ids of checks that a misspelled one may have meant. */

const MOST_IDS = 3;
/** Of what is typed, that much is compared. */
const MOST_LETTERS = 200;
/** How alike a word is to one that it only begins, at least. */
const ALIKE = 0.6;
/** Ids that are less near than this are other ones. */
const NEAR = 0.45;
/** What is less near than this part of the nearest is not what was meant. */
const NEAR_THE_BEST = 0.7;
/** A word in its place counts more than one elsewhere. */
const IN_PLACE = 0.1;

/** The nearest ids, best first, by the words between their dots; none where hardly a word is alike. */
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

/** From 0 to little more than 1: what both have in common, by what both have. */
function likeness(typed: readonly string[], own: readonly string[]): number {
  const found = typed.map((word, at) =>
    Math.max(0, ...own.map((other, place) => alike(word, other) * (place === at ? 1 + IN_PLACE : 1))),
  );
  const byWords = (2 * found.reduce((all, one) => all + one, 0)) / (typed.length + own.length || 1);
  return Math.max(byWords, alikeWithoutDots(typed.join(''), own.join('')));
}

/** For a dot that is missing, or in another place: of such ids nearly all letters are the same. */
function alikeWithoutDots(typed: string, own: string): number {
  const length = Math.max(typed.length, own.length);
  if (Math.abs(typed.length - own.length) > 2 || length < 4) return 0;
  const other = slips(typed, own);
  return other > 2 ? 0 : 1 - other / length;
}

/** 1 for the same word, 0 for another one; one that is the beginning of the other is alike. */
function alike(typed: string, own: string): number {
  if (typed === own) return 1;
  const [shorter, longer] = typed.length < own.length ? [typed, own] : [own, typed];
  if (shorter.length >= 3 && longer.startsWith(shorter)) return Math.max(ALIKE, shorter.length / longer.length);
  const wrong = slips(typed, own);
  // In a short word even two make another one of it.
  return wrong > Math.max(1, Math.floor(longer.length / 3)) ? 0 : 1 - wrong / longer.length;
}

/** Letters that are missing, too many or wrong; two that changed places are one slip. */
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
