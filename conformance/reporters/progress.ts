/** One line that says what the run is at; on a terminal it is written over, elsewhere only turning points are lines. */

import type { RunEvent } from '../engine/run.ts';

export interface ProgressOptions {
  readonly isTerminal: boolean;
  readonly width: number;
  readonly write: (text: string) => void;
}

/** Hears the events of a run and keeps a reader informed. */
export function createProgress({ isTerminal, width, write }: ProgressOptions): {
  onEvent(event: RunEvent): void;
  end(): void;
} {
  let last = '';
  let shown = false;
  const show = (text: string): void => {
    if (text === last) return;
    last = text;
    if (!isTerminal) return write(`${text}\n`);
    shown = true;
    write(`\r\u001b[2K${text.slice(0, Math.max(10, width - 1))}`);
  };
  return {
    onEvent: (event) => {
      const text = lineOf(event, isTerminal);
      if (text !== undefined) show(text);
    },
    end: () => {
      if (shown) write('\r\u001b[2K');
    },
  };
}

function lineOf(event: RunEvent, isTerminal: boolean): string | undefined {
  switch (event.type) {
    case 'plan':
      return `${event.checks} checks, ${event.probes} probes, ${event.creates} paid creates${event.worst === undefined ? '' : `, at most ${event.worst} US dollars`}`;
    case 'probe':
      return isTerminal ? `${event.done}/${event.of}  ${event.spent} US dollars  ${event.id}` : undefined;
    case 'waiting':
      return isTerminal || event.reason.includes('asks to wait')
        ? `waiting: ${event.reason}  (${event.spent} US dollars)`
        : undefined;
    case 'exchange':
      return undefined;
  }
}
