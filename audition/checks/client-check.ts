/** The type of a check: one promise of a careful client, with a permanent id, judged by the evidence of one case. */

import { FIRST_EDITION, type Edition } from '../../conformance/engine/edition.ts';
import { SECTIONS } from '../../contract/requirements/requirement.ts';
import { requirementById, type RequirementId } from '../../contract/requirements/requirements.ts';
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
  | Missed
  | { readonly kind: 'kept' | NoVerdict }
  | { readonly kind: 'observed'; readonly value: string };

/** `untried`: no opportunity to break the promise. `not-observed`: evidence is not available, such as a file. */
type NoVerdict = 'untried' | 'not-observed';

/** The result of a judge. Without a mistake or a reason for no verdict, the client kept the promise. */
export type Judged = Missed | NoVerdict | false | undefined;

/** One promise of a careful client. */
export interface ClientCheck {
  /** The permanent id. */
  readonly id: string;
  readonly level: 'must' | 'should' | 'observed';
  /** `safety`: something bad never happens. `liveness`: something good happens. `observation`: never judged. */
  readonly kind: 'safety' | 'liveness' | 'observation';
  /** The liveness check that fails a client that does nothing. Each safety check has one. */
  readonly liveness?: string;
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
  /** Judges one case; pure. */
  readonly judge: (evidence: CaseEvidence) => Judgment;
}

/** A check in a file: the sentence that it rests on, its texts, and its judge. By default, it judges every case. */
interface Definition
  extends
    Pick<ClientCheck, 'rests' | 'proves' | 'failing' | 'remedy'>,
    Partial<Pick<ClientCheck, 'since' | 'everywhere'>> {
  /** The evidence without which the check is not observed: the report of the client, or also its files. */
  readonly needs?: 'outcome' | 'files';
  readonly judge: (evidence: CaseEvidence) => Judged | Judgment;
}

/** Returns the function that defines checks of one level and one kind. */
function define(kind: Pick<ClientCheck, 'level' | 'kind' | 'liveness'>) {
  return (id: string, definition: Definition): ClientCheck => {
    const { since = FIRST_EDITION, everywhere = true, needs, judge, ...texts } = definition;
    const judgeOf: ClientCheck['judge'] = (evidence) => {
      const { outcome, files } = evidence;
      const lacks = outcome.end === 'not-observed' || (needs === 'files' && files === undefined);
      const judged = needs !== undefined && lacks ? 'not-observed' : judge(evidence);
      return typeof judged === 'object' ? judged : { kind: judged || 'kept' };
    };
    return { id, ...kind, ...texts, since, everywhere, judge: judgeOf };
  };
}

/** Defines a check: something bad never happens. */
export const mustNever = define({ level: 'must', kind: 'safety', liveness: 'delivers' });
/** Defines a check: something good happens. A client that does nothing fails it. */
export const must = define({ level: 'must', kind: 'liveness' });
/** Defines a check: a recommendation, which a client may miss without being broken. */
export const should = define({ level: 'should', kind: 'liveness' });

/** Defines a fact about a client. Reports show the fact and never judge it. */
export function observation(
  id: string,
  proves: string,
  see: (evidence: CaseEvidence) => string | undefined,
): ClientCheck {
  return define({ level: 'observed', kind: 'observation' })(id, {
    rests: quote('the rules of `standin audition` for drivers', 'More than one behavior is correct.'),
    proves,
    failing: 'None. The audition reports this behavior, but does not judge it.',
    remedy: 'None is needed.',
    judge: (evidence) => {
      const value = see(evidence);
      return value === undefined ? 'untried' : { kind: 'observed', value };
    },
  });
}

/** Judges the opportunities to break a promise. Without any, the check is untried. The first mistake counts. */
export function judgeFirst<Chance>(
  chances: readonly Chance[],
  mistakeIn: (chance: Chance) => Missed | false | undefined,
): Judged {
  for (const chance of chances) {
    const mistake = mistakeIn(chance);
    if (mistake) return mistake;
  }
  return chances.length === 0 && 'untried';
}

/** Returns the sentence that a check rests on, with its source. */
export function quote(source: string, sentence: string): RestsOn {
  return { sentence, source };
}

/** Returns a requirement of the API document. */
export function required(id: RequirementId): RestsOn {
  const { text, section } = requirementById(id);
  return quote(`API document, ${SECTIONS[section]}`, text);
}

/** Returns a mistake, with the requests that show it. */
export function missed(says: string, shown: readonly (ClientRequest | undefined)[]): Missed {
  return { kind: 'missed', says, exchanges: shown.flatMap((request) => request?.seq ?? []) };
}
