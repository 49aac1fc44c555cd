/** Finds the names that a misspelt one may have meant. */

const MOST_NAMES = 3;

/** The nearest names, best first: those that are a few letters away, that contain it, or that begin as it does. */
export function nearNames(typed: string, names: readonly string[]): string[] {
  const word = typed.toLowerCase().slice(0, 64);
  const most = Math.max(2, Math.floor(typed.length / 3));
  return names
    .map((name) => ({ name, distance: Math.min(distance(word, name), distance(word, name.slice(0, word.length))) }))
    .filter((candidate) => candidate.distance <= most || candidate.name.includes(word))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

/** Insertions, deletions and replacements between two words. */
function distance(from: string, to: string): number {
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
