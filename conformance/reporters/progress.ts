/** Progress output: on a terminal one line that is overwritten, elsewhere a line per milestone, in CI nothing. */

import { dollarText } from '../../contract/prices.ts';
import type { RunEvent } from '../engine/run.ts';
import { createLiveLine, type LiveLine } from '../text/live-line.ts';
import { plainLine } from '../text/safe-text.ts';
import { counted } from '../text/lay-out.ts';

export interface ProgressOptions {
  /** `live` writes over its line, `plain` adds lines, `quiet` is silent. */
  readonly style: 'live' | 'plain' | 'quiet';
  readonly width: number;
  readonly write: (text: string) => void;
}

export interface Progress extends Pick<LiveLine, 'note' | 'end'> {
  onEvent(event: RunEvent): void;
}

interface State {
  done: number;
  of: number;
  spent: number;
  /** Probes that are running, in the order of their start. */
  readonly running: Set<string>;
  /** Unfinished generations with their status. */
  readonly generations: Map<string, string>;
  /** The ends of generations whose probes are not done yet. */
  readonly outcomes: Map<string, string>;
  /** The reason why the run pauses. The next response clears it. */
  pause: string | undefined;
}

const BAR = 12;

/** Turns the events of a run into progress output. */
export function createProgress({ style, width, write }: ProgressOptions): Progress {
  const state: State = {
    done: 0,
    of: 0,
    spent: 0,
    running: new Set(),
    generations: new Map(),
    outcomes: new Map(),
    pause: undefined,
  };
  const seen = new Set<string>();
  const { draw, note, end } = createLiveLine(style === 'live', write);
  const once = (line: string | undefined): void => {
    if (line === undefined || seen.has(line)) return;
    seen.add(line);
    write(`${line}\n`);
  };
  return {
    onEvent: (event) => {
      take(state, event);
      if (state.of > 0) draw(liveLine(state, Math.max(10, width - 1)));
      if (style === 'plain') once(turningPoint(event, state.outcomes));
    },
    note,
    end,
  };
}

function take(state: State, event: RunEvent): void {
  if ('spent' in event) state.spent = event.spent;
  switch (event.type) {
    case 'plan':
      state.of = event.probes;
      return;
    case 'began':
      state.running.add(event.id);
      return;
    case 'probe':
      state.running.delete(event.id);
      state.generations.delete(event.id);
      state.done = event.done;
      return;
    case 'generation':
      if (event.status === 'completed' || event.status === 'failed') {
        state.generations.delete(event.id);
        state.outcomes.set(event.id, outcomeOf(event.status, event.wanted));
      } else state.generations.set(event.id, plainLine(event.status));
      return;
    case 'waiting':
      state.pause = plainLine(event.reason);
      return;
    case 'round':
      state.running.clear();
      state.running.add(roundText(event));
      return;
    case 'exchange':
      if (event.exchange.superseded !== true) state.pause = undefined;
  }
}

/** Returns `[====        ] 98/310  $1.24  waiting for clip.base (running)`, cut to the width. */
function liveLine(state: State, width: number): string {
  const { done, of, spent } = state;
  const filled = Math.min(BAR, Math.round((done / Math.max(1, of)) * BAR));
  const bar = width < 60 ? '' : `[${'='.repeat(filled).padEnd(BAR)}] `;
  const line = `${bar}${done}/${of}  $${spent}  ${activity(state)}`;
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

function activity({ running, generations, pause }: State): string {
  if (pause !== undefined) return `waiting: ${pause}`;
  const others = [...running].filter((id) => !generations.has(id));
  const waited = [...generations].map(([id, status]) => `${id} (${status})`);
  if (waited.length > 0 && others.length <= waited.length) return `waiting for ${waited.join(', ')}`;
  return others.at(-1) ?? '';
}

function outcomeOf(status: 'completed' | 'failed', wanted: 'completed' | 'failed'): string {
  if (status !== wanted) return `${status}, which was not expected`;
  return status === 'failed' ? 'ended without a clip, as expected' : 'completed';
}

function turningPoint(event: RunEvent, outcomes: ReadonlyMap<string, string>): string | undefined {
  switch (event.type) {
    case 'plan':
      return planLine(event);
    case 'waiting':
      return `waiting: ${plainLine(event.reason)}`;
    case 'probe': {
      const outcome = outcomes.get(event.id);
      return outcome === undefined ? undefined : `[${event.done}/${event.of}] ${event.id}: ${outcome}`;
    }
    case 'round':
      return event.done % ROUNDS_PER_LINE === 0 ? `[${event.done}/${event.of}] ${roundText(event)}` : undefined;
    case 'began':
    case 'generation':
    case 'exchange':
      return undefined;
  }
}

/** The number of rounds for each line of a search, if no line is overwritten. */
const ROUNDS_PER_LINE = 50;

function roundText({ done, of, found }: Extract<RunEvent, { type: 'round' }>): string {
  return `round ${done} of ${of}: ${counted(found, 'mistake')}`;
}

function planLine({ checks, probes, creates, price, worst }: Extract<RunEvent, { type: 'plan' }>): string {
  const prices =
    price === undefined || worst === undefined ? [] : [`${dollarText(price)} planned`, `at most ${dollarText(worst)}`];
  return [counted(checks, 'check'), counted(probes, 'probe'), counted(creates, 'paid create'), ...prices].join(', ');
}
