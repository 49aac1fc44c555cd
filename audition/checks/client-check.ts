/** The type of a check: one promise of a careful client, with a permanent id, judged by the evidence of one case. */

import * as z from 'zod';
import { FIRST_EDITION, type Edition } from '../../conformance/engine/edition.ts';
import type { CaseEvidence } from '../evidence/case-evidence.ts';

export const LEVELS = ['must', 'should', 'observed'] as const;
export type Level = (typeof LEVELS)[number];

/** The sentence that a check rests on, and where it stands. */
export interface RestsOn {
  readonly sentence: string;
  /** `API document, Errors`, or `RFC 9110, 10.2.3`. */
  readonly source: string;
}

/** What came of a check in one case. */
export type Judgment =
  | { readonly kind: 'kept' }
  | {
      readonly kind: 'missed';
      /** What the client did, in one sentence. */
      readonly says: string;
      /** The smallest evidence, by `seq`: at most three are shown. */
      readonly exchanges: readonly number[];
      /** A remedy for this mistake, if it is more exact than the remedy of the check. */
      readonly remedy?: string;
    }
  /** Nothing in the case could have broken it. */
  | { readonly kind: 'untried' }
  /** What it looks at cannot be seen here, as a file with `--watch`. */
  | { readonly kind: 'not-observed' }
  | { readonly kind: 'observed'; readonly value: string };

/** What a check is, for people and for reports. */
export interface CheckFacts {
  /** Permanent. */
  readonly id: string;
  readonly level: Level;
  /** `safety`: something bad never happens; `liveness`: something good does; `observation`: shown, never judged. */
  readonly kind: 'safety' | 'liveness' | 'observation';
  /** Of a safety check: the liveness check without which a client that does nothing would pass. */
  readonly twin?: string;
  readonly rests: RestsOn;
  /** What it proves of a client, in a sentence. */
  readonly proves: string;
  /** What a client does that fails it. */
  readonly failing: string;
  /** What a correct client does instead, for the person who fixes it. */
  readonly remedy: string;
  /** Judged in every case, whether or not its scenario names it. */
  readonly everywhere: boolean;
  /** The edition that introduced it. Runs of an older edition report the check and do not count it. */
  readonly since?: Edition;
}

export interface ClientCheck extends CheckFacts {
  readonly since: Edition;
  /** What a scenario may say of it; all of it may be left out. */
  readonly parameters: z.ZodType;
  /** Judges one case; pure. Throws a ZodError where the parameters are none. */
  readonly judge: (evidence: CaseEvidence, given?: unknown) => Judgment;
}

interface Definition<Parameters> extends CheckFacts {
  readonly parameters: z.ZodType<Parameters>;
  readonly judge: (evidence: CaseEvidence, parameters: Parameters) => Judgment;
}

/** A check that takes parameters from its scenario. */
export function defineClientCheckWith<Parameters>(definition: Definition<Parameters>): ClientCheck {
  const { parameters, judge } = definition;
  const since = definition.since ?? FIRST_EDITION;
  return { ...definition, since, judge: (evidence, given = {}) => judge(evidence, parameters.parse(given)) };
}

/** A check that takes none. */
export function defineClientCheck(
  definition: CheckFacts & { readonly judge: (evidence: CaseEvidence) => Judgment },
): ClientCheck {
  return defineClientCheckWith({ ...definition, parameters: z.strictObject({}) });
}

export const KEPT: Judgment = { kind: 'kept' };
export const UNTRIED: Judgment = { kind: 'untried' };
export const NOT_OBSERVED: Judgment = { kind: 'not-observed' };
