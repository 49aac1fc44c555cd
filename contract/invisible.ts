/** Characters of texts that others have written which show nothing, or another thing than they are; and their escapes. */

/**
 * Control characters, characters that reorder the text around them, and invisible characters such as tags, which may
 * hide a text. Line breaks, tabs and the selector of colorful emoji stay.
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /(?!\t|\n|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Most texts have only a few such characters, and a report has millions of characters. */
const NOT_PLAIN = /[^ -~\t\n]+/g;

/** The text with each of them as an escape, which JSON and TypeScript read as the character. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(NOT_PLAIN, (stretch) => stretch.replaceAll(INVISIBLE, unicodeEscape));
}

/** As JSON has it: two for a character beyond the basic plane. */
function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
