/** The few pieces of Markdown that the generated pages are put together from. */

/** A table; a bar inside a cell is escaped, since it would end the cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A fenced block, for example `fence('sh', 'ls')`. */
export function fence(language: string, text: string): string {
  return ['```' + language, text, '```'].join('\n');
}

/** A value as JSON, in a fenced block. */
export function json(value: unknown): string {
  return fence('json', JSON.stringify(value, null, 2));
}

/** A place to link to. */
export function anchor(id: string): string {
  return `<a id="${id}"></a>`;
}

/** A link to an anchor of the same page; its text is in code type. */
export function link(text: string, id: string): string {
  return `[${code(text)}](#${id})`;
}

/** Words in code type: `code(1, 2)` is "`1`, `2`". */
export function code(...values: readonly (string | number | boolean)[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

/** Puts blocks below each other, with an empty line between them. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
