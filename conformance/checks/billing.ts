/** Limits: what a generation costs. Prices are observed; that source seconds count is promised. */

import { defineCheck, defineObservation, type Check } from '../engine/define.ts';
import type { Evidence } from '../engine/evidence.ts';
import { fail, observed, pass, untestable, Unjudged } from '../engine/outcome.ts';
import type { Exchange } from '../client/exchange.ts';
import { sightings } from './lib/answers.ts';
import { BASE, DEFAULTS, EDIT, EXTEND, EXTEND_MANY, IMAGE, REFERENCE, SILENT } from './lib/clips.ts';
import { EDIT_MANY, EXTEND_LONGEST, REFERENCE_MANY } from './lib/thorough-clips.ts';

/** A server may round to cents. */
const CENT = 0.01;

const PROMISED: readonly Check[] = [
  defineCheck({
    id: 'billing.source-seconds',
    requirement: 'billing.source-seconds',
    proves: 'Of two extensions of the same length, the one with more source seconds costs more.',
    failing: 'It bills the output only, or one source video only.',
    from: [EXTEND, EXTEND_MANY],
    passive: true,
    judge: (evidence) => {
      const { little, much, answers } = extensionsOf(evidence);
      if (much > little) return pass(...answers);
      if (Number.isInteger(little) && Number.isInteger(much)) return untestable(TOO_COARSE, ...answers);
      return fail(answers, `more than ${little}: 30 instead of 4 source seconds, the same output`, String(much));
    },
  }),
  defineCheck({
    id: 'billing.source-seconds.exact',
    requirement: 'billing.source-seconds',
    proves: 'Input plus output seconds are billed exactly: 30 + 5 s cost 35/9 of 4 + 5 s.',
    failing: 'It rounds seconds up to blocks, or bills the first source only.',
    level: 'should',
    from: [EXTEND, EXTEND_MANY, BASE, DEFAULTS],
    passive: true,
    judge: (evidence) => {
      const { little, much, answers } = extensionsOf(evidence);
      if (evidence.anyClip !== BASE.id) return untestable(GIVEN_CLIP, ...answers);
      return isNear(much / little, 35 / 9)
        ? pass(...answers)
        : fail(answers, `a ratio of ${(35 / 9).toFixed(3)}`, (much / little).toFixed(3));
    },
  }),
  defineCheck({
    id: 'billing.source-seconds.to-the-cent',
    requirement: 'billing.source-seconds',
    proves:
      'Input plus output seconds are billed exactly: 30 + 5 s cost 35/9 of 4 + 5 s, but for what is rounded to cents.',
    failing: 'It bills blocks of seconds, some of the source videos, or a source video at another price.',
    from: [EXTEND, EXTEND_MANY, BASE, DEFAULTS],
    passive: true,
    judge: (evidence) => {
      const { little, much, answers } = extensionsOf(evidence);
      if (evidence.anyClip !== BASE.id) return untestable(GIVEN_CLIP, ...answers);
      if (Number.isInteger(little) && Number.isInteger(much)) return untestable(TOO_COARSE, ...answers);
      const wanted = (little / 9) * 35;
      // Both may be rounded: the smaller one by half a cent, which comes to 35/9 as much.
      if (Math.abs(much - wanted) <= CENT * (1 + 35 / 9)) return pass(...answers);
      return isOfOwnTier(evidence, (much / little) * 9 - 35)
        ? untestable(OWN_TIER, ...answers)
        : fail(answers, `${wanted.toFixed(2)} US dollars for 35 s, if 9 s cost ${little}`, String(much));
    },
  }),
  ...[
    { id: 'edit', probe: EDIT, what: 'an edit', without: [4, 7, 11] },
    { id: 'reference', probe: REFERENCE, what: 'a reference with a source video', without: [4] },
  ].map(({ id, probe, what, without }) =>
    defineCheck({
      id: `billing.source-seconds.${id}`,
      requirement: 'billing.source-seconds',
      defect: 'lost-rule',
      proves: `The source seconds of ${what} are billed besides those of its clip: it does not cost what ${without.join(' or ')} s of an extension cost.`,
      failing: 'It bills the source video of extensions only, or of an edit the seconds that were asked for.',
      from: [EXTEND, probe],
      passive: true,
      judge: (evidence) => {
        const [extension, cost] = [costOf(evidence, EXTEND.id), costOf(evidence, probe.id)];
        const answers = [EXTEND, probe].flatMap((one) => evidence.trace(one.id).create ?? []);
        if (evidence.anyClip !== BASE.id) return untestable(GIVEN_CLIP, ...answers);
        if (Number.isInteger(extension) && Number.isInteger(cost)) return untestable(TOO_COARSE, ...answers);
        const second = extension / 9;
        const few = without.find((seconds) => Math.abs(cost - second * seconds) <= CENT);
        // Prices may differ by workflow: what is no whole number of these seconds tells nothing.
        return few === undefined
          ? pass(...answers)
          : fail(answers, `8 billed seconds, such as ${(second * 8).toFixed(2)}`, `${cost}, the price of ${few} s`);
      },
    }),
  ),
  ...[
    { id: 'edit', few: EDIT, many: EDIT_MANY, ratios: [14 / 8, 16 / 11] },
    { id: 'reference', few: REFERENCE, many: REFERENCE_MANY, ratios: [13 / 8] },
    { id: 'extend', few: EXTEND, many: EXTEND_LONGEST, ratios: [60 / 9] },
  ].map(({ id, few, many, ratios }) =>
    defineCheck({
      id: `billing.source-seconds.${id}.many`,
      requirement: 'billing.source-seconds',
      defect: 'lost-rule',
      proves: `The seconds of each source video count for the operation "${id}", to the cent.`,
      failing: 'It bills the first source video only, or no more than 30 s in all.',
      from: [few, many, BASE, SILENT, DEFAULTS],
      passive: true,
      judge: (evidence) => {
        const [little, much] = [costOf(evidence, few.id), costOf(evidence, many.id)];
        const answers = [few, many].flatMap((one) => evidence.trace(one.id).create ?? []);
        if (many !== EXTEND_LONGEST && !isSoundFree(evidence))
          return untestable('Sound has a price of its own, and one of the two has none.', ...answers);
        if (evidence.anyClip !== BASE.id) return untestable(GIVEN_CLIP, ...answers);
        if (Number.isInteger(little) && Number.isInteger(much)) return untestable(TOO_COARSE, ...answers);
        if (ratios.some((ratio) => Math.abs(much - little * ratio) <= CENT * (1 + ratio))) return pass(...answers);
        return many === EXTEND_LONGEST && isOfOwnTier(evidence, (much / little) * 9 - 60)
          ? untestable(OWN_TIER, ...answers)
          : fail(
              answers,
              `${ratios.map((ratio) => (little * ratio).toFixed(2)).join(' or ')} US dollars`,
              String(much),
            );
      },
    }),
  ),
];

