/**
 * The two building blocks of the kit: a probe sends requests, and a check judges the responses. Importing them runs
 * nothing.
 */

import { requirementById, type RequirementId } from '../../contract/requirements/requirements.ts';
import type { Resolution } from '../../contract/dimensions.ts';
import type { KeyName } from '../client/keys.ts';
import type { Defect } from './defects.ts';
import { FIRST_EDITION, type Edition } from './edition.ts';
import type { Evidence, ProbeFacts } from './evidence.ts';
import type { ProbeTools } from './probe-tools.ts';
import type { Missing, Outcome } from './outcome.ts';
import type { Profile } from '../profile/profile.ts';

/** An upper bound of the cost of a create, in the measure of the service. */
export interface Cost {
  readonly resolution: Resolution;
  /** Output seconds, and the seconds of source videos. */
  readonly output: number;
  readonly source: number;
}

/** The number of creates that must be rejected and run at once. A run pays for at most this number. */
export const MOST_AT_RISK = 3;

/** A requirement of a probe: a generation that another probe makes, or any completed generation. */
export type Need = Probe | 'any-clip';

export interface Probe {
  /** The permanent id, which the exchanges contain. */
  readonly id: string;
  /** The description of its requests, for people. */
  readonly sends: string;
  readonly after?: readonly Need[] | undefined;
  /** The probe runs alone, before or after all others. */
  readonly turn?: 'first' | 'last';
  /** Probes that come first if they run at all. */
  readonly runsAfter?: readonly Probe[];
  /** The status in which its generation has to end; `completed` by default. */
  readonly ends?: 'failed';
  /** The keys that it needs in addition to the primary key. */
  readonly keys?: readonly KeyName[];
  /** Returns the part of the profile, other than a key, that it needs and that is missing. */
  readonly lacks?: ((profile: Profile) => Missing | undefined) | undefined;
  /** The probe needs a raw socket for duplicate headers, unusual methods, or an early end of the connection. */
  readonly raw?: true;
  /** Its valid creates show that the server does not reject everything. */
  readonly isControl?: true;
  /** A server may close the connection on its requests: too large, too many, or not valid HTTP. */
  readonly mayHangUp?: true | undefined;
  /** The flag that enables the probe: `--thorough`, `--hostile` or `--provoke`. */
  readonly group?: 'thorough' | 'hostile' | 'provoke' | undefined;
  /** Returns the creates that it pays for on purpose. A create that must be rejected costs nothing. */
  readonly paidCreates?: (profile: Profile) => readonly Cost[];
  /** Its generation fails, so its cost comes back. Only a budget has to cover it. */
  readonly isRefunded?: true;
  /**
   * Another probe whose create shows the same behavior. If the run plans that probe, this probe is free. If that
   * generation is made, this probe sends nothing.
   */
  readonly skippedIf?: Probe | undefined;
  /**
   * Returns the creates that must be rejected, or must fail. They cost money only if the server accepts them and does
   * not refund them. Three of these probes run at once. After one of them cost money, the others do not start.
   */
  readonly failingCreates?: (profile: Profile) => readonly Cost[];
  /** Its generation fails by `triggers.failing`, not by an unfit file. The two kinds are counted separately. */
  readonly failsOnPurpose?: true;
  /** It sends creates that cost nothing, unless the server accepts them by mistake. */
  readonly mayBeCharged?: true;
  /** Returns the creates that only some servers charge for, such as servers without idempotency. */
  readonly riskedCreates?: () => readonly Cost[];
  /** The row of a table of creates that it sends: its phrase and its verdict. The proof makes a mutant of it. */
  readonly row?: { readonly what: string; readonly isRejected: boolean };
  readonly run: (kit: ProbeTools) => Promise<ProbeFacts | undefined | void>;
}

export interface Check {
  /** The permanent id. It begins with the id of the requirement, or describes the check in other words. */
  readonly id: string;
  readonly requirement: RequirementId;
  /** The source of the promise: the API document, an RFC, or none. */
  readonly authority: 'document' | 'http' | 'silent';
  readonly level: 'must' | 'should' | 'observe';
  /** The edition that introduced the check. In runs of an older edition, the gates ignore the check. */
  readonly since: Edition;
  /** The kind of defect, if it does not follow from the requirement. */
  readonly defect?: Defect;
  /** A sentence about the promise or the observation. */
  readonly proves: string;
  /** A sentence about a server that breaks the promise. */
  readonly failing: string;
  readonly from: readonly Probe[];
  /** The check reads every exchange of the run. It can be judged even if only some of its probes ran. */
  readonly passive?: true;
  /** A pure function of the recorded exchanges. */
  readonly judge: (evidence: Evidence) => Outcome;
}

/** Returns the probe. The type shows errors where the probe is written. */
export function defineProbe(probe: Probe): Probe {
  return probe;
}

/** Returns a probe and all probes that it needs, these first. Without `anyClip`, it leaves out a needed `any-clip`. */
export function withNeeds(probe: Probe, anyClip?: Probe): readonly Probe[] {
  const needs = (probe.after ?? []).flatMap((need) => (need === 'any-clip' ? (anyClip ?? []) : need));
  return [...new Set([...needs.flatMap((need) => withNeeds(need, anyClip)), probe])];
}

type Defaults = 'authority' | 'level' | 'since' | 'requirement';

/** A check in a file. Without `requirement`, its id begins with the id of the requirement. */
export type CheckInput = Omit<Check, Defaults> & Partial<Pick<Check, Defaults>>;
type ObservationInput = Omit<CheckInput, 'authority' | 'level' | 'failing'>;

/** Defines a check on a promise of the document. The caller may override level, authority and edition. */
export function defineCheck({ requirement, ...check }: CheckInput): Check {
  const derived = requirement ?? requirementOf(check.id);
  return { authority: 'document', level: 'must', since: FIRST_EDITION, requirement: derived, ...check };
}

/** Defines an observation of behavior that the document leaves open. It never fails. */
export function defineObservation(check: ObservationInput): Check {
  const failing = 'None. The kit reports this behavior, but does not judge it.';
  return defineCheck({ ...check, authority: 'silent', level: 'observe', failing });
}

/** Returns the requirement with the longest id that begins the id of a check. The ids of rules of HTTP name none. */
function requirementOf(id: string): RequirementId {
  if (id.startsWith('http.')) return 'errors.protocol';
  const known = requirementById(id)?.id;
  if (known !== undefined) return known;
  const end = id.lastIndexOf('.');
  if (end === -1)
    throw new Error(`The id "${id}" does not begin with a requirement. Name the requirement of the check.`);
  return requirementOf(id.slice(0, end));
}
