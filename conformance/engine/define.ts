/**
 * The two building blocks of the kit: a probe sends something, a check judges what came back. Importing them runs
 * nothing.
 */

import type { RequirementId } from '../../contract/requirements/requirements.ts';
import type { Resolution } from '../../contract/dimensions.ts';
import type { KeyName } from '../client/keys.ts';
import type { Defect } from './defects.ts';
import { FIRST_EDITION, type Edition } from './edition.ts';
import type { Evidence, ProbeFacts } from './evidence.ts';
import type { Kit } from './kit.ts';
import type { Missing, Outcome } from './outcome.ts';
import type { Profile } from '../profile/profile.ts';

/** What a create may cost: an upper bound, in the service's own measure. */
export interface Cost {
  readonly resolution: Resolution;
  /** Output seconds, and the seconds of source videos. */
  readonly output: number;
  readonly source: number;
}

/** How many creates that have to be turned down are under way at once: so many have to be paid for at most. */
export const MOST_AT_RISK = 3;

/**
 * What a probe needs before it can run. A probe of type `clip` makes a generation; `any` stands for any completed one.
 */
export type Need = Probe | 'any-clip';

export interface Probe {
  /** Permanent; the exchanges carry it. */
  readonly id: string;
  /** What is sent, for people. */
  readonly sends: string;
  readonly after?: readonly Need[];
  /** Runs alone, before all others or behind them. */
  readonly turn?: 'first' | 'last';
  /** Probes that come first if they run at all. */
  readonly following?: readonly Probe[];
  /** The status in which its generation has to end; `completed` by default. */
  readonly ends?: 'failed';
  /** Keys without which it cannot run, besides the primary one. */
  readonly keys?: readonly KeyName[];
  /** The part of the profile that it needs and that is missing, besides keys. */
  readonly lacks?: (profile: Profile) => Missing | undefined;
  /** Needs a raw socket: for duplicate headers, unusual methods, or closing the connection early. */
  readonly raw?: true;
  /** Its valid creates show that the server does not reject everything. */
  readonly isControl?: true;
  /** A server may close the connection on its requests: too large, too many, or not valid HTTP. */
  readonly mayHangUp?: true;
  /** Runs only with `--thorough`, `--hostile` or `--provoke`. */
  readonly group?: 'thorough' | 'hostile' | 'provoke';
  /** What it pays for on purpose; several creates are a list. A create that has to be refused costs nothing. */
  readonly pays?: (profile: Profile) => readonly Cost[];
  /**
   * The generation of another probe, whose create shows what this one would: where that one comes about, nothing is
   * sent here, and where it is planned, nothing is paid for.
   */
  readonly sparedBy?: Probe;
  /**
   * What its create costs a server that does not turn it down: refused it costs nothing, failed it is refunded. Such
   * probes run three at once, and none after one whose create was taken and did not fail: a run pays for three of them
   * at most of those that are asked to fail, and of the others.
   */
  readonly turnedDown?: (profile: Profile) => readonly Cost[];
  /**
   * Its generation is asked to fail (`triggers.failing`), while others fail for a file; a server may do the one and not
   * the other, so each kind is counted for itself.
   */
  readonly asksToFail?: true;
  /** What some servers charge in addition: those without idempotency, or that complete at once. */
  readonly risks?: () => readonly Cost[];
  readonly run: (kit: Kit) => Promise<ProbeFacts | undefined>;
}

export interface Check {
  /** Permanent. It begins with the id of its requirement, or says in other words what it looks at. */
  readonly id: string;
  readonly requirement: RequirementId;
  /** Who promises it: the API document, an RFC, or nobody. */
  readonly authority: 'document' | 'http' | 'silent';
  readonly level: 'must' | 'should' | 'observe';
  /** The edition that introduced it. In runs of an older edition it is outside the gates. */
  readonly since: Edition;
  /** The kind of defect that it stands for, where that does not follow from its requirement. */
  readonly defect?: Defect;
  /** What it proves or observes, in a sentence. */
  readonly proves: string;
  /** What a server that breaks it does. */
  readonly failing: string;
  readonly from: readonly Probe[];
  /** Looks at every exchange of the run, and can be judged if only some of its probes ran. */
  readonly passive?: true;
  /** A pure function of the recorded exchanges. */
  readonly judge: (evidence: Evidence) => Outcome;
}

/** Returns the probe; typed, so that errors show where it is written. */
export function defineProbe(probe: Probe): Probe {
  return probe;
}

type Defaults = 'authority' | 'level' | 'since';

/** A check on a promise of the document; level, authority and edition may be overridden. */
export function defineCheck(check: Omit<Check, Defaults> & Partial<Pick<Check, Defaults>>): Check {
  return { authority: 'document', level: 'must', since: FIRST_EDITION, ...check };
}

/** An observation of something that the document leaves open: never a failure. */
export function defineObservation(check: Omit<Check, Defaults | 'failing'> & Partial<Pick<Check, 'since'>>): Check {
  const failing = 'Nothing: it is observed, never judged.';
  return { since: FIRST_EDITION, ...check, authority: 'silent', level: 'observe', failing };
}
