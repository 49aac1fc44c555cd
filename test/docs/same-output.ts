/** Compares what a page shows with what came: ids, dates, ports and sizes that change from run to run stand for any other of their kind. */

/** What differs in each run, and the word that stands for it. */
const WILD: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<date>'],
  [/[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT/g, '<date>'],
  [/^ {2}ffmpeg {2}.*$/gm, '  ffmpeg  <one>'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>'],
];

/** The output as it may be compared: no trailing space, no empty lines at its ends. */
export function toComparable(text: string): string {
  const plain = text.replaceAll('\r', '').replaceAll(/[ \t]+$/gm, '');
  return WILD.reduce((sofar, [pattern, word]) => sofar.replaceAll(pattern, word), plain.trim());
}

/** What the page shows as a pattern: `…` stands for anything within a line, a line of nothing but `…` for any lines. */
export function toPattern(shown: string): RegExp {
  const escaped = toComparable(shown).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/^…$/gm, '[^]*?').replaceAll('…', '.*')}$`);
}
