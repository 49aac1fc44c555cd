/** The Markdown elements of the generated pages. */

/** Returns a table. Bars inside a cell are escaped if they are not yet, or they would end the cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, String.raw`\|`)).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns a fenced block, for example `fence('sh', 'ls')`. The fence is longer than the backticks in the text. */
export function fence(language: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return [ticks + language, text, ticks].join('\n');
}

/** Returns a value as JSON in a fenced block. */
export function json(value: unknown): string {
  return fence('json', JSON.stringify(value, null, 2));
}

/** Returns a link target. */
export function anchor(id: string): string {
  return `<a id="${id}"></a>`;
}

/** Returns a link to a target on the same page, with its text formatted as code. */
export function link(text: string, id: string): string {
  return `[${code(text)}](#${id})`;
}

/** Formats values as code: `code(1, 2)` is "`1`, `2`". */
export function code(...values: readonly (string | number | boolean)[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

/** Joins blocks with empty lines. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
