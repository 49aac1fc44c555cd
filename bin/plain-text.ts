/** Makes what others wrote harmless on a terminal. */

/** But for the end of a line: control characters of both sets, and what turns the direction of a text. */
// eslint-disable-next-line no-control-regex
const MEANS_MORE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The text with an escape in place of each character that a terminal would obey. */
export function plainText(text: string): string {
  return text.replaceAll(MEANS_MORE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
