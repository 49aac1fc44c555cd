/** The terminal of a command: its streams, its environment variables and its width, and the errors of its user. */

import { wrap } from '../conformance/text/lay-out.ts';

export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  /** The input, which is read only by commands that end with it. */
  readonly stdin?: Input;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the process, if there is one, with the exit status of the command. */
  exit(): void;
}

interface Input {
  resume(): unknown;
  once(event: 'end' | 'close', listener: () => void): unknown;
}

/** One of the two streams. `isTTY` and `columns` describe the terminal behind it, if there is one. */
interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The arguments with which `program.ts` builds a command. */
export interface CommandContext {
  /** Whether this command was typed. Only then it loads the table of settings for its flags. */
  readonly isChosen: boolean;
  /** The words of the command line. */
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Sets the exit status. The default is 0. */
  readonly exitWith: (status: number) => void;
}

/** An error that the user of a command can fix. It is printed without a stack trace, and the exit status is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Wraps a text at the width of a terminal. The rest of a line is below its text, or indented like `Proves:   `. */
export function wrapped(text: string, { isTTY, columns }: Output): string {
  if (isTTY !== true) return text;
  const lines = text.split('\n').map((line) => {
    const [head = '', label] = /^ *([A-Z][^:]*: {2,})?/.exec(line) ?? [];
    const margin = ' '.repeat(head !== '' && label === undefined ? head.length + 2 : head.length);
    return head + wrap(line.slice(head.length), widthOf(columns, 80), margin).slice(margin.length);
  });
  return lines.join('\n');
}

/** Quotes a word for a shell if necessary. */
export function shellWord(word: string): string {
  return /^[\w./:=@,+%-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns the number of columns, or a default for an output that reports none, or 0. */
export function widthOf(columns: number | undefined, otherwise: number): number {
  return columns === undefined || columns <= 0 ? otherwise : columns;
}

/** Returns the style of progress. Only a terminal can show live progress. The log of a CI job contains no progress. */
export function progressStyle({ stderr, env: { CI, TERM } }: Terminal): 'live' | 'plain' | 'quiet' {
  if (CI !== undefined && CI !== '' && CI !== 'false') return 'quiet';
  return stderr.isTTY === true && TERM !== 'dumb' ? 'live' : 'plain';
}

/** Returns how a report is printed. A terminal shows colors unless NO_COLOR is set. */
export function lookOf({ stdout, env }: Terminal, isVerbose: boolean) {
  const color = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '';
  return { color, width: widthOf(stdout.columns, 100), verbose: isVerbose };
}
