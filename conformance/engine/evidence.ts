/** The evidence for verdicts: the recorded exchanges, and nothing else. */

import * as z from 'zod';
import { jsonOf, type RecordedAnswer, type Exchange } from '../client/exchange.ts';
import { Outcome } from './outcome.ts';

/** The probe name of the preflight requests. */
export const PREFLIGHT = 'preflight';
/** The probe of all requests of an exploration. */
export const EXPLORING = 'explored';

/** An exchange with a response. */
export type Answered = Exchange & { readonly response: RecordedAnswer };

/** The JSON values that a probe computed from bytes that the report does not keep. */
const ProbeFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type ProbeFacts = z.output<typeof ProbeFacts>;

/** The progress of a probe. A skipped probe has the verdict of the checks that need it. */
export const ProbeRun = Outcome.pick({ verdict: true, reason: true, lack: true })
  .partial()
  .extend({
    id: z.string(),
    status: z.enum(['ran', 'skipped', 'fault']),
    facts: ProbeFacts.optional(),
  });
export type ProbeRun = z.output<typeof ProbeRun>;

/** Returns the record of a probe that was skipped. */
export function skippedRun(id: string, { verdict, reason, lack }: Outcome): ProbeRun {
  return { id, status: 'skipped', verdict, reason, ...(lack === undefined ? {} : { lack }) };
}

/** Returns the outcome of a check whose probe was skipped. */
export function skippedOutcome({ verdict = 'untestable', reason = '', lack }: ProbeRun): Outcome {
  return { verdict, reason, ...(lack === undefined ? {} : { lack }), exchanges: [] };
}

/** The recording of a run. */
export interface Recording {
  readonly exchanges: readonly Exchange[];
  readonly probes: Readonly<Record<string, ProbeRun>>;
  /** The probe whose generation served the checks that accept any completed generation. */
  readonly anyClip: string;
  readonly startedAt: string;
}

export interface Evidence {
  /** Responses to the probes of the check in order, without failures and without retried requests. */
  readonly answers: readonly Answered[];
  /** The responses of the whole run. */
  readonly every: readonly Answered[];
  /** The 429 and 503 responses of the whole run after which the request was retried. */
  readonly busy: readonly Answered[];
  /** Requests of the whole run on which the server hung up, although it answered later requests. */
  readonly hungUp: readonly Exchange[];
  /** Creates of the whole run without a response. The server may have accepted them. */
  readonly unansweredCreates: readonly Exchange[];
  readonly anyClip: string;
  readonly startedAt: Date;
  /** Returns the response with this name. Ends the check if it is missing or busy. */
  readonly one: (label: string) => Answered;
  /** Returns the response with this name, even if it is busy; undefined if it is missing. */
  readonly maybe: (label: string) => Answered | undefined;
  /** Returns all responses whose names begin with this prefix. */
  readonly all: (prefix: string) => Answered[];
  /** Returns a fact that a probe computed, by its name. */
  readonly fact: (name: string) => string | number | boolean | undefined;
  /** Returns the trace of a generation, its create and polls, by the id of its probe. */
  readonly trace: (probe: string) => Trace;
}

/** A generation as the run saw it: its create and its polls. */
export interface Trace {
  readonly create: Answered | undefined;
  readonly polls: readonly Answered[];
}

/** Returns whether an exchange has a response that counts. A 429 or 503 that was retried does not count. */
export function isAnswered(exchange: Exchange): exchange is Answered {
  return exchange.response !== undefined && exchange.superseded !== true;
}

/** Returns whether the server was too busy. A busy response proves nothing else. */
export function isBusy({ response: { status } }: { readonly response: { readonly status: number } }): boolean {
  return status === 429 || status === 503;
}

/** Returns the JSON object in a response; an empty object if there is none. */
export function objectOf({ response }: Answered): Readonly<Record<string, unknown>> {
  const json = jsonOf(response);
  return isObject(json) ? json : {};
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses the JSON in a text; undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
