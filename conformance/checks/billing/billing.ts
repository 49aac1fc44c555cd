/** Limits: the cost of a generation. Prices are observed, and the billing of source seconds is judged. */

import type { Check, Probe } from '../../engine/define.ts';
import { observed, type Outcome, pass } from '../../engine/outcome.ts';
import { cases, holds, jointly, mustBe, observations } from '../lib/cases.ts';
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
import { EXTEND_MANY } from '../lib/replays.ts';
import { EDIT_MANY, EXTEND_LARGE, FRAMES_LONG, FRAMES_LONG_SECONDS, REFERENCE_MANY } from '../lib/thorough-clips.ts';
import { FAILING_EDIT, FAILING_EXTEND, FAILING_REFERENCE } from '../service/refunds.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';

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
const LOST: readonly (readonly [id: string, Probe, what: string, billed: number, lost: readonly number[]])[] = [
  // The wrong values are output or sources alone, one source plus one of the lengths, and the requested seconds.
  ['edit', EDIT, 'an edit', EDITED, [4, 5, 7, 8, 9, 10, 11, 16, 18]],
  ['reference', REFERENCE, 'a reference-to-video request with a source video', 11, [4, 7]],
  ['reference.operation', FAILING_REFERENCE, 'a source video with the operation "reference"', 13, [4, 9]],
];

/** The prices: a clip, its billed seconds, and a phrase for it. */
const PRICES: Readonly<Record<string, readonly [clip: Probe, seconds: number, what: string]>> = {
  'price.480p': [BASE, 4, 'text at 480p'],
  'price.720p': [DEFAULTS, 4, 'text at 720p'],
  'price.720p.image': [FRAMES_LONG, FRAMES_LONG_SECONDS, 'image to video at 720p'],
  'price.480p.reference': [REFERENCE, 11, 'reference with a source video at 480p'],
  'price.480p.edit': [EDIT, EDITED, 'an edit at 480p'],
  'price.480p.extend': [EXTEND_MANY, MANY, 'an extension at 480p'],
};

type Pair = readonly [few: Probe, many: Probe];

/** The two extensions. The long extension has as many source seconds as output seconds, and sound. */
const EXTENSIONS: Pair = [EXTEND, EXTEND_MANY];

/** The operations with two clips, and the allowed ratios of their costs. */
const LOST_OF_MANY: readonly (readonly [operation: string, Pair, ratios: readonly number[]])[] = [
  ['edit', [EDIT, EDIT_MANY], [14 / EDITED, 1]],
  ['reference', [REFERENCE, REFERENCE_MANY], [13 / 11]],
];

const RATIO = 'The ratio of the costs of two create requests.';
const OF_EXTENSIONS = { from: [EXTEND, EXTEND_MANY, BASE, WATCHED], passive: true } as const;
const LOST_RULE = { from: [EXTEND_LARGE, FAILING_EXTEND], defect: 'lost-rule', passive: true } as const;

