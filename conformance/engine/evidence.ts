/** What a verdict may look at: the exchanges that were recorded, and nothing else. */

import { jsonOf, type Answer, type Exchange } from '../target/exchange.ts';
import type { Check, Facts } from './define.ts';
import { inconclusive, Unjudged, untestable } from './outcome.ts';

/** An exchange that got an answer. */
export type Answered = Exchange & { readonly response: Answer };

/** How far a probe got. */
export interface ProbeRun {
  readonly id: string;
  readonly status: 'ran' | 'skipped' | 'fault';
  readonly verdict?: 'untestable' | 'inconclusive' | 'not-applicable' | undefined;
  readonly reason?: string | undefined;
  readonly facts?: Facts | undefined;
}

/** What a run recorded. */
export interface Recording {
  readonly exchanges: readonly Exchange[];
  readonly probes: Readonly<Record<string, ProbeRun>>;
  /** The probe whose generation served the checks that any completed one can serve. */
  readonly anyClip: string;
  readonly startedAt: string;
}

export interface Evidence {
  /** Answers to the probes of the check, in order; busy ones that were waited out and failures are not among them. */
  readonly answers: readonly Answered[];
  /** The answers of the whole run. */
  readonly every: readonly Answered[];
  readonly anyClip: string;
  readonly startedAt: Date;
  /** The answer of this name; without one the check ends here, and a busy answer ends it too. */
  readonly one: (label: string) => Answered;
  /** The answer of this name, busy or not, if there is one. */
  readonly maybe: (label: string) => Answered | undefined;
  /** All answers whose name begins so. */
  readonly all: (prefix: string) => Answered[];
  /** What a probe computed, by the name of the fact. */
  readonly fact: (name: string) => string | number | boolean | undefined;
  /** The trace of a generation: its create and polls, by the id of its probe. */
  readonly trace: (probe: string) => Trace;
}

/** One generation as the run saw it. */
export interface Trace {
  readonly create: Answered | undefined;
  readonly polls: readonly Answered[];
}

/** Gathers what one check may look at. */
export function evidenceFor(check: Check, recording: Recording): Evidence {
  const own = new Set(check.from.map(({ id }) => id));
  // What the preflight met is told as the reason why a run stopped.
  const every = recording.exchanges.filter(isAnswered).filter(({ probe }) => probe !== 'preflight');
  const exchanges = recording.exchanges.filter(({ probe }) => own.has(probe));
  const answers = exchanges.filter(isAnswered);
  const maybe = (label: string): Answered | undefined => answers.findLast((exchange) => exchange.label === label);
  return {
    answers,
    every,
    anyClip: recording.anyClip,
    startedAt: new Date(recording.startedAt),
    maybe,
    one: (label) => (maybe(label) === undefined ? giveUp(exchanges, label) : settled(maybe(label))),
    all: (prefix) => answers.filter(({ label }) => label.startsWith(prefix)),
    fact: (name) => check.from.map(({ id }) => recording.probes[id]?.facts?.[name]).find((fact) => fact !== undefined),
    trace: (probe) => traceOf(every, probe),
  };
}

/** The JSON object that an answer carries; an empty one if it carries none. */
export function objectOf({ response }: Answered): Readonly<Record<string, unknown>> {
  const json = jsonOf(response);
  return isObject(json) ? json : {};
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAnswered(exchange: Exchange): exchange is Answered {
  return exchange.response !== undefined && exchange.superseded !== true;
}

function settled(exchange: Answered | undefined): Answered {
  if (exchange === undefined) throw new Unjudged(untestable('No answer of this name was recorded.'));
  const { status } = exchange.response;
  if (status !== 429 && status !== 503) return exchange;
  throw new Unjudged(inconclusive(`The server was busy (${status}) for longer than the run waits.`, exchange));
}

function giveUp(exchanges: readonly Exchange[], label: string): never {
  const failed = exchanges.findLast((exchange) => exchange.label === label && exchange.failure !== undefined);
  if (failed?.failure === undefined) throw new Unjudged(untestable(`The probe never came to send "${label}".`));
  throw new Unjudged(inconclusive(`No answer to "${label}": ${failed.failure.message}`, failed));
}

function traceOf(every: readonly Answered[], probe: string): Trace {
  const own = every.filter((exchange) => exchange.probe === probe);
  return {
    create: own.find(({ label }) => label === 'create'),
    polls: own.filter(({ label }) => label.startsWith('poll ')),
  };
}
