/** Text on its way into HTML. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that HTML takes as text. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** The same with what stands between backticks as code, and its lines as lines. */
export function inlineCode(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br><br>')
    .replaceAll(/\n- /g, '<br>· ')
    .replaceAll('\n', ' ');
}
