/** Promises and their cases: a promise is a sentence of the API document or of an RFC, a case is a check of it. */

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
  /** Where the sentence stands: a section of the API document, or of an RFC. */
  readonly source: string;
  readonly section: string;
  readonly authority: Result['authority'];
  readonly verdict: Verdict;
  readonly cases: readonly Result[];
}

/** The gravest first. A promise of which some cases passed and others could not be tested is kept as far as tested. */
const PRECEDENCE: readonly Verdict[] = [
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

/** The section of an RFC that promises what a check judges; nothing if the API document does. */
function clauseOf({ authority, proves }: Judged): string | undefined {
  return authority === 'http' ? citedIn(proves)[0] : undefined;
}

/** The id of the promise that a check judges. */
export function promiseOf(check: Judged): string {
  const clause = clauseOf(check);
  return clause === undefined
    ? check.requirement
    : `${check.requirement}/${clause.replaceAll(/[ ,]+/g, '-').toLowerCase()}`;
}

/** The promises in the order of their first case. Observations judge nothing, so they belong to no promise. */
export function promisesOf(results: readonly Result[]): PromiseResult[] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    if (result.level === 'observe') continue;
    const id = promiseOf(result);
    groups.set(id, [...(groups.get(id) ?? []), result]);
  }
  return [...groups].flatMap(([id, cases]) =>
    cases.slice(0, 1).map((first) => ({ ...sentenceOf(first), id, cases, verdict: worstOf(cases) })),
  );
}

/** The sentence that a check stands on. */
export function sentenceOf(result: Result): Pick<PromiseResult, 'text' | 'source' | 'section' | 'authority'> {
  const { requirement, authority, section, proves } = result;
  const about = { section, authority };
  const clause = clauseOf(result);
  if (clause !== undefined) return { ...about, text: RFC_SENTENCES[clause] ?? proves, source: clause };
  const entry = requirementById(requirement);
  // The document words as a question what it leaves open.
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
