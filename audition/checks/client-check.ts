/** The type of a check: one promise of a careful client, with a permanent id, judged by the evidence of one case. */

import * as z from 'zod';
import { FIRST_EDITION, type Edition } from '../../conformance/engine/edition.ts';
import type { CaseEvidence } from '../evidence/case-evidence.ts';

export const LEVELS = ['must', 'should', 'observed'] as const;
export type Level = (typeof LEVELS)[number];

/** The sentence that a check rests on, and its source. */
export interface RestsOn {
  readonly sentence: string;
  /** `API document, Errors`, or `RFC 9110, 10.2.3`. */
  readonly source: string;
}

/** The result of a check in one case. */
export type Judgment =
  | { readonly kind: 'kept' }
  | {
      readonly kind: 'missed';
      /** One sentence that describes what the client did. */
      readonly says: string;
      /** The smallest evidence, as `seq` numbers. Reports show at most three. */
      readonly exchanges: readonly number[];
      /** A remedy for this mistake, if it is more exact than the remedy of the check. */
      readonly remedy?: string;
    }
  /** The case gave the client no opportunity to break the promise. */
  | { readonly kind: 'untried' }
  /** The check needs evidence that is not available, such as a file with `--watch`. */
  | { readonly kind: 'not-observed' }
  | { readonly kind: 'observed'; readonly value: string };

/** The description of a check, for people and for reports. */
export interface CheckFacts {
  /** The permanent id. */
  readonly id: string;
  readonly level: Level;
  /** `safety`: something bad never happens. `liveness`: something good happens. `observation`: never judged. */
  readonly kind: 'safety' | 'liveness' | 'observation';
  /** The liveness check that fails a client that does nothing. Each safety check has one. */
  readonly twin?: string;
  readonly rests: RestsOn;
  /** One sentence on what the check proves about a client. */
  readonly proves: string;
  /** The behavior of a client that fails the check. */
  readonly failing: string;
  /** The correct behavior, for the person who fixes the client. */
  readonly remedy: string;
  /** The check judges every case, whether or not its scenario names it. */
  readonly everywhere: boolean;
  /** The edition that introduced it. Runs of an older edition report the check and do not count it. */
  readonly since?: Edition;
}

export interface ClientCheck extends CheckFacts {
  readonly since: Edition;
  /** The parameters that a scenario may set. All of them are optional. */
  readonly parameters: z.ZodType;
  /** Judges one case; pure. Throws a ZodError if the parameters are invalid. */
  readonly judge: (evidence: CaseEvidence, given?: unknown) => Judgment;
}

interface Definition<Parameters> extends CheckFacts {
  readonly parameters: z.ZodType<Parameters>;
  readonly judge: (evidence: CaseEvidence, parameters: Parameters) => Judgment;
}

/** Defines a check that takes parameters from its scenario. */
export function defineClientCheckWith<Parameters>(definition: Definition<Parameters>): ClientCheck {
  const { parameters, judge } = definition;
  const since = definition.since ?? FIRST_EDITION;
  return { ...definition, since, judge: (evidence, given = {}) => judge(evidence, parameters.parse(given)) };
}

/** Defines a check without parameters. */
export function defineClientCheck(
  definition: CheckFacts & { readonly judge: (evidence: CaseEvidence) => Judgment },
): ClientCheck {
  return defineClientCheckWith({ ...definition, parameters: z.strictObject({}) });
}

export const KEPT: Judgment = { kind: 'kept' };
export const UNTRIED: Judgment = { kind: 'untried' };
export const NOT_OBSERVED: Judgment = { kind: 'not-observed' };
