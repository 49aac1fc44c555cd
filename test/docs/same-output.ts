/**
 * Compares the output on a page with the real output. Ids, dates, ports and sizes match any other value of their kind.
 */

/** The patterns of values that differ in each run, and the word that replaces each value. */
const WILD: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<date>'],
  [/[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT/g, '<date>'],
  [/^ {2}ffmpeg {2}.*$/gm, '  ffmpeg  <one>'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>'],
];

/** Returns the output without trailing spaces, and without empty lines at its start and end. */
export function toComparable(text: string): string {
  const plain = text.replaceAll('\r', '').replaceAll(/[ \t]+$/gm, '');
  return WILD.reduce((sofar, [pattern, word]) => sofar.replaceAll(pattern, word), plain.trim());
}

/**
 * Returns the shown output as a pattern. `…` matches any text in a line, and a line that is only `…` matches any lines.
 */
export function toPattern(shown: string): RegExp {
  const escaped = toComparable(shown).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/^…$/gm, '[^]*?').replaceAll('…', '.*')}$`);
}