export const BILLING_CHECKS: readonly Check[] = [
  ...cases(OF_EXTENSIONS, {
    'billing.source-seconds': [
      'If an extension has more source seconds per output second than another extension, it also costs more per output second.',
      'The server bills only the output seconds, or only one source video.',
      (evidence) => {
        const { little, much, answers } = pairOf(evidence, EXTENSIONS);
        const isMore = much / 30 > little / EXTENDED;
        mustBe(isMore || isFine(little, much), TOO_COARSE, ...answers);
        const expected = `more than ${((little / EXTENDED) * 30).toFixed(2)}, because it has 30 source seconds for 30 output seconds. The other extension has 4 source seconds for 5 output seconds`;
        return holds(isMore, answers, [expected, String(much)]);
      },
    ],
    'billing.source-seconds.exact': [
      'The server bills exactly the input seconds plus the output seconds. So 30 + 30 s cost 60/9 of 4 + 5 s.',
      'The server rounds seconds up to blocks, or bills only the first source video.',
      (evidence) => {
        const { little, much, answers } = pairOf(evidence, EXTENSIONS);
        mustBe(evidence.anyClip === BASE.id, GIVEN_CLIP, ...answers);
        const [expected, got] = [MANY / FEW, much / little].map((ratio) => ratio.toFixed(3));
        return holds(isNear(much / little, MANY / FEW), answers, [`a ratio of ${expected}`, String(got)]);
      },
      { level: 'should' },
    ],
    'billing.source-seconds.to-the-cent': [
      'The server bills exactly the input seconds plus the output seconds, rounded to cents. So 30 + 30 s cost 60/9 of 4 + 5 s.',
      'The server bills blocks of several seconds, or only some of the source videos. Or the server bills the requested length of a source video.',
      (evidence) => {
        const { answers } = pairOf(evidence, EXTENSIONS);
        mustBe(evidence.anyClip === BASE.id, GIVEN_CLIP, ...answers);
        return toTheCent(evidence, EXTENSIONS, [MANY / FEW]);
      },
    ],
  }),
  ...cases(
    LOST_RULE,
    LOST.map(([id, probe, what, billed, lost]) => [
      `billing.source-seconds.${id}`,
      `The server bills the seconds of each source video in addition to the output seconds. This applies to ${what}. So this cost differs from the cost of an extension with ${lost.join(' or ')} billed seconds.`,
      'The server bills source videos only for extensions, or bills only the first source video of an edit. Or the server bills the requested seconds of an edit.',
      (evidence) => {
        if (probe === EDIT) mustBeSoundFree(evidence);
        const [second, cost] = [secondOf(evidence), costOf(evidence, probe.id)];
        const answers = createsOf(evidence, [EXTEND_MANY, EXTEND, probe]);
        mustBe(isFine(second * MANY, cost), TOO_COARSE, ...answers);
        const isBilled = (seconds: number): boolean => Math.abs(cost - second * seconds) <= CENT;
        // Prices may differ by workflow. A cost that matches none of these seconds proves nothing.
        const found = isBilled(billed) ? undefined : lost.find(isBilled);
        const expected = `${billed} billed seconds, such as ${(second * billed).toFixed(2)}`;
        return holds(found === undefined, answers, [expected, `${cost}, the price of ${found} s`]);
      },
      { from: [EXTEND_MANY, EXTEND, probe, BASE, WATCHED] },
    ]),
  ),
  ...cases(
    LOST_RULE,
    LOST_OF_MANY.map(([id, clips, ratios]) => [
      `billing.source-seconds.${id}.many`,
      `The server bills the seconds of each source video to the cent, also for clips without sound. Operation: ${id}.`,
      'The server bills only the first source video if the clip has no sound.',
      (evidence) => {
        mustBeSoundFree(evidence);
        return toTheCent(evidence, clips, ratios);
      },
      { from: [...clips, BASE, WATCHED, EXTEND, EXTEND_MANY] },
    ]),
  ),
  ...cases(LOST_RULE, {
    'billing.source-seconds.extend.large': [
      'At 1080p, the server also bills the input seconds plus the output seconds. So the cost of 4 + 9 s is 13/8 of the cost of 4 + 4 s, to the cent.',
      'At 1080p, the server bills only the output seconds of an extension.',
      (evidence) => toTheCent(evidence, [EXTEND_LARGE, FAILING_EXTEND], [13 / 8]),
    ],
    'billing.source-seconds.edit.large': [
      'At 1080p, the server bills 4 + 4 s for an edit, and 4 + 9 s for an extension. The ratio of the two costs shows this. With another ratio, the server bills only one kind of seconds: input, output or requested seconds.',
      'At 1080p, the server bills only the output seconds, or the requested seconds of an edit.',
      (evidence) => {
        const { little: edit, much: extension, answers } = pairOf(evidence, [FAILING_EDIT, FAILING_EXTEND]);
        mustBe(isFine(edit, extension), TOO_COARSE, ...answers);
        const isBilled = (edited: number, extended: number): boolean =>
          Math.abs(extension - (edit / edited) * extended) <= CENT * (1 + extended / edited);
        if (isBilled(8, 13)) return pass(...answers);
        // The document does not say whether an edit has the price of an extension.
        const isAlike = Math.abs(costOf(evidence, EDIT.id) - (costOf(evidence, EXTEND_MANY.id) / 60) * 13) <= CENT;
        mustBe(isAlike, 'At 480p, the price of an edit differs from the price of an extension.', ...answers);
        const found = LOST_AT_1080P.find(({ edited, extended }) => isBilled(edited, extended));
        const expected = `8 and 13 billed seconds, such as ${edit} and ${((edit / 8) * 13).toFixed(2)}`;
        const got = `${extension} for the extension, the price of ${found?.edited} and ${found?.extended} billed seconds`;
        return holds(found === undefined, answers, [expected, got]);
      },
      { from: [FAILING_EDIT, FAILING_EXTEND, EDIT, EXTEND_MANY] },
    ],
  }),
  ...observations(
    { from: [], requirement: 'billing.prices' },
    Object.entries(PRICES).map(([id, [clip, seconds, what]]) => [
      id,
      `The price of a billed second in US dollars: ${what}.`,
      jointly(['create'], (_, evidence) => String(Number((costOf(evidence, clip.id) / seconds).toFixed(6)))),
      { from: [clip] },
    ]),
  ),
  ...observations(
    { from: [BASE, WATCHED], passive: true },
    {
      'billing.proportional': [
        RATIO,
        (evidence) => {
          const ratio = costOf(evidence, WATCHED.id) / costOf(evidence, BASE.id);
          const isProportional = isNear(ratio, WATCHED_SECONDS / 4);
          return observed(isProportional ? 'yes' : `${WATCHED_SECONDS} s cost ${ratio.toFixed(3)} of 4 s`);
        },
      ],
      'billing.audio': [
        RATIO,
        (evidence) => {
          const ratio = costOf(evidence, WATCHED.id) / WATCHED_SECONDS / (costOf(evidence, BASE.id) / 4);
          return observed(isNear(ratio, 1) ? 'free' : `without sound ${ratio.toFixed(3)} of the price`);
        },
      ],
      'billing.edit-seconds': [
        RATIO,
        (evidence) => {
          mustBeSoundFree(evidence);
          const seconds = costOf(evidence, EDIT.id) / secondOf(evidence);
          if (isNear(seconds, EDITED)) return observed('the seconds of the output');
          const isAsked = isNear(seconds, EDITED + EDIT_ASKED - 4);
          return observed(isAsked ? 'the seconds that the create request asked for' : `${seconds.toFixed(2)} s in all`);
        },
        { from: [EDIT, EXTEND, EXTEND_MANY, BASE, WATCHED] },
      ],
    },
  ),
];

