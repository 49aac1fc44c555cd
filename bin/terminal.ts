/** The streams and variables of a command: `process` for the `standin` command, and an object in tests. */

export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Read only by commands that end when it ends. */
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
  /** Whether this command was typed: only then it loads the table of settings for its flags. */
  readonly isChosen: boolean;
  /** The words of the command line. */
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Sets the exit status, which is 0 otherwise. */
  readonly exitWith: (status: number) => void;
}
