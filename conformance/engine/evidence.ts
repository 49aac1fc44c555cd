/** What a verdict may look at: the exchanges that were recorded, and nothing else. */

import { jsonOf, type RecordedAnswer, type Exchange } from '../client/exchange.ts';
import type { Lack } from './outcome.ts';

/** The probe name under which the preflight requests are recorded. */
export const PREFLIGHT = 'preflight';

/** An exchange that got an answer. */
export type Answered = Exchange & { readonly response: RecordedAnswer };

/** A JSON value: what a probe computed from bytes that the report does not keep. */
export type ProbeFacts = Readonly<Record<string, string | number | boolean>>;

/** How far a probe got. */
export interface ProbeRun {
  readonly id: string;
  readonly status: 'ran' | 'skipped' | 'fault';
  readonly verdict?: 'untestable' | 'inconclusive' | 'not-applicable' | undefined;
  readonly reason?: string | undefined;
  /** The thing that the probe lacked. */
  readonly lack?: Lack | undefined;
  readonly facts?: ProbeFacts | undefined;
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
  /** Answers to the probes of the check in order, without failures and without those that were retried. */
  readonly answers: readonly Answered[];
  /** The answers of the whole run. */
  readonly every: readonly Answered[];
  /** Answers 429 and 503 of the whole run after which the request was retried. */
  readonly busy: readonly Answered[];
  /** Requests of the whole run on which the server hung up, though it went on to answer others. */
  readonly hungUp: readonly Exchange[];
  /** Creates of the whole run that got no answer: the server may have accepted them. */
  readonly unansweredCreates: readonly Exchange[];
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

/** Too busy to answer: it says nothing of what was asked. */
export function isBusy({ response: { status } }: Answered): boolean {
  return status === 429 || status === 503;
}

/** The JSON object that an answer carries; an empty one if it carries none. */
export function objectOf({ response }: Answered): Readonly<Record<string, unknown>> {
  const json = jsonOf(response);
  return isObject(json) ? json : {};
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON in a text; undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
