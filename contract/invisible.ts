/** Escapes characters that are invisible or misleading in texts from other parties. */

/** Control characters, invisible characters and characters that reorder text, but not line breaks and tabs. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /(?!\t|\n|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Texts that may contain such characters. They are rare, and a report has millions of characters. */
const NOT_PLAIN = /[^ -~\t\n]+/g;

/** Replaces invisible characters with escapes that JSON and TypeScript can read. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(NOT_PLAIN, (stretch) => stretch.replaceAll(INVISIBLE, unicodeEscape));
}

/** Returns the escape of a character: two escapes if it is beyond the basic plane. */
function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
