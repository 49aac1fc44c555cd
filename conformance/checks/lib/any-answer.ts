/** Builds checks that look at every answer of a run which is of one kind. */

import { defineCheck, type Check } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import type { Difference } from '../../engine/difference.ts';
import { show } from '../../engine/difference.ts';
import { fail, pass, pinpointed, untestable } from '../../engine/outcome.ts';
import { errorAnswers, sightings, type Fields, type Sighting } from './answers.ts';

type About = Pick<Check, 'id' | 'requirement' | 'proves' | 'failing' | 'from'> &
  Partial<Pick<Check, 'level' | 'authority'>>;

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
      const flaws = seen.flatMap((sighting) => ({ flaw: flawOf(sighting.record, sighting), answer: sighting.answer }));
      return verdict(flaws, 'No record came by to which this applies.');
    },
  });
}

/** Every error answer of the run keeps a rule, also those that were retried. */
export function everyError(about: About, flawOf: (answer: Answered) => Flaw | undefined): Check {
  return defineCheck({
    ...about,
    passive: true,
    judge: ({ every, busy }) =>
      verdict(
        errorAnswers([...busy, ...every]).map((answer) => ({ answer, flaw: flawOf(answer) })),
        'No error answer came in this run.',
      ),
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
      verdict(
        [...(busyToo ? busy : []), ...every].filter(only).map((answer) => ({ answer, flaw: flawOf(answer) })),
        'No such answer came by.',
      ),
  });
}

/** A field has a value, or a wrong one. */
export function flawed(field: string, expected: string, value: unknown): Flaw {
  const got = show(value);
  return { expected: `\`${field}\` to be ${expected}`, got, differences: [{ at: field, expected, got }] };
}

function verdict(
  looked: readonly { readonly answer: Answered; readonly flaw: Flaw | undefined }[],
  none: string,
): ReturnType<typeof pass> {
  if (looked.length === 0) return untestable(none);
  const broken = looked.find(({ flaw }) => flaw !== undefined);
  if (broken?.flaw !== undefined) {
    const { expected, got, differences = [] } = broken.flaw;
    return pinpointed(fail(broken.answer, expected, got), differences);
  }
  return pass(...looked.slice(-3).map(({ answer }) => answer));
}
