/** Text from clients, with the characters that hide or reorder text made visible. */

import { escapeInvisible } from '../../../contract/invisible.ts';

/** `⟨U+202E⟩` in place of a character that turns text around. */
export function visibleText(text: string): string {
  return escapeInvisible(text).replaceAll(/\\u([0-9a-f]{4})/g, (escaped, code: string) =>
    text.includes(escaped) ? escaped : `⟨U+${code.toUpperCase()}⟩`,
  );
}
