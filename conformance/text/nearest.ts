/** Finds the names that a misspelled name may have meant. */

const MOST_IDS = 3;
/** The number of typed letters that are compared. */
const MOST_LETTERS = 200;
/** The least similarity of a suggested id. */
const NEAR = 0.35;
/** The least share of the best similarity for further suggestions. */
const NEAR_THE_BEST = 0.7;

/** Returns the nearest ids, best first: those that share the most groups of letters with the text. */
export function nearest(text: string, ids: readonly string[]): string[] {
  const typed = groupsOf(text.slice(0, MOST_LETTERS));
  const scored = ids
    .map((id) => ({ id, score: likeness(typed, groupsOf(id)) }))
    .filter(({ score }) => score >= NEAR)
    .toSorted((a, b) => b.score - a.score);
  const least = (scored[0]?.score ?? 0) * NEAR_THE_BEST;
  const near = scored.filter(({ score }) => score >= least).map(({ id }) => id);
  return near.slice(0, MOST_IDS);
}

/** Returns the groups of three neighboring letters. The ends of words count as letters. */
function groupsOf(text: string): ReadonlySet<string> {
  const letters = `.${text.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '.')}.`.replaceAll('..', '.');
  return new Set(Array.from({ length: Math.max(0, letters.length - 2) }, (_, at) => letters.slice(at, at + 3)));
}

/** Returns the share of groups that both texts have, from 0 to 1. */
function likeness(typed: ReadonlySet<string>, own: ReadonlySet<string>): number {
  const shared = [...typed].filter((group) => own.has(group)).length;
  return (2 * shared) / (typed.size + own.size || 1);
}
