/** Text in lines: wrapped, indented, cut, and with its nouns in the plural. */

import { plainLine } from './safe-text.ts';

export interface TerminalOptions {
  readonly color: boolean;
  readonly width: number;
  /** Shows everything, not only the worst. */
  readonly verbose?: boolean;
}

const COLORS = { dim: 2, red: 31, green: 32, yellow: 33 } as const;

export type Page = ReturnType<typeof createPage>;

/** Creates the functions that write a report on a terminal. */
export function createPage({ color, width, verbose = false }: TerminalOptions) {
  const most = Math.max(20, width);
  return {
    paint: (text: string, name: keyof typeof COLORS) => (color ? `\u001b[${COLORS[name]}m${text}\u001b[0m` : text),
    /** Wraps a text of the report, and makes it safe. */
    line: (text: string, margin = '') => wrap(plainLine(text), most, margin),
    width: most,
    verbose,
  };
}

/** Returns a number and its noun, for example `1 check`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Joins the first texts of a list, and counts the others, for example `a, b and 3 more`. */
export function firstOf(texts: readonly string[], most: number): string {
  const rest = texts.length > most ? ` and ${texts.length - most} more` : '';
  return `${texts.slice(0, most).join(', ')}${rest}`;
}

/** Truncates a text and adds the number of missing characters. */
export function cap(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}

/** Wraps a text at spaces. A longer word is not broken, so that it can be copied. */
function wrap(text: string, width: number, margin: string): string {
  const lines: string[] = [];
  let line = margin;
  for (const word of text.split(' ')) {
    const isFull = line.length + word.length + 1 > width && line.trim() !== '';
    if (isFull) lines.push(line);
    line = isFull ? `${margin}${word}` : line.trim() === '' ? `${margin}${word}` : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

/** Puts a margin before each line. */
export function indent(text: string, margin: string): string {
  return text
    .split('\n')
    .map((line) => margin + line)
    .join('\n');
}
