/** Progress output: on a terminal one line that is overwritten, elsewhere a line per milestone, in CI nothing. */

import { dollarText } from '../../contract/prices.ts';
import type { RunEvent } from '../engine/open-run.ts';
import { createLiveLine, type ProgressOptions } from '../text/live-line.ts';
import { plainLine } from '../text/safe-text.ts';
import { counted } from '../text/lay-out.ts';

interface State {
  done: number;
  of: number;
  spent: number;
  /** Running probes in the order of their start, with the status of the unfinished generation, if they have one. */
  readonly running: Map<string, string | undefined>;
  /** The ends of generations whose probes are not done yet. */
  readonly outcomes: Map<string, string>;
  /** The reason why the run pauses. The next response clears it. */
  pause: string | undefined;
}

const BAR = 12;
/** The number of rounds for each line of a search, if no line is overwritten. */
const ROUNDS_PER_LINE = 50;

/** Turns the events of a run into progress output. */
export function createProgress(options: ProgressOptions) {
  const state: State = { done: 0, of: 0, spent: 0, running: new Map(), outcomes: new Map(), pause: undefined };
  const { draw, step, note, end } = createLiveLine(options);
  return {
    onEvent: (event: RunEvent): void => {
      step(take(state, event));
      if (state.of > 0) draw(liveLine(state, options.width));
    },
    note,
    end,
  };
}

/** Notes an event. Returns the milestone that deserves a line of its own. */
function take(state: State, event: RunEvent): string | undefined {
  const { running, outcomes } = state;
  if ('spent' in event) state.spent = event.spent;
  switch (event.type) {
    case 'plan':
      state.of = event.probes;
      return planLine(event);
    case 'began':
      running.set(event.id, undefined);
      return undefined;
    case 'generation': {
      const { id, status, wanted } = event;
      const isOver = status === 'completed' || status === 'failed';
      running.set(id, isOver ? undefined : plainLine(status));
      if (isOver) outcomes.set(id, outcomeOf(status, wanted));
      return undefined;
    }
    case 'probe': {
      running.delete(event.id);
      state.done = event.done;
      const outcome = outcomes.get(event.id);
      return outcome === undefined ? undefined : `[${event.done}/${event.of}] ${event.id}: ${outcome}`;
    }
    case 'waiting':
      state.pause = plainLine(event.reason);
      return `waiting: ${state.pause}`;
    case 'round': {
      const { done, of, found } = event;
      const text = `round ${done} of ${of}: ${counted(found, 'mistake')}`;
      running.clear();
      running.set(text, undefined);
      return done % ROUNDS_PER_LINE === 0 ? `[${done}/${of}] ${text}` : undefined;
    }
    case 'exchange':
      if (event.exchange.superseded !== true) state.pause = undefined;
      return undefined;
  }
}

/** Returns `[====        ] 98/310  $1.24  waiting for clip.base (running)`, on a narrow terminal without the bar. */
function liveLine(state: State, width: number): string {
  const { done, of, spent } = state;
  const filled = Math.min(BAR, Math.round((done / Math.max(1, of)) * BAR));
  const bar = width <= 60 ? '' : `[${'='.repeat(filled).padEnd(BAR)}] `;
  return `${bar}${done}/${of}  $${spent}  ${activity(state)}`;
}

function activity({ running, pause }: State): string {
  if (pause !== undefined) return `waiting: ${pause}`;
  const others = [...running].filter(([, status]) => status === undefined).map(([id]) => id);
  const waited = [...running].flatMap(([id, status]) => (status === undefined ? [] : [`${id} (${status})`]));
  if (waited.length > 0 && others.length <= waited.length) return `waiting for ${waited.join(', ')}`;
  return others.at(-1) ?? '';
}

function outcomeOf(status: 'completed' | 'failed', wanted: 'completed' | 'failed'): string {
  if (status !== wanted) return `${status}, which was not expected`;
  return status === 'failed' ? 'ended without a clip, as expected' : 'completed';
}

function planLine({ checks, probes, creates, price, worst, isExploring }: Extract<RunEvent, { type: 'plan' }>): string {
  const prices =
    price === undefined || worst === undefined ? [] : [`${dollarText(price)} planned`, `at most ${dollarText(worst)}`];
  const search = isExploring === true ? '. The search pays for further creates, within the rest of the budget' : '';
  return `${[counted(checks, 'check'), counted(probes, 'probe'), counted(creates, 'paid create'), ...prices].join(', ')}${search}`;
}
