/** The possible outcomes of a check. Each gives a reason. A pass and an observation name the exchanges that show it. */

import * as z from 'zod';
import { Difference } from './difference.ts';

export const VERDICTS = [
  'pass',
  'fail',
  'warning',
  'observed',
  'not-applicable',
  'untestable',
  'inconclusive',
  'harness-fault',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The thing that a check lacked: a generation that the server did not make, or a flag that the user did not give. */
const Lack = z.object({
  /** The probe whose generation is missing. */
  generation: z.string().optional(),
  /** A flag, or a part of the profile. */
  give: z.string().optional(),
});

/** Another request of the same case whose response was wrong as well. */
const OtherRequest = z.object({ request: z.string(), got: z.string(), n: z.number() });

export const Outcome = z.object({
  verdict: z.enum(VERDICTS),
  /** The reason: the expected and the received response of a failure, or the missing thing of another verdict. */
  reason: z.string().optional(),
  expected: z.string().optional(),
  got: z.string().optional(),
  /** The exact differences of a failure. */
  differences: z.array(Difference).optional(),
  /** The other requests of a case with several requests that failed. */
  otherRequests: z.array(OtherRequest).optional(),
  /** The observed value. */
  value: z.string().optional(),
  /** The thing that the verdict lacks, for programs. */
  lack: Lack.optional(),
  /** The numbers of the exchanges on which the verdict rests. */
  exchanges: z.array(z.number()),
});
export type Outcome = z.output<typeof Outcome>;

/** Returns whether a verdict is a failure, perhaps of a recommendation. */
export function isFailing({ verdict }: Pick<Outcome, 'verdict'>): boolean {
  return verdict === 'fail' || verdict === 'warning';
}

interface Numbered {
  readonly n: number;
}

/** Returns a pass: the promise held, and these exchanges show it. */
export function pass(...witnesses: readonly Numbered[]): Outcome {
  if (witnesses.length === 0) throw new Error('A pass needs at least one exchange as evidence.');
  return { verdict: 'pass', exchanges: witnesses.map(({ n }) => n) };
}

/** Returns a failure: the promise was broken. The engine turns the failure of a "should" into a warning. */
export function fail(witness: Numbered | readonly Numbered[], expected: string, got: string): Outcome {
  const exchanges = (Array.isArray(witness) ? witness : [witness as Numbered]).map(({ n }) => n);
  return { verdict: 'fail', expected, got, exchanges };
}

/** Adds the places in which a failure differs. Other outcomes stay unchanged. */
export function pinpointed(outcome: Outcome, differences: readonly Difference[]): Outcome {
  return outcome.verdict === 'fail' && differences.length > 0 ? { ...outcome, differences: [...differences] } : outcome;
}

/** Returns the outcome for behavior about which the document is silent. */
export function observed(value: string, ...witnesses: readonly Numbered[]): Outcome {
  return { verdict: 'observed', value, exchanges: witnesses.map(({ n }) => n) };
}

/** Returns the outcome of a check whose precondition never arose on this server. */
export function notApplicable(reason: string, ...witnesses: readonly Numbered[]): Outcome {
  return { verdict: 'not-applicable', reason, exchanges: witnesses.map(({ n }) => n) };
}

/** A sentence about something that is missing, with the flag or the part of the profile that adds it. */
export interface Missing {
  readonly reason: string;
  readonly give?: string | undefined;
}

/** Names a flag, or a part of the profile, that a probe or a check needs. */
export function missing(give: string, reason: string): Missing {
  return { reason, give };
}

/** Returns the outcome of a check that could not be tried, because a key, a trigger, budget or a state was missing. */
export function untestable(why: string | Missing, ...witnesses: readonly Numbered[]): Outcome {
  const { reason, give }: Missing = typeof why === 'string' ? { reason: why } : why;
  const exchanges = witnesses.map(({ n }) => n);
  return { verdict: 'untestable', reason, ...(give === undefined ? {} : { lack: { give } }), exchanges };
}

/** Returns the outcome of a check that was tried, but got no conclusive response. */
export function inconclusive(reason: string, ...witnesses: readonly Numbered[]): Outcome {
  return { verdict: 'inconclusive', reason, exchanges: witnesses.map(({ n }) => n) };
}

/** An error that ends a check or a probe early, with the outcome. Only the engine catches it. */
export class Unjudged extends Error {
  override readonly name = 'Unjudged';
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}
