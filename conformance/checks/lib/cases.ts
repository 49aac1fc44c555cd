/** Makes checks from tables. A row holds the sentences of a check beside its expectation. */

import { type Check, type CheckInput, defineCheck, defineObservation, type Probe } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, observed, type Outcome, pass, pinpointed, untestable } from '../../engine/outcome.ts';
import { describe, firstOther, noneOf, rejected, statusAndCode } from './rules.ts';
import { type Difference, show } from '../../engine/difference.ts';
import { errorAnswers, type Fields, type Sighting, sightingIn, sightings, unjudged } from './answers.ts';

/** An expectation: a pure function of the recorded exchanges. */
export type Expectation = Check['judge'];
type Options = Partial<Omit<CheckInput, 'id' | 'proves' | 'judge'>>;
/** The probes of a table, or several options of its checks. The options of a row win. */
type Shared = Options | readonly Probe[];

/** A broken promise: the expected value, the actual value if it is not the response itself, and exact places. */
export type Flaw = readonly [expected: string, got?: string, differences?: readonly Difference[]];

/** A sentence about the promise, a sentence about a server that breaks it, and the expectation. */
type FullCase = readonly [proves: string, failing: string, expectation: Expectation, options?: Options];
/** A row for a table with a shared sentence about a server that breaks the promise. */
type ShortCase = readonly [proves: string, expectation: Expectation, options?: Options];
export type Case = FullCase | ShortCase;

/** A sentence, and the expectation, or the label of a response whose status and error code are observed. */
type Observation = readonly [proves: string, shows: Expectation | string, options?: Options];

/** The rows by the ids of the checks. */
type Rows<Row extends readonly unknown[]> =
  | Readonly<Record<string, Row>>
  | readonly (readonly [id: string, ...row: Row])[];

/** Builds the checks of a table. */
export function cases(shared: Shared, rows: Rows<Case>): Check[] {
  return entriesOf(rows).map(([id, row]) =>
    defineCheck({ from: [], failing: '', ...optionsOf(shared), ...(isFull(row) ? fromFull(row) : fromShort(row)), id }),
  );
}

/** Builds the checks of a table on promises of an RFC. */
export function httpCases(from: Check['from'], rows: Rows<Case>): Check[] {
  return cases({ from, authority: 'http' }, rows);
}

function isFull(row: Case): row is FullCase {
  return typeof row[1] === 'string';
}

const fromFull = ([proves, failing, judge, options]: FullCase) => ({ proves, failing, judge, ...options });
const fromShort = ([proves, judge, options]: ShortCase) => ({ proves, judge, ...options });

/** Builds the observations of a table. */
export function observations(shared: Shared, rows: Rows<Observation>): Check[] {
  return entriesOf(rows).map(([id, [proves, shows, options]]) => {
    const judge: Expectation = typeof shows === 'string' ? ({ one }) => statusAndCode(one(shows)) : shows;
    return defineObservation({ from: [], ...optionsOf(shared), ...options, id, proves, judge });
  });
}

function entriesOf<Row extends readonly unknown[]>(rows: Rows<Row>): (readonly [string, Row])[] {
  return isList(rows) ? rows.map(([id, ...row]) => [id, row as unknown as Row] as const) : Object.entries(rows);
}

function optionsOf(shared: Shared): Options {
  return isList(shared) ? { from: shared } : shared;
}

/** Returns whether a value is a list. The guard of the language does not know readonly lists. */
export function isList<Item>(value: readonly Item[] | object): value is readonly Item[] {
  return Array.isArray(value);
}

/** The values of a table by their names, or values that name themselves. */
type Named<Value> = Readonly<Record<string, Value>> | readonly Value[];

/** Returns one entry of a table for each value. The name of the value, or the value, replaces the `*` in the label. */
export function eachOf<Value, Made>(
  label: string,
  values: Named<Value>,
  body: (value: Value, at: number) => Made,
): Record<string, Made> {
  const entries = isList(values) ? values.map((value) => [String(value), value] as const) : Object.entries(values);
  return Object.fromEntries(entries.map(([name, value], at) => [label.replace('*', () => name), body(value, at)]));
}

/** Returns one entry of a table for each pair of values. Their names replace the two `*` in the label. */
export function eachPair<One, Other, Made>(
  label: string,
  [ones, others]: readonly [Named<One>, Named<Other>],
  body: (one: One, other: Other, at: number) => Made,
): Record<string, Made> {
  const halves = Object.entries(eachOf(label, ones, (one) => one));
  return Object.fromEntries(
    halves.flatMap(([half, one]) => Object.entries(eachOf(half, others, (other, at) => body(one, other, at)))),
  );
}

/** Ends the check unless a condition holds, because the check cannot be tried without the condition. */
export function mustBe(isMet: boolean, ...reason: Parameters<typeof unjudged>): asserts isMet {
  if (!isMet) unjudged(...reason);
}

/** Passes if the promise was kept. Otherwise the last of these responses broke it. Each verdict names all responses. */
export function holds(isKept: boolean, answers: readonly Answered[], [expected, got]: Flaw): Outcome {
  return isKept ? pass(...answers) : fail(answers, expected, got ?? answers.slice(-1).map(describe).join(''));
}

/**
 * Judges several responses together. No verdict of the rule is a pass, a text is an observation, and a flaw is a
 * failure. Each verdict names all responses.
 */
