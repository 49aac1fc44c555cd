/** Builds checks that look at every answer of a run which is of one kind. */

import { defineCheck, type Check } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import type { Difference } from '../../engine/difference.ts';
import { show } from '../../engine/difference.ts';
import { fail, pass, pinpointed, untestable, type Outcome } from '../../engine/outcome.ts';
import { errorAnswers, sightings, type Fields, type Sighting } from './answers.ts';

type About = Pick<Check, 'id' | 'requirement' | 'proves' | 'failing' | 'from'> &
  Partial<Pick<Check, 'level' | 'authority' | 'defect'>>;

/** What is wrong: what was promised, and what is there. */
export interface Flaw {
  readonly expected: string;
  readonly got: string;
  /** Where exactly. */
  readonly differences?: readonly Difference[];
}

/** Every record of the run keeps a rule. */
export function everyRecord(
  about: About,
  flawOf: (record: Fields, sighting: Sighting) => Flaw | undefined,
  only: (record: Fields) => boolean = () => true,
): Check {
  return defineCheck({
    ...about,
    passive: true,
    judge: ({ every }) => {
      const seen = sightings(every).filter(({ record }) => only(record));
      return verdict(seen, {
        flawOf: (sighting) => flawOf(sighting.record, sighting),
        answerOf: ({ answer }) => answer,
        none: 'No response of this run contained a suitable record.',
      });
    },
  });
}

/** Every error answer of the run keeps a rule, also those that were retried. */
export function everyError(about: About, flawOf: (answer: Answered) => Flaw | undefined): Check {
  return defineCheck({
    ...about,
    passive: true,
    judge: ({ every, busy }) =>
      verdict([...errorAnswers(busy), ...errorAnswers(every)], {
        flawOf,
        answerOf: (answer) => answer,
        none: 'No response of this run was an error.',
      }),
  });
}

/** Every answer of the run that passes a filter keeps a rule; with `busyToo`, also those that were retried. */
export function everyAnswer(
  { busyToo = false, ...about }: About & { readonly busyToo?: boolean },
  only: (answer: Answered) => boolean,
  flawOf: (answer: Answered) => Flaw | undefined,
): Check {
  return defineCheck({
    ...about,
    passive: true,
    judge: ({ every, busy }) =>
      verdict([...(busyToo ? busy.filter(only) : []), ...every.filter(only)], {
        flawOf,
        answerOf: (answer) => answer,
        none: 'No response of this run is suitable for this check.',
      }),
  });
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

/** The first that is broken decides, and nothing behind it is looked at. */
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
