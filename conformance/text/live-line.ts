/** A line of progress on a terminal that is overwritten, and the lines above it. */

export interface ProgressOptions {
  /** `live` writes over its line, `plain` adds lines, `quiet` prints only urgent notes. */
  readonly style: 'live' | 'plain' | 'quiet';
  readonly width: number;
  readonly write: (text: string) => void;
}

const CLEAR = '\r\u001b[2K';

/** Creates the line. Unless it is live, it is never drawn. */
export function createLiveLine(isLive: boolean, write: (text: string) => void) {
  let shown = '';
  return {
    /** Writes over the line, cut to the width of the terminal, if it has changed. */
    draw: (line: string) => {
      if (isLive && line !== shown) write(CLEAR + line);
      if (isLive) shown = line;
    },
    /** Prints a line that is not overwritten. */
    note: (text: string) => {
      write(shown === '' ? `${text}\n` : `${CLEAR}${text}\n`);
      shown = '';
    },
    end: () => {
      if (shown !== '') write(CLEAR);
      shown = '';
    },
  };
}