const PRICES: readonly Check[] = [
  price('price.480p', { clip: BASE, seconds: 4, of: 'text at 480p' }),
  price('price.720p', { clip: DEFAULTS, seconds: 4, of: 'text at 720p' }),
  price('price.480p.image', { clip: IMAGE, seconds: 4, of: 'image to video at 480p' }),
  price('price.480p.reference', { clip: REFERENCE, seconds: 8, of: 'reference with a source video at 480p' }),
  price('price.480p.edit', { clip: EDIT, seconds: 8, of: 'an edit at 480p' }),
  price('price.480p.extend', { clip: EXTEND, seconds: 9, of: 'an extension at 480p' }),
  compared('billing.proportional', [BASE, SILENT], (four, five) =>
    isNear(five / four, 5 / 4) ? 'yes' : `5 s cost ${(five / four).toFixed(3)} of 4 s`,
  ),
  compared('billing.audio', [BASE, SILENT], (loud, quiet) =>
    isNear(quiet / 5, loud / 4) ? 'free' : `without sound ${((quiet / 5 / loud) * 4).toFixed(3)} of the price`,
  ),
  compared('billing.edit-seconds', [EDIT, EXTEND], (edit, extend) => {
    const seconds = (edit / extend) * 9;
    return isNear(seconds, 8)
      ? 'those that come out'
      : isNear(seconds, 11)
        ? 'those that were asked for'
        : `${seconds.toFixed(2)} s in all`;
  }),
];

export const BILLING_CHECKS: readonly Check[] = [...PROMISED, ...PRICES];

function price(id: string, { clip, seconds, of }: { clip: typeof BASE; seconds: number; of: string }): Check {
  return defineObservation({
    id,
    requirement: 'billing.prices',
    proves: `US dollars for a billed second of ${of}.`,
    from: [clip],
    judge: (evidence) =>
      observed(String(Number((costOf(evidence, clip.id) / seconds).toFixed(6))), evidence.one('create')),
  });
}

function compared(
  id: 'billing.proportional' | 'billing.audio' | 'billing.edit-seconds',
  [one, other]: readonly [typeof BASE, typeof BASE],
  say: (one: number, other: number) => string,
): Check {
  return defineObservation({
    id,
    requirement: id,
    proves: 'How the costs of two creates compare.',
    from: [one, other],
    passive: true,
    judge: (evidence) => observed(say(costOf(evidence, one.id), costOf(evidence, other.id))),
  });
}

/** What two extensions of the same length cost, the one with few and the one with many source seconds. */
function extensionsOf(evidence: Evidence): { little: number; much: number; answers: Exchange[] } {
  const [little, much] = [costOf(evidence, EXTEND.id), costOf(evidence, EXTEND_MANY.id)];
  const creates = [evidence.trace(EXTEND.id).create, evidence.trace(EXTEND_MANY.id).create];
  return { little, much, answers: creates.flatMap((create) => create ?? []) };
}

function costOf(evidence: Evidence, probe: string): number {
  const { create } = evidence.trace(probe);
  const cost = create === undefined ? undefined : sightings([create])[0]?.record['cost_usd'];
  if (typeof cost === 'number') return cost;
  throw new Unjudged(untestable(`No cost of ${probe} was seen.`));
}

const TOO_COARSE = 'The costs are whole dollars: too coarse to tell one number of seconds from another.';
const GIVEN_CLIP = 'The clip was given, and the seconds that it is billed for are not known.';
const OWN_TIER = 'Four of the 30 source seconds are at 720p, and may be billed at the price of their own tier.';

/**
 * Whether so many seconds at 480p that are billed too much may come of source seconds that are billed at the price of
 * their own tier: the document does not say at whose. A tier may be dearer with source videos than it is without.
 */
function isOfOwnTier(evidence: Evidence, tooMuch: number): boolean {
  const dearer = costOf(evidence, DEFAULTS.id) / costOf(evidence, BASE.id);
  return tooMuch > 0 && tooMuch <= 4 * (dearer * 1.5 - 1);
}

/** A second of text without sound costs what one with sound does. */
function isSoundFree(evidence: Evidence): boolean {
  const [loud, quiet] = [costOf(evidence, BASE.id), costOf(evidence, SILENT.id)];
  return Math.abs(quiet - (loud / 4) * 5) <= CENT * (1 + 5 / 4);
}

function isNear(value: number, wanted: number): boolean {
  return Math.abs(value - wanted) <= wanted * 0.001;
}
