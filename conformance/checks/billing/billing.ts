/** Limits: the cost of a generation. Prices are observed, and the billing of source seconds is judged. */

import { type Check, defineCheck, defineObservation, type Probe } from '../../engine/define.ts';
import { fail, observed, pass, Unjudged, untestable } from '../../engine/outcome.ts';
import { cases } from '../lib/cases.ts';
import { CENT, costOf, roundingOf, TOO_COARSE } from '../lib/money.ts';
import {
  BASE,
  DEFAULTS,
  EDIT,
  EDIT_ASKED,
  EXTEND,
  EXTENDED,
  REFERENCE,
  WATCHED,
  WATCHED_SECONDS,
} from '../lib/clips.ts';
import { EXTEND_MANY } from '../lib/extend-many.ts';
import { EDIT_MANY, EXTEND_LARGE, FRAMES_LONG, FRAMES_LONG_SECONDS, REFERENCE_MANY } from '../lib/thorough-clips.ts';
import { FAILING_EDIT, FAILING_EXTEND, FAILING_REFERENCE } from '../service/refunds.ts';
import type { Evidence } from '../../engine/evidence.ts';
import type { Exchange } from '../../client/exchange.ts';

/** The billed seconds at 1080p of a server that breaks a rule: output, source or requested seconds. */
const LOST_AT_1080P = [
  ...[4, 11, 15].map((edited) => ({ edited, extended: 13 })),
  ...[4, 9].map((extended) => ({ edited: 8, extended })),
  { edited: 4, extended: 9 },
];

/** The billed seconds: the seconds of the source videos plus the seconds of the output. */
const FEW = 4 + EXTENDED;
const MANY = 30 + 30;
const EDITED = 4 + 5 + 4;

/** The operations with their billed seconds, and with the billed seconds of servers that break a rule. */
const LOST: readonly {
  readonly id: string;
  readonly probe: Probe;
  readonly what: string;
  readonly billed: number;
  readonly lost: readonly number[];
}[] = [
  // The wrong values are output or sources alone, one source plus one of the lengths, and the requested seconds.
  { id: 'edit', probe: EDIT, what: 'an edit', billed: EDITED, lost: [4, 5, 7, 8, 9, 10, 11, 16, 18] },
  {
    id: 'reference',
    probe: REFERENCE,
    what: 'a reference-to-video request with a source video',
    billed: 11,
    lost: [4, 7],
  },
  {
    id: 'reference.operation',
    probe: FAILING_REFERENCE,
    what: 'a source video with the operation "reference"',
    billed: 13,
    lost: [4, 9],
  },
];