function createsOf({ trace }: Evidence, probes: readonly Probe[]): Answered[] {
  return probes.flatMap(({ id }) => trace(id).create ?? []);
}

/** Returns the costs of two generations. The comparison of extensions needs free sound, because only one has sound. */
function pairOf(evidence: Evidence, pair: Pair): { little: number; much: number; answers: Answered[] } {
  if (pair === EXTENSIONS) mustBeSoundFree(evidence);
  const [few, many] = pair;
  return { little: costOf(evidence, few.id), much: costOf(evidence, many.id), answers: createsOf(evidence, pair) };
}

/** Judges that two costs have one of these ratios. Both may be rounded, so the first error grows by the ratio. */
function toTheCent(evidence: Evidence, pair: Pair, ratios: readonly number[]): Outcome {
  const { little, much, answers } = pairOf(evidence, pair);
  mustBe(isFine(little, much), TOO_COARSE, ...answers);
  const isRight = ratios.some((ratio) => Math.abs(much - little * ratio) <= roundingOf(little, much) * (1 + ratio));
  const wanted = ratios.map((ratio) => (little * ratio).toFixed(2)).join(' or ');
  return holds(isRight, answers, [`${wanted} US dollars, because the other generation costs ${little}`, String(much)]);
}

const GIVEN_CLIP = 'The option --reuse provided the clip, so its billed seconds are unknown.';

/** Returns whether costs are not all whole dollars. */
function isFine(...costs: readonly number[]): boolean {
  return !costs.every(Number.isInteger);
}

/** Returns the cost of a second of an extension at 480p. The long extension has sound, as other clips have. */
function secondOf(evidence: Evidence): number {
  if (evidence.trace(EXTEND_MANY.id).create?.response.status === 202) return costOf(evidence, EXTEND_MANY.id) / MANY;
  mustBe(evidence.anyClip === BASE.id, GIVEN_CLIP);
  mustBeSoundFree(evidence);
  return costOf(evidence, EXTEND.id) / FEW;
}

/** Ends the check unless sound is free. Otherwise the price does not depend on the seconds alone. */
function mustBeSoundFree(evidence: Evidence): void {
  const [loud, quiet] = [costOf(evidence, BASE.id), costOf(evidence, WATCHED.id)];
  const ratio = WATCHED_SECONDS / 4;
  const isFree = Math.abs(quiet - loud * ratio) <= CENT * (1 + ratio);
  mustBe(isFree, 'The costs cannot be compared: sound has a separate price, and only one of the clips has sound.');
}

function isNear(value: number, wanted: number): boolean {
  return Math.abs(value - wanted) <= wanted * 0.001;
}
