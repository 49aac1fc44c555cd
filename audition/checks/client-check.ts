/** The type of a check: one promise of a careful client, with a permanent id, judged by the evidence of one case. */

import * as z from 'zod';
import { FIRST_EDITION, type Edition } from '../../conformance/engine/edition.ts';
import type { CaseEvidence, ClientRequest } from '../evidence/case-evidence.ts';

/** The sentence that a check rests on, and its source. */
export interface RestsOn {
  readonly sentence: string;
  /** `API document, Errors`, or `RFC 9110, 10.2.3`. */
  readonly source: string;
}

/** The mistake of a client. */
export interface Missed {
  readonly kind: 'missed';
  /** One sentence that describes what the client did. */
  readonly says: string;
  /** The smallest evidence, as `seq` numbers. Reports show at most three. */
  readonly exchanges: readonly number[];
  /** A remedy for this mistake, if it is more exact than the remedy of the check. */
  readonly remedy?: string;
}

/** The result of a check in one case. */
export type Judgment =
  | { readonly kind: 'kept' }
  | Missed
  /** The case gave the client no opportunity to break the promise. */
  | { readonly kind: 'untried' }
  /** The check needs evidence that is not available, such as a file with `--watch`. */
  | { readonly kind: 'not-observed' }
  | { readonly kind: 'observed'; readonly value: string };

/** One promise of a careful client. */
export interface ClientCheck {
  /** The permanent id. */
  readonly id: string;
  readonly level: 'must' | 'should' | 'observed';
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
  readonly since: Edition;
  /** The parameters that a scenario may set. All of them are optional. */
  readonly parameters: z.ZodType;
  /** Judges one case; pure. Throws a ZodError if the parameters are invalid. */
  readonly judge: (evidence: CaseEvidence, given?: unknown) => Judgment;
}

/** A check in a file: the sentence that it rests on, its texts, and its judge. By default, it judges every case. */
interface Definition<Parameters>
  extends
    Pick<ClientCheck, 'rests' | 'proves' | 'failing' | 'remedy'>,
    Partial<Pick<ClientCheck, 'since' | 'everywhere'>> {
  /** The evidence without which the check is not observed: the report of the client, or also its files. */
  readonly needs?: 'outcome' | 'files';
  readonly parameters?: z.ZodType<Parameters>;
  /** Returns nothing if the client kept the promise. */
  readonly judge: (evidence: CaseEvidence, parameters: Parameters) => Judgment | false | undefined;
}

type Kind = Pick<ClientCheck, 'level' | 'kind' | 'twin'>;

/** Defines a check: something bad never happens. */
export function mustNever<Parameters>(id: string, definition: Definition<Parameters>): ClientCheck {
  return defined(id, { level: 'must', kind: 'safety', twin: 'delivers' }, definition);
}

/** Defines a check: something good happens. A client that does nothing fails it. */
export function must<Parameters>(id: string, definition: Definition<Parameters>): ClientCheck {
  return defined(id, { level: 'must', kind: 'liveness' }, definition);
}

/** Defines a check: a recommendation, which a client may miss without being broken. */
export function should<Parameters>(id: string, definition: Definition<Parameters>): ClientCheck {
  return defined(id, { level: 'should', kind: 'liveness' }, definition);
}

/** Defines a fact about a client. Reports show the fact and never judge it. */
export function observation(
  id: string,
  proves: string,
  see: (evidence: CaseEvidence) => string | undefined,
): ClientCheck {
  const texts = {
    rests: quote('the rules of `standin audition` for drivers', 'More than one behavior is correct.'),
    failing: 'None. The audition reports this behavior, but does not judge it.',
    remedy: 'None is needed.',
  };
  const judge = (evidence: CaseEvidence): Judgment => {
    const value = see(evidence);
    return value === undefined ? UNTRIED : { kind: 'observed', value };
  };
  return defined(id, { level: 'observed', kind: 'observation' }, { proves, ...texts, judge });
}

function defined<Parameters>(
  id: string,
  kind: Kind,
  { since = FIRST_EDITION, everywhere = true, parameters, needs, judge, ...texts }: Definition<Parameters>,
): ClientCheck {
  const schema = parameters ?? (z.strictObject({}) as unknown as z.ZodType<Parameters>);
  const judgeOf: ClientCheck['judge'] = (evidence, given = {}) => {
    const { outcome, files } = evidence;
    const lacks = outcome.end === 'not-observed' || (needs === 'files' && files === undefined);
    return (needs !== undefined && lacks ? NOT_OBSERVED : judge(evidence, schema.parse(given))) || KEPT;
  };
  return { id, ...kind, ...texts, since, everywhere, parameters: schema, judge: judgeOf };
}

/** Judges the opportunities to break a promise. Without any, the check is untried. The first mistake counts. */
export function judgeFirst<Chance>(
  chances: readonly Chance[],
  mistakeIn: (chance: Chance) => Missed | false | undefined,
): Judgment | undefined {
  for (const chance of chances) {
    const mistake = mistakeIn(chance);
    if (mistake) return mistake;
  }
  return chances.length === 0 ? UNTRIED : undefined;
}

/** Returns the sentence that a check rests on, with its source. */
export function quote(source: string, sentence: string): RestsOn {
  return { sentence, source };
}

/** Returns a mistake, with the requests that show it. */
export function missed(says: string, shown: readonly (ClientRequest | undefined)[]): Missed {
  return { kind: 'missed', says, exchanges: shown.flatMap((request) => request?.seq ?? []) };
}

const KEPT: Judgment = { kind: 'kept' };
export const UNTRIED: Judgment = { kind: 'untried' };
export const NOT_OBSERVED: Judgment = { kind: 'not-observed' };
