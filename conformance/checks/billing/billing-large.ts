/** Limits: the costs of extensions and edits at 1080p. */

import { type Check } from '../../engine/define.ts';
import { fail, pass, untestable } from '../../engine/outcome.ts';
import { cases } from '../lib/cases.ts';
import { CENT, costOf, roundingOf, TOO_COARSE } from '../lib/costs.ts';
import { EDIT } from '../lib/clips.ts';
import { EXTEND_MANY } from '../lib/extend-many.ts';
import { EXTEND_LARGE } from '../lib/thorough-clips.ts';
import { FAILING_EDIT, FAILING_EXTEND } from '../service/refunds.ts';

/** The billed seconds at 1080p of a server that breaks a rule: output, source or requested seconds. */
const LOST_AT_1080P = [
  ...[4, 11, 15].map((edited) => ({ edited, extended: 13 })),
  ...[4, 9].map((extended) => ({ edited: 8, extended })),
  { edited: 4, extended: 9 },
];

export const BILLING_LARGE_CHECKS: readonly Check[] = [
  ...cases([EXTEND_LARGE, FAILING_EXTEND], {
    'billing.source-seconds.extend.large': [
      'At 1080p, the server also bills the input seconds plus the output seconds. So the cost of 4 + 9 s is 13/8 of the cost of 4 + 4 s, to the cent.',
      'At 1080p, the server bills only the output seconds of an extension.',
      (evidence) => {
        const [little, much] = [costOf(evidence, EXTEND_LARGE.id), costOf(evidence, FAILING_EXTEND.id)];
        const answers = [EXTEND_LARGE, FAILING_EXTEND].flatMap(({ id }) => evidence.trace(id).create ?? []);
        if (Number.isInteger(little) && Number.isInteger(much)) return untestable(TOO_COARSE, ...answers);
        const wanted = (little / 8) * 13;
        return Math.abs(much - wanted) <= roundingOf(little, much) * (1 + 13 / 8)
          ? pass(...answers)
          : fail(
              answers,
              `${wanted.toFixed(2)} US dollars for 13 billed seconds, because 8 billed seconds cost ${little}`,
              String(much),
            );
      },
      { defect: 'lost-rule', passive: true },
    ],
    'billing.source-seconds.edit.large': [
      'At 1080p, the server bills 4 + 4 s for an edit, and 4 + 9 s for an extension. The ratio of the two costs shows this. With another ratio, the server bills only one kind of seconds: input, output or requested seconds.',
      'At 1080p, the server bills only the output seconds, or the requested seconds of an edit.',
      (evidence) => {
        const [edit, extension] = [costOf(evidence, FAILING_EDIT.id), costOf(evidence, FAILING_EXTEND.id)];
        const answers = [FAILING_EDIT, FAILING_EXTEND].flatMap(({ id }) => evidence.trace(id).create ?? []);
        if (Number.isInteger(edit) && Number.isInteger(extension)) return untestable(TOO_COARSE, ...answers);
        const isBilled = (edited: number, extended: number): boolean =>
          Math.abs(extension - (edit / edited) * extended) <= CENT * (1 + extended / edited);
        if (isBilled(8, 13)) return pass(...answers);
        // The document does not say whether an edit has the price of an extension.
        if (Math.abs(costOf(evidence, EDIT.id) - (costOf(evidence, EXTEND_MANY.id) / 60) * 13) > CENT)
          return untestable('At 480p, the price of an edit differs from the price of an extension.', ...answers);
        const found = LOST_AT_1080P.find(({ edited, extended }) => isBilled(edited, extended));
        return found === undefined
          ? pass(...answers)
          : fail(
              answers,
              `8 and 13 billed seconds, such as ${edit} and ${((edit / 8) * 13).toFixed(2)}`,
              `${extension} for the extension, the price of ${found.edited} and ${found.extended} billed seconds`,
            );
      },
      { from: [FAILING_EDIT, FAILING_EXTEND, EDIT, EXTEND_MANY], defect: 'lost-rule', passive: true },
    ],
  }),
];