export const BILLING_CHECKS: readonly Check[] = [
  ...cases([EXTEND, EXTEND_MANY, BASE, WATCHED], {
    'billing.source-seconds': [
      'If an extension has more source seconds per output second than another extension, it also costs more per output second.',
      'The server bills only the output seconds, or only one source video.',
      (evidence) => {
        const { little, much, answers } = extensionsOf(evidence);
        if (much / 30 > little / EXTENDED) return pass(...answers);
        if (Number.isInteger(little) && Number.isInteger(much)) return untestable(TOO_COARSE, ...answers);
        const expected = `more than ${((little / EXTENDED) * 30).toFixed(2)}, because it has 30 source seconds for 30 output seconds. The other extension has 4 source seconds for 5 output seconds`;
        return fail(answers, expected, String(much));
      },
      { passive: true },
    ],
    'billing.source-seconds.exact': [
      'The server bills exactly the input seconds plus the output seconds. So 30 + 30 s cost 60/9 of 4 + 5 s.',
      'The server rounds seconds up to blocks, or bills only the first source video.',
      (evidence) => {
        const { little, much, answers } = extensionsOf(evidence);
        if (evidence.anyClip !== BASE.id) return untestable(GIVEN_CLIP, ...answers);
        return isNear(much / little, MANY / FEW)
          ? pass(...answers)
          : fail(answers, `a ratio of ${(MANY / FEW).toFixed(3)}`, (much / little).toFixed(3));
      },
      { level: 'should', passive: true },
    ],
    'billing.source-seconds.to-the-cent': [
      'The server bills exactly the input seconds plus the output seconds, rounded to cents. So 30 + 30 s cost 60/9 of 4 + 5 s.',
      'The server bills blocks of several seconds, or only some of the source videos. Or the server bills the requested length of a source video.',
      (evidence) => {
        const { little, much, answers } = extensionsOf(evidence);
        if (evidence.anyClip !== BASE.id) return untestable(GIVEN_CLIP, ...answers);
        if (Number.isInteger(little) && Number.isInteger(much)) return untestable(TOO_COARSE, ...answers);
        const wanted = (little / FEW) * MANY;
        // Both costs may be rounded. The error of the smaller cost grows by the factor 60/9.
        return Math.abs(much - wanted) <= roundingOf(little, much) * (1 + MANY / FEW)
          ? pass(...answers)
          : fail(
              answers,
              `${wanted.toFixed(2)} US dollars for 60 billed seconds, because ${FEW} billed seconds cost ${little}`,
              String(much),
            );
      },
      { passive: true },
    ],
  }),
  ...LOST.map(({ id, probe, what, billed, lost }) =>
    defineCheck({
      id: `billing.source-seconds.${id}`,
      defect: 'lost-rule',
      proves: `The server bills the seconds of each source video in addition to the output seconds. This applies to ${what}. So this cost differs from the cost of an extension with ${lost.join(' or ')} billed seconds.`,
      failing:
        'The server bills source videos only for extensions, or bills only the first source video of an edit. Or the server bills the requested seconds of an edit.',
      from: [EXTEND_MANY, EXTEND, probe, BASE, WATCHED],
      passive: true,
      judge: (evidence) => {
        if (probe === EDIT) mustBeSoundFree(evidence);
        const [second, cost] = [secondOf(evidence), costOf(evidence, probe.id)];
        const answers = [EXTEND_MANY, EXTEND, probe].flatMap((one) => evidence.trace(one.id).create ?? []);
        if (Number.isInteger(second * MANY) && Number.isInteger(cost)) return untestable(TOO_COARSE, ...answers);
        if (Math.abs(cost - second * billed) <= CENT) return pass(...answers);
        const found = lost.find((seconds) => Math.abs(cost - second * seconds) <= CENT);
        // Prices may differ by workflow. A cost that matches none of these seconds proves nothing.
        if (found === undefined) return pass(...answers);
        return fail(
          answers,
          `${billed} billed seconds, such as ${(second * billed).toFixed(2)}`,
          `${cost}, the price of ${found} s`,
        );
      },
    }),
  ),
  ...[
    { id: 'edit', few: EDIT, many: EDIT_MANY, ratios: [14 / EDITED, 1] },
    { id: 'reference', few: REFERENCE, many: REFERENCE_MANY, ratios: [13 / 11] },
  ].map(({ id, few, many, ratios }) =>
    defineCheck({
      id: `billing.source-seconds.${id}.many`,
      defect: 'lost-rule',
      proves: `The server bills the seconds of each source video to the cent, also for clips without sound. Operation: ${id}.`,
      failing: 'The server bills only the first source video if the clip has no sound.',
      from: [few, many, BASE, WATCHED, EXTEND, EXTEND_MANY],
      passive: true,
      judge: (evidence) => {
        const [little, much] = [costOf(evidence, few.id), costOf(evidence, many.id)];
        const answers = [few, many].flatMap((one) => evidence.trace(one.id).create ?? []);
        mustBeSoundFree(evidence);
        if (Number.isInteger(little) && Number.isInteger(much)) return untestable(TOO_COARSE, ...answers);
        if (ratios.some((ratio) => Math.abs(much - little * ratio) <= roundingOf(little, much) * (1 + ratio)))
          return pass(...answers);
        return fail(
          answers,
          `${ratios.map((ratio) => (little * ratio).toFixed(2)).join(' or ')} US dollars`,
          String(much),
        );
      },
    }),
  ),
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
  price('price.480p', { clip: BASE, seconds: 4, of: 'text at 480p' }),
  price('price.720p', { clip: DEFAULTS, seconds: 4, of: 'text at 720p' }),
  price('price.720p.image', { clip: FRAMES_LONG, seconds: FRAMES_LONG_SECONDS, of: 'image to video at 720p' }),
  price('price.480p.reference', { clip: REFERENCE, seconds: 11, of: 'reference with a source video at 480p' }),
  price('price.480p.edit', { clip: EDIT, seconds: EDITED, of: 'an edit at 480p' }),
  price('price.480p.extend', { clip: EXTEND_MANY, seconds: MANY, of: 'an extension at 480p' }),
  compared('billing.proportional', [BASE, WATCHED], ({ cost }) => {
    const ratio = cost(WATCHED) / cost(BASE);
    return isNear(ratio, WATCHED_SECONDS / 4) ? 'yes' : `${WATCHED_SECONDS} s cost ${ratio.toFixed(3)} of 4 s`;
  }),
  compared('billing.audio', [BASE, WATCHED], ({ cost }) => {
    const ratio = cost(WATCHED) / WATCHED_SECONDS / (cost(BASE) / 4);
    return isNear(ratio, 1) ? 'free' : `without sound ${ratio.toFixed(3)} of the price`;
  }),
  compared('billing.edit-seconds', [EDIT, EXTEND, EXTEND_MANY, BASE, WATCHED], ({ cost, evidence }) => {
    mustBeSoundFree(evidence);
    const seconds = cost(EDIT) / secondOf(evidence);
    if (isNear(seconds, EDITED)) return 'the seconds of the output';
    return isNear(seconds, EDITED + EDIT_ASKED - 4)
      ? 'the seconds that the create request asked for'
      : `${seconds.toFixed(2)} s in all`;
  }),
];

