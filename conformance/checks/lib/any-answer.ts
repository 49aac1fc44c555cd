/** Builds checks that judge every response of one kind in a run. */

import { defineCheck, type Check, type CheckInput } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import type { Difference } from '../../engine/difference.ts';
import { show } from '../../engine/difference.ts';
import { fail, pass, pinpointed, untestable, type Outcome } from '../../engine/outcome.ts';
import { errorAnswers, sightings, type Fields, type Sighting } from './answers.ts';

/** A table of checks, each with a rule in place of a judge. */
type Table<Rule> = Readonly<Record<string, Omit<CheckInput, 'id' | 'from' | 'judge' | 'passive'> & Rule>>;

/** A broken promise: the expected and the actual value. */
export interface Flaw {
  readonly expected: string;
  readonly got: string;
  /** The exact places of the differences. */
  readonly differences?: readonly Difference[];
}

interface RecordRule {
  readonly flaw: (record: Fields, sighting: Sighting) => Flaw | undefined;
  readonly only?: (record: Fields) => boolean;
}

/** Builds checks of every record of the run, by their ids. */
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

/** Builds checks of every error response of the run, including responses after which the kit sent the request again. */
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
  /** Whether the check also judges responses after which the kit sent the request again. */
  readonly busyToo?: boolean;
}

/** Builds checks of every response of the run that passes a filter. */
export function everyAnswers(from: Check['from'], rows: Table<FilteredRule>): Check[] {
  return ofRows(from, rows, ({ every, busy }, { flaw, only, busyToo = false }) =>
    verdict([...(busyToo ? busy.filter(only) : []), ...every.filter(only)], {
      flawOf: flaw,
      answerOf: (answer) => answer,
      none: 'No response of this run is suitable for this check.',
    }),
  );
}

/** Describes the wrong value of a field. */
export function flawed(field: string, expected: string, value: unknown): Flaw {
  const got = show(value);
  return { expected: `\`${field}\` to be ${expected}`, got, differences: [{ at: field, expected, got }] };
}

interface Look<Seen> {
  readonly flawOf: (seen: Seen) => Flaw | undefined;
  readonly answerOf: (seen: Seen) => Answered;
  /** The reason for having no verdict if no response is suitable. */
  readonly none: string;
}

/** Fails with the first flaw. Passes if nothing has a flaw. */
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
