/** Builds checks that look at every answer of a run which is of one kind. */

import { defineCheck, type Check, type CheckInput, type CheckRow } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import type { Difference } from '../../engine/difference.ts';
import { show } from '../../engine/difference.ts';
import { fail, pass, pinpointed, untestable, type Outcome } from '../../engine/outcome.ts';
import { errorAnswers, sightings, type Fields, type Sighting } from './answers.ts';

/** A row: a check without its judge, and the rule in place of it. */
type Table<Rule> = Readonly<Record<string, Omit<CheckRow<CheckInput>, 'judge' | 'passive'> & Rule>>;

/** What is wrong: what was promised, and what is there. */
export interface Flaw {
  readonly expected: string;
  readonly got: string;
  /** Where exactly. */
  readonly differences?: readonly Difference[];
}

interface RecordRule {
  readonly flaw: (record: Fields, sighting: Sighting) => Flaw | undefined;
  readonly only?: (record: Fields) => boolean;
}

/** Checks of every record of the run, by their ids. */
export function everyRecords(from: Check['from'], rows: Table<RecordRule>): Check[] {
  return ofRows(from, rows, ({ every }, { flaw, only = () => true }) =>
    verdict(
      sightings(every).filter(({ record }) => only(record)),
      {
        flawOf: (sighting) => flaw(sighting.record, sighting),
        answerOf: ({ answer }) => answer,
        none: 'No response of this run contained a suitable record.',
      },
    ),
  );
}

interface AnswerRule {
  readonly flaw: (answer: Answered) => Flaw | undefined;
}

/** Checks of every error response of the run, also those that were retried. */
export function everyErrors(from: Check['from'], rows: Table<AnswerRule>): Check[] {
  return ofRows(from, rows, ({ every, busy }, { flaw }) =>
    verdict([...errorAnswers(busy), ...errorAnswers(every)], {
      flawOf: flaw,
      answerOf: (answer) => answer,
      none: 'No response of this run was an error.',
    }),
  );
}

interface FilteredRule extends AnswerRule {
  readonly only: (answer: Answered) => boolean;
  /** Also judges responses after which the request was retried. */
  readonly busyToo?: boolean;
}

/** Checks of every response of the run that passes a filter. */
export function everyAnswers(from: Check['from'], rows: Table<FilteredRule>): Check[] {
  return ofRows(from, rows, ({ every, busy }, { flaw, only, busyToo = false }) =>
    verdict([...(busyToo ? busy.filter(only) : []), ...every.filter(only)], {
      flawOf: flaw,
      answerOf: (answer) => answer,
      none: 'No response of this run is suitable for this check.',
    }),
  );
}

/** A field has a value, or a wrong one. */
export function flawed(field: string, expected: string, value: unknown): Flaw {
  const got = show(value);
  return { expected: `\`${field}\` to be ${expected}`, got, differences: [{ at: field, expected, got }] };
}

interface Look<Seen> {
  readonly flawOf: (seen: Seen) => Flaw | undefined;
  readonly answerOf: (seen: Seen) => Answered;
  /** Why nothing can be said where nothing was seen. */
  readonly none: string;
}

/** The first broken one decides, and the rest is not looked at. */
function verdict<Seen>(all: readonly Seen[], { flawOf, answerOf, none }: Look<Seen>): Outcome {
  if (all.length === 0) return untestable(none);
  for (const seen of all) {
    const flaw = flawOf(seen);
    if (flaw === undefined) continue;
    const { expected, got, differences = [] } = flaw;
    return pinpointed(fail(answerOf(seen), expected, got), differences);
  }
  return pass(...all.slice(-3).map(answerOf));
}

function ofRows<Rule>(
  from: Check['from'],
  rows: Table<Rule>,
  judge: (evidence: Evidence, rule: Rule) => Outcome,
): Check[] {
  return Object.entries(rows).map(([id, row]) =>
    defineCheck({ ...row, id, from, passive: true, judge: (evidence) => judge(evidence, row) }),
  );
}