export function jointly<const Labels extends readonly string[]>(
  labels: Labels,
  rule: (answers: { [At in keyof Labels]: Answered }, evidence: Evidence) => Outcome | Flaw | string | undefined,
): Expectation {
  return (evidence) => {
    const answers = labels.map((label) => evidence.one(label));
    const verdict = rule(answers as { [At in keyof Labels]: Answered }, evidence);
    if (typeof verdict === 'string') return observed(verdict, ...answers);
    return verdict !== undefined && 'verdict' in verdict
      ? verdict
      : holds(verdict === undefined, answers, verdict ?? ['']);
  };
}

/** Observes the status of a response. */
export function statusSeen(label: string): Expectation {
  return jointly([label], ([{ response }]) => String(response.status));
}

type Rule = (answer: Answered) => boolean;
type Texts = readonly [expected: string, got?: (answer: Answered) => string];

/** Returns a rule that accepts these statuses. */
export function is(...statuses: readonly number[]): Rule {
  return ({ response: { status } }) => statuses.includes(status);
}

/** Returns a rule that rejects these statuses, and every status of 500 or higher. */
export function not(...statuses: readonly number[]): Rule {
  return ({ response: { status } }) => status < 500 && !statuses.includes(status);
}

/** Expects that the responses to these requests obey a rule. */
export function each(labels: readonly string[], rule: Rule, texts: Texts): Expectation {
  return ({ one }) => {
    const answers = labels.map((label) => one(label));
    return noneOf(
      answers.filter((answer) => !rule(answer)),
      answers,
      texts,
    );
  };
}

/** Expects that a response obeys a rule. */
export function expects(label: string, rule: Rule, texts: Texts): Expectation {
  return each([label], rule, texts);
}

/** Expects the status of the usual request for the other requests, too. The suffix completes the expected status. */
export function alike(usual: string, others: readonly string[], suffix = ''): Expectation {
  return ({ one }) => {
    const [known, answers] = [one(usual), others.map((label) => one(label))];
    const other = answers.find(({ response }) => response.status !== known.response.status);
    return other === undefined
      ? pass(known, ...answers)
      : fail([known, other], `${known.response.status}${suffix}`, describe(other));
  };
}

/** Applies an expectation only if another response obeys a rule. */
export function given(
  [label, rule]: readonly [string, Rule],
  reason: string | ((answer: Answered) => string),
  expectation: Expectation,
): Expectation {
  return (evidence) => {
    const answer = evidence.one(label);
    if (rule(answer)) return expectation(evidence);
    return notApplicable(typeof reason === 'string' ? reason : reason(answer), answer);
  };
}

/** Applies expectations in order. The first that does not pass decides. */
export function allOf(expectations: readonly Expectation[]): Expectation {
  return (evidence) => firstOther(expectations.map((expectation) => expectation(evidence)));
}

/** Expects a rejection (400 to 499) of each of these requests. */
export function rejects(labels: readonly string[], what: string): Expectation {
  return allOf(
    labels.map(
      (label) =>
        ({ one }) =>
          rejected(one(label), what),
    ),
  );
}

/** Expects that no record of the run has a flaw. */
export function ofRecords(
  flaw: (record: Fields, sighting: Sighting) => Flaw | undefined,
  only: (record: Fields) => boolean = () => true,
): Expectation {
  const flawOf = (answer: Answered): Flaw | undefined => {
    const sighting = sightingIn(answer);
    return sighting && flaw(sighting.record, sighting);
  };
  return ({ every }) => {
    const answers = sightings(every).flatMap(({ answer, record }) => (only(record) ? [answer] : []));
    return noFlaw(answers, flawOf, 'No response of this run contained a suitable record.');
  };
}

/** Expects that no error of the run has a flaw, including responses after which the kit sent the request again. */
export function ofErrors(flawOf: (answer: Answered) => Flaw | undefined): Expectation {
  return ({ every, busy }) =>
    noFlaw([...errorAnswers(busy), ...errorAnswers(every)], flawOf, 'No response of this run was an error.');
}

/** Expects that no response that passes a filter has a flaw. Responses to requests that were sent again may count. */
export function ofAnswers(
  only: (answer: Answered) => boolean,
  flawOf: (answer: Answered) => Flaw | undefined,
  isBusyToo = false,
): Expectation {
  return ({ every, busy }) =>
    noFlaw(
      [...(isBusyToo ? busy : []), ...every].filter(only),
      flawOf,
      'No response of this run is suitable for this check.',
    );
}

/** Describes the wrong value of a field. */
export function flawed(field: string, expected: string, value: unknown): Flaw {
  const got = show(value);
  return [`\`${field}\` to be ${expected}`, got, [{ at: field, expected, got }]];
}

/** Fails with the first flaw. Passes if nothing has a flaw, and has no verdict without a suitable response. */
function noFlaw(answers: readonly Answered[], flawOf: (answer: Answered) => Flaw | undefined, none: string): Outcome {
  if (answers.length === 0) return untestable(none);
  for (const answer of answers) {
    const flaw = flawOf(answer);
    if (flaw === undefined) continue;
    const [expected, got = describe(answer), differences = []] = flaw;
    return pinpointed(fail(answer, expected, got), differences);
  }
  return pass(...answers.slice(-3));
}
