/** A line of progress on a terminal that is overwritten, and the lines above it. */

export interface LiveLine {
  /** Writes over the line, cut to the width of the terminal, if it has changed. */
  readonly draw: (line: string) => void;
  /** Prints a line that is not overwritten. */
  readonly note: (text: string) => void;
  readonly end: () => void;
}

const CLEAR = '\r\u001b[2K';

/** Creates the line. Unless it is live, it is never drawn. */
export function createLiveLine(isLive: boolean, write: (text: string) => void): LiveLine {
  let shown = '';
  return {
    draw: (line) => {
      if (isLive && line !== shown) write(CLEAR + line);
      if (isLive) shown = line;
    },
    note: (text) => {
      write(shown === '' ? `${text}\n` : `${CLEAR}${text}\n`);
      shown = '';
    },
    end: () => {
      if (shown !== '') write(CLEAR);
      shown = '';
    },
  };
}
