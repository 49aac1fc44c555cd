/** Shows the progress of an audition: one rewritten line on a terminal, otherwise a line for each step. */

import { counted } from '../../conformance/text/lay-out.ts';
import { createLiveLine, type ProgressOptions } from '../../conformance/text/live-line.ts';
import { plainLine } from '../../conformance/text/safe-text.ts';
import type { ConductEvent } from '../conduct/play-case.ts';

interface State {
  text: string;
  done: number;
  of: number;
  unit: 'case' | 'round';
  mistakes: number;
  /** The start of each running case, by its scenario. */
  readonly running: Map<string, number>;
}

/** Turns the events of an audition into progress. */
export function createAuditionProgress(options: ProgressOptions) {
  const state: State = { text: '', done: 0, of: 0, unit: 'case', mistakes: 0, running: new Map() };
  const { draw, step, note, end } = createLiveLine(options);
  const tick = (): void => draw(lineOf(state));
  const onEvent = (event: ConductEvent): void => {
    if (event.type === 'left') {
      const { folder, code } = event;
      note(`The clients left files in ${folder} that cannot be removed (${code}). Remove the folder yourself.`);
    } else step(take(state, event));
    tick();
  };
  /** `tick` draws again, because time passes even without an event. */
  return { onEvent, tick, note, end };
}

/** Notes an event. Returns the step that deserves a line of its own. */
function take(state: State, event: Exclude<ConductEvent, { readonly type: 'left' }>): string | undefined {
  switch (event.type) {
    case 'clips':
      state.text = `making clips: ${event.done}/${event.of}`;
      return event.done === event.of ? `${counted(event.of, 'different clip')} ready` : undefined;
    case 'harness':
      state.text = `${plainLine(event.client)}: testing the driver`;
      return state.text;
    case 'cases':
      Object.assign(state, { text: plainLine(event.client), unit: event.unit, done: 0, of: event.of });
      return `${state.text}: ${counted(event.of, event.unit)}`;
    case 'began':
      state.running.set(event.scenario, performance.now());
      return undefined;
    case 'ended':
      state.running.delete(event.played.record.scenario);
      state.done += 1;
      return undefined;
    case 'round':
      state.done = event.done;
      return isStep(state) ? `[${event.done}/${event.of}] rounds: ${counted(state.mistakes, 'mistake')}` : undefined;
    case 'mistake':
      state.mistakes += 1;
      return `[${state.done}/${state.of}] round ${event.round}: missed ${event.check}, searching for the smallest schedule`;
    case 'found':
      return `[${state.done}/${state.of}] ${event.check}: ${event.scenario}, ${counted(event.rules, 'rule')}`;
  }
}

/** Returns whether another tenth of the rounds is done, which deserves a line. */
function isStep({ done, of }: State): boolean {
  return done === of || done % Math.ceil(of / 10) === 0;
}

/** Returns a line such as `client: 12/38 cases, 26 running; the slowest is storm_503, running for 7 s`. */
function lineOf({ text, done, of, unit, mistakes, running }: State): string {
  if (of === 0) return text;
  if (unit === 'round') return `${text}: ${done}/${of} rounds; ${counted(mistakes, 'mistake')}`;
  const [slowest] = running;
  if (slowest === undefined) return `${text}: ${done}/${of} cases`;
  const [scenario, began] = slowest;
  const seconds = Math.floor((performance.now() - began) / 1000);
  return `${text}: ${done}/${of} cases, ${running.size} running; the slowest is ${scenario}, running for ${seconds} s`;
}