function price(id: string, { clip, seconds, of }: { clip: typeof BASE; seconds: number; of: string }): Check {
  return defineObservation({
    id,
    requirement: 'billing.prices',
    proves: `The price of a billed second in US dollars: ${of}.`,
    from: [clip],
    judge: (evidence) =>
      observed(String(Number((costOf(evidence, clip.id) / seconds).toFixed(6))), evidence.one('create')),
  });
}

interface Compared {
  readonly evidence: Evidence;
  readonly cost: (probe: Probe) => number;
}

function compared(
  id: 'billing.proportional' | 'billing.audio' | 'billing.edit-seconds',
  from: readonly Probe[],
  say: (compared: Compared) => string,
): Check {
  return defineObservation({
    id,
    requirement: id,
    proves: 'The ratio of the costs of two create requests.',
    from,
    passive: true,
    judge: (evidence) => observed(say({ evidence, cost: (probe) => costOf(evidence, probe.id) })),
  });
}

/**
 * Returns the costs of two extensions. The short one has no sound. The long one has as many source seconds as output.
 */
function extensionsOf(evidence: Evidence): { little: number; much: number; answers: Exchange[] } {
  mustBeSoundFree(evidence);
  const [little, much] = [costOf(evidence, EXTEND.id), costOf(evidence, EXTEND_MANY.id)];
  const creates = [evidence.trace(EXTEND.id).create, evidence.trace(EXTEND_MANY.id).create];
  return { little, much, answers: creates.flatMap((create) => create ?? []) };
}

const GIVEN_CLIP = 'The option --reuse provided the clip, so its billed seconds are unknown.';

/** Returns the cost of a second of an extension at 480p. The long extension has sound, as other clips have. */
function secondOf(evidence: Evidence): number {
  if (evidence.trace(EXTEND_MANY.id).create?.response.status === 202) return costOf(evidence, EXTEND_MANY.id) / MANY;
  if (evidence.anyClip !== BASE.id) throw new Unjudged(untestable(GIVEN_CLIP));
  mustBeSoundFree(evidence);
  return costOf(evidence, EXTEND.id) / FEW;
}

/** Ends the check unless sound is free. Otherwise the price does not depend on the seconds alone. */
function mustBeSoundFree(evidence: Evidence): void {
  const [loud, quiet] = [costOf(evidence, BASE.id), costOf(evidence, WATCHED.id)];
  const ratio = WATCHED_SECONDS / 4;
  if (Math.abs(quiet - loud * ratio) > CENT * (1 + ratio))
    throw new Unjudged(
      untestable('The two costs cannot be compared: sound has a separate price, and only one of the clips has sound.'),
    );
}

function isNear(value: number, wanted: number): boolean {
  return Math.abs(value - wanted) <= wanted * 0.001;
}
