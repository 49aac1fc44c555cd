/** Text and tables as HTML. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escaped text. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Escaped text with `code` in backticks, line breaks and list items. */
export function inlineCode(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br><br>')
    .replaceAll(/\n- /g, '<br>· ')
    .replaceAll('\n', ' ');
}

/** A table of rows that are HTML already. */
export function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text) => `<th>${text}</th>`).join('');
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
