/** A line of progress on a terminal that is overwritten, and the lines above it. */

export interface ProgressOptions {
  /** `live` writes over its line, `plain` adds lines, `quiet` prints only urgent notes. */
  readonly style: 'live' | 'plain' | 'quiet';
  readonly width: number;
  readonly write: (text: string) => void;
}

const CLEAR = '\r\u001b[2K';

/** Creates the line. Unless it is live, it is never drawn. */
export function createLiveLine({ style, width, write }: ProgressOptions) {
  const most = Math.max(10, width - 1);
  const seen = new Set<string>();
  let shown = '';
  const note = (text: string): void => {
    write(shown === '' ? `${text}\n` : `${CLEAR}${text}\n`);
    shown = '';
  };
  return {
    /** Writes over the line, cut to the width of the terminal, if it has changed. */
    draw: (text: string) => {
      const line = text.length <= most ? text : `${text.slice(0, most - 1)}…`;
      if (style === 'live' && line !== shown) write(CLEAR + line);
      if (style === 'live') shown = line;
    },
    /** Prints a line that is not overwritten. */
    note,
    /** Prints a milestone once, where no line is overwritten. */
    step: (text: string | undefined) => {
      if (style !== 'plain' || text === undefined || seen.has(text)) return;
      seen.add(text);
      note(text);
    },
    end: () => {
      if (shown !== '') write(CLEAR);
      shown = '';
    },
  };
}
