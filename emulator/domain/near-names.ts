/** Suggests names for a misspelled one. */

const MOST_NAMES = 3;
/** The characters of a name that a message repeats. */
const MOST_SHOWN = 64;

/** Returns the nearest names, best first: names that are similar, begin the same way, or contain the word. */
export function nearNames(typed: string, names: readonly string[]): string[] {
  const word = typed.toLowerCase().slice(0, 64);
  // Two exchanged letters are a distance of 2. The beginnings of short names are often similar by accident.
  const [most, mostAtStart] = [Math.max(2, Math.floor(word.length / 3)), Math.floor(word.length / 3)];
  return names
    .map((name) => ({ name, whole: distance(word, name), start: distance(word, name.slice(0, word.length)) }))
    .filter(({ name, whole, start }) => whole <= most || start <= mostAtStart || name.includes(word))
    .toSorted((a, b) => Math.min(a.whole, a.start) - Math.min(b.whole, b.start))
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

/** Returns the end of a message about a misspelled name: the nearest names, or else a hint to the list of all names. */
export function didYouMean(typed: string, names: readonly string[], otherwise: string): string {
  const near = nearNames(typed, names);
  return near.length > 0 ? `did you mean ${orList(near)}?` : otherwise;
}

/** Joins names: `a`, `a or b`, or `a, b or c`. */
export function orList(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? '');
}

/** Returns the message for an unknown scenario, with the nearest names. */
export function noSuchScenario(
  name: string,
  names: readonly string[],
  otherwise = '`standin scenarios` lists them',
): string {
  const shown = Array.from(name).slice(0, MOST_SHOWN).join('');
  return `the scenario "${shown}" does not exist; ${didYouMean(name, names, otherwise)}`;
}

/** Counts the insertions, deletions and replacements between two words. */
export function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
