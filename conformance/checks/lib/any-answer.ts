/** Expectations of every response of one kind in a run. */

import type { Answered } from '../../engine/evidence.ts';
import type { Difference } from '../../engine/difference.ts';
import { show } from '../../engine/difference.ts';
import { fail, pass, pinpointed, untestable, type Outcome } from '../../engine/outcome.ts';
import type { Expectation } from './cases.ts';
import { errorAnswers, sightings, type Fields, type Sighting } from './answers.ts';

/** A broken promise: the expected and the actual value. */
export interface Flaw {
  readonly expected: string;
  readonly got: string;
  /** The exact places of the differences. */
  readonly differences?: readonly Difference[];
}

/** Expects that no record of the run has a flaw. */
export function ofRecords(
  flaw: (record: Fields, sighting: Sighting) => Flaw | undefined,
  only: (record: Fields) => boolean = () => true,
): Expectation {
  return ({ every }) =>
    verdict(
      sightings(every).filter(({ record }) => only(record)),
      {
        flawOf: (sighting) => flaw(sighting.record, sighting),
        answerOf: ({ answer }) => answer,
        none: 'No response of this run contained a suitable record.',
      },
    );
}

/** Expects that no error of the run has a flaw, including responses after which the kit sent the request again. */
export function ofErrors(flawOf: (answer: Answered) => Flaw | undefined): Expectation {
  const none = 'No response of this run was an error.';
  return ({ every, busy }) =>
    verdict([...errorAnswers(busy), ...errorAnswers(every)], { flawOf, answerOf: (answer) => answer, none });
}

/** Expects that no response that passes a filter has a flaw. Responses to requests that were sent again may count. */
export function ofAnswers(
  only: (answer: Answered) => boolean,
  flawOf: (answer: Answered) => Flaw | undefined,
  isBusyToo = false,
): Expectation {
  const none = 'No response of this run is suitable for this check.';
  return ({ every, busy }) =>
    verdict([...(isBusyToo ? busy : []), ...every].filter(only), { flawOf, answerOf: (answer) => answer, none });
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
