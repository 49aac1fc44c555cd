/** Reads from a generation as text, without decoding it: a quote in a text is escaped, so none looks like a key. */

/** Its cost. */
export function costIn(text: string): number {
  const at = text.lastIndexOf(COST);
  return at < 0 ? Number.NaN : Number.parseInt(text.slice(at + COST.length, at + COST.length + LONGEST_NUMBER), 10);
}

/** Whether it was made from other generations. */
export function hasSources(text: string): boolean {
  // From the end: before it comes the prompt.
  return text.lastIndexOf(NO_SOURCES) < 0;
}

const COST = '"cost":';
const LONGEST_NUMBER = 20;
const NO_SOURCES = '"sources":[]';
