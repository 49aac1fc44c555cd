/** Writes a report on a terminal: in color, wrapped, and without control characters. */

import { wrap } from '../../lib/lay-out.ts';
import { plainLine } from './safe-text.ts';

export interface TerminalOptions {
  readonly color: boolean;
  readonly width: number;
  /** Shows everything, not only the worst. */
  readonly verbose?: boolean;
}

const COLORS = { dim: 2, red: 31, green: 32, yellow: 33 } as const;
export type Color = keyof typeof COLORS;

export type Pen = ReturnType<typeof createPen>;

/** Creates the functions that write a report on a terminal. */
export function createPen({ color, width, verbose = false }: TerminalOptions) {
  const most = Math.max(20, width);
  return {
    paint: (text: string, name: Color) => (color ? `\u001b[${COLORS[name]}m${text}\u001b[0m` : text),
    /** Wraps a text of the report, and makes it safe. */
    line: (text: string, margin = '') => wrap(plainLine(text), most, margin),
    width: most,
    verbose,
  };
}
