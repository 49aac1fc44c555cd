/** Promises and their cases. A promise is a sentence of the API document or of an RFC, and a case is a check of it. */

import { groupBy } from '../../lib/group-by.ts';
import { requirementById } from '../../contract/requirements/requirements.ts';
import { SECTIONS } from '../../contract/requirements/requirement.ts';
import type { Result } from './judge.ts';
import type { Verdict } from './outcome.ts';
import { citedIn, RFC_SENTENCES } from './rfc-sentences.ts';

/** A promise with the results of its cases. */
export interface PromiseResult {
  readonly id: string;
  /** The sentence. */
  readonly text: string;
  /** The source of the sentence: a section of the API document, or of an RFC. */
  readonly source: string;
  readonly section: string;
  readonly authority: Result['authority'];
  readonly verdict: Verdict;
  readonly cases: readonly Result[];
}

/** The verdicts by gravity. A promise with passed and untestable cases counts as kept. */
export const PRECEDENCE: readonly Verdict[] = [
  'harness-fault',
  'fail',
  'warning',
  'inconclusive',
  'pass',
  'untestable',
  'not-applicable',
  'observed',
];

type Judged = Pick<Result, 'requirement' | 'authority' | 'proves'>;

/** Returns the section of an RFC that makes the promise, or nothing if the API document makes it. */
function clauseOf({ authority, proves }: Judged): string | undefined {
  return authority === 'http' ? citedIn(proves)[0] : undefined;
}

/** Returns the id of the promise that a check judges. */
export function promiseOf(check: Judged): string {
  const clause = clauseOf(check);
  return clause === undefined
    ? check.requirement
    : `${check.requirement}/${clause.replaceAll(/[ ,]+/g, '-').toLowerCase()}`;
}

/** Returns the promises in the order of their first case. Observations belong to no promise. */
export function promisesOf(results: readonly Result[]): PromiseResult[] {
  const judging = results.filter(({ level }) => level !== 'observe');
  const groups = [...groupBy(judging, promiseOf)];
  return groups.map(([id, cases]) => ({ ...sentenceOf(cases[0]), id, cases, verdict: worstOf(cases) }));
}

/** Returns the sentence on which a check rests. */
export function sentenceOf(result: Result): Pick<PromiseResult, 'text' | 'source' | 'section' | 'authority'> {
  const { requirement, authority, section, proves } = result;
  const about = { section, authority };
  const clause = clauseOf(result);
  if (clause !== undefined) return { ...about, text: RFC_SENTENCES[clause] ?? proves, source: clause };
  const entry = requirementById(requirement);
  // The document phrases open points as questions.
  const isOpen = entry === undefined || entry.level === 'silent';
  return {
    ...about,
    text: isOpen ? proves : entry.text,
    source: entry === undefined ? section : SECTIONS[entry.section],
  };
}

function worstOf(cases: readonly Result[]): Verdict {
  return PRECEDENCE.find((verdict) => cases.some((one) => one.verdict === verdict)) ?? 'untestable';
}
