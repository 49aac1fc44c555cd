/** Limits: input files. For an invalid file, the server rejects the create or the generation fails. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { type Check, type Cost, defineCheck, defineObservation, defineProbe, type Probe } from '../../engine/define.ts';
import { fail, inconclusive, missing, observed, type Outcome, pass, untestable } from '../../engine/outcome.ts';
import { type Answered, type Evidence, objectOf } from '../../engine/evidence.ts';
import { errorOf } from '../lib/answers.ts';
import { asFieldsOf, IMAGE_MODE, lacksAudio, NO_REFERENCE, REFERENCE_MODE, SOME_AUDIO } from '../lib/bodies.ts';
import { cases } from '../lib/cases.ts';
import { BASE, cheap, EDGES, EDIT_ASKED, made, REFERENCE, SECONDS } from '../lib/clips.ts';
import { FAILING } from '../lib/failing.ts';
import { failingCreates } from '../lib/money.ts';
import { bodyOf, CONTROL } from '../lib/twins.ts';
import type { Profile } from '../../profile/profile.ts';
import { acceptedForFree, describe, hasEnded, isRefusal } from '../lib/rules.ts';

/** The rules, each with a file that breaks it, and with files that break its other limit or break it in another way. */
const RULES = {
  'image.public': ['an image that cannot be fetched'],
  'image.type': [
    'a file that is not an image',
    'another file that is not an image',
    'a third file that is not an image',
  ],
  'image.size': ['an image of more than 30 MB'],
  'image.pixels': ['an image with a side of 299 pixels', 'an image with a side of more than 6000 pixels'],
  'image.ratio': ['an image four times as wide as high', 'an image four times as high as wide'],
  'audio.public': ['an audio file that cannot be fetched'],
  'audio.type': [
    'a file that is not an audio file',
    'another file that is not an audio file',
    'a third file that is not an audio file',
  ],
  'audio.size': ['an audio file of more than 15 MB'],
  'audio.seconds': ['an audio file of more than 30 s', 'an audio file of less than 2 s'],
} as const;
const RULE_NAMES = Object.keys(RULES) as (keyof typeof RULES)[];

const unfit = (rule: string, end = 0): Probe =>
  defineProbe({
    id: `files.${rule}${placeOf(rule, end)}`,
    sends:
      end === 0
        ? 'A create request with a file that breaks the rule, and polls until the generation ends. The place of the file depends on the rule: the only file, the last frame, the second reference, or a reference of an edit. Without --thorough, at most three such create requests run at once. The kit stops after a create request that was accepted and whose generation did not fail.'
        : `The same create request with ${rule.endsWith('.type') ? 'another file that breaks the rule, as the only file' : 'the file that breaks the rule at the other limit'}.`,
    ends: 'failed',
    ...(isEdit(rule, end) ? { after: [BASE] } : {}),
    lacks: (profile) =>
      unfitUrls(profile, rule)[end] === undefined
        ? missing(`media.unfit["${rule}"]`, `The profile does not contain this file (media.unfit["${rule}"]).`)
        : undefined,
    ...failingCreates([costOf(rule, end)], !isOfType(rule, end)),
    run: async (kit) => {
      const { resolution, output } = costOf(rule, end);
      const body = { ...bodyWith(kit.profile, rule, end), resolution, duration_seconds: output };
      await kit.make(isEdit(rule, end) ? { ...body, ...editOf(kit.generation(BASE).id) } : body);
    },
  });

/** Returns the end of the id of a probe, for a file that breaks the other limit or breaks a rule in another way. */
function placeOf(rule: string, end: number): string {
  return ['', isOfType(rule, end) ? '.another' : '.other-end', '.third'][end] ?? '';
}

/**
 * Returns the cost of a create. Nearly all creates have the lowest cost. A more expensive one and a longer one show
 * whether the server refunds the whole cost.
 */
function costOf(rule: string, end: number): Cost {
  const source = isEdit(rule, end) ? SECONDS : 0;
  const cheapest: Cost = { resolution: '480p', output: SECONDS, source };
  return end === 0 ? { ...cheapest, ...LARGER.get(rule) } : cheapest;
}

const LARGER: ReadonlyMap<string, Partial<Cost>> = new Map([
  ['image.pixels', { resolution: '1080p' }],
  ['audio.seconds', { output: 13 }],
]);

/** Returns whether this is the second or third file of a type that is not allowed. */
function isOfType(rule: string, end: number): boolean {
  return rule.endsWith('.type') && end > 0;
}

/** Returns whether the file is part of an edit. An edit requests more seconds than it gets. All of it is refunded. */
const isEdit = (rule: string, end: number): boolean => rule === 'image.size' && end === 0;

function editOf(source: string): object {
  return {
    aspect_ratio: 'adaptive',
    source_video_ids: [source],
    reference_video_operation: 'edit',
    duration_seconds: EDIT_ASKED,
  };
}

/** Returns the files that break a rule: one file, or one for each limit. */
function unfitUrls({ media }: Profile, rule: string): readonly string[] {
  return [media.unfit[rule] ?? []].flat();
}

/** The rules whose file follows a valid file. A server may check only the first file, or only the files of one mode. */
const LAST_FRAME = new Set(['image.type', 'image.ratio']);
const SECOND_REFERENCE = new Set(['image.size', 'audio.type', 'audio.size']);
/** The rules whose create requests no sound. Its cost must be refunded, too. */
const SILENT = new Set(['image.ratio', 'audio.type']);

function bodyWith(profile: Profile, rule: string, end: number): object {
  const { media } = profile;
  const url = unfitUrls(profile, rule)[end] ?? '';
  const isImage = rule.startsWith('image');
  const fit = (isImage ? media.images : media.audio).slice(0, 1);
  const isBehind = LAST_FRAME.has(rule) || SECOND_REFERENCE.has(rule);
  const files = isBehind && !isOfType(rule, end) ? [...fit, url] : [url];
  const silent = SILENT.has(rule) ? { audio: false } : {};
  if (!isImage) return { ...NO_REFERENCE, audio_urls: files, ...silent };
  return { ...(SECOND_REFERENCE.has(rule) ? REFERENCE_MODE : IMAGE_MODE), image_urls: files, ...silent };
}

const TOO_MUCH_SOUND = defineProbe({
  id: 'files.audio.combined',
  sends: 'A create request with audio files of more than 30 s in total.',
  ends: 'failed',
  lacks: (profile) =>
    lacksAudio(profile) ??
    (unfitUrls(profile, 'audio.combined').length === 0
      ? missing(
          'media.unfit["audio.combined"]',
          'The profile does not contain a valid audio file of nearly 30 s (media.unfit["audio.combined"]).',
        )
      : undefined),
  ...failingCreates(cheap(SECONDS)),
  run: async (kit) => {
    const [long = ''] = unfitUrls(kit.profile, 'audio.combined');
    await made(kit, { ...NO_REFERENCE, audio_urls: [long, SOME_AUDIO] });
  },
});

const PROBES = new Map<string, Probe>(RULE_NAMES.map((rule) => [rule, unfit(rule)]));

/** Returns the probe of the create with the file that breaks this rule. */
export function unfitFile(rule: string): Probe {
  return PROBES.get(rule) ?? unfit(rule);
}

function imagesIn(answer: Answered): readonly unknown[] {
  const urls = asFieldsOf(bodyOf(answer))['image_urls'];
  return Array.isArray(urls) ? urls : [];
}

function notAccepted(probe: Probe, requirement: RequirementId, what: string): Check {
  return defineCheck({
    id: `${requirement}.unfit${probe.id.replace(requirement, '')}`,
    requirement,
    proves: `With ${what}, the create request is rejected or the generation fails.`,
    failing: 'The server makes a clip without the file, and charges for the clip.',
    from: [probe],
    judge: (evidence) => unfitJudged(evidence, [evidence.one('create'), probe], what),
  });
}

/** Judges a create with an invalid file: the server must reject it, or its generation must fail. */
function unfitJudged(evidence: Evidence, [create, { id }]: readonly [Answered, Probe], what: string): Outcome {
  if (isRefusal(create)) return pass(create);
  if (create.response.status !== 202)
    return untestable(`The response to the create request was ${describe(create)}.`, create);
  const last = evidence.trace(id).polls.at(-1);
  if (last === undefined) return untestable('The server did not respond to the polls.', create);
  return hasEnded([create, last], 'failed', `a rejection or a failure, because of ${what}`);
}

function reasonGiven(probe: Probe, what: string): Check {
  return defineObservation({
    id: `failure-code.${probe.id}`,
    requirement: 'errors.failure-codes',
    proves: `Whether the server rejects ${what}, or the generation fails later. The observed value also contains the error code.`,
    from: [probe],
    judge: (evidence) => {
      const create = evidence.one('create');
      const last = evidence.trace(probe.id).polls.at(-1);
      const answer = isRefusal(create) || last === undefined ? create : last;
      const when = answer === create ? 'at the create' : 'later';
      return observed(`${when}: ${String(errorOf(objectOf(answer))?.['code'])}`, answer);
    },
  });
}

const NONE = missing('media.edges', 'The profile lacks valid files that are exactly at a limit (media.edges).');

/** The bodies with these files only, so that a rejection before the check of the credits is about these files. */
const WITH: Readonly<Record<'images' | 'audio', (urls: readonly string[]) => object>> = {
  images: (urls) => ({ ...REFERENCE_MODE, image_urls: urls }),
  audio: (urls) => ({ ...NO_REFERENCE, audio_urls: urls }),
};

function taken(kind: keyof typeof WITH, requirement: RequirementId, what: string): Check {
  const probe = defineProbe({
    id: `${requirement}.edges`,
    mayBeCharged: true,
    sends: `A reference-to-video create request with ${what}. The key has no credits.`,
    keys: ['poor'],
    lacks: ({ media }: Profile) => (media.edges[kind].length === 0 ? NONE : undefined),
    run: async (kit) => {
      await kit.create('create', WITH[kind](kit.profile.media.edges[kind]), { key: 'poor' });
    },
  });
  return defineCheck({
    id: probe.id,
    requirement,
    proves: `A create request with ${what} is valid. If the key has no credits, the server returns 402. For an invalid create request, the server returns another error.`,
    failing: 'The server rejects a file that is exactly at a limit, such as an image with the largest allowed side.',
    from: [CONTROL, probe],
    judge: (evidence) => acceptedForFree(evidence, 'create', `a create request with ${what}`),
  });
}

export const FILE_CHECKS: readonly Check[] = [
  ...RULE_NAMES.flatMap((rule) => {
    const [what, ...others] = RULES[rule];
    const more = others.map((other, at) => notAccepted(unfit(rule, at + 1), `files.${rule}`, other));
    const probe = unfitFile(rule);
    return [notAccepted(probe, `files.${rule}`, what), reasonGiven(probe, what), ...more];
  }),
  {
    ...reasonGiven(unfitFile('image.pixels'), 'an unfit image'),
    id: 'files.when',
    requirement: 'files.when',
  },
  ...cases([FAILING], {
    'files.image.pixels.unfit.beside': [
      'If the second image has dimensions that are not allowed, the server rejects the create request, or the generation fails.',
      'The server checks only the first image, or only the width or the height.',
      (evidence) => {
        const create = evidence.all('create').find((answer) => imagesIn(answer).length === 2);
        if (create === undefined)
          return untestable(
            missing(
              'media.unfit["image.pixels"]',
              'The profile lacks this file (media.unfit["image.pixels"]), or the path of the balance (balance.path).',
            ),
          );
        return unfitJudged(evidence, [create, FAILING], 'the second image');
      },
      { defect: 'position' },
    ],
  }),
  notAccepted(TOO_MUCH_SOUND, 'files.audio.combined', 'audio files with a total length of more than 30 s'),
  taken('images', 'files.image.pixels', 'valid images exactly at a limit'),
  taken('audio', 'files.audio.seconds', 'valid audio files exactly at a limit'),
  ...cases([REFERENCE], {
    'files.edges.run': [
      'If all files are valid and exactly at a limit, the generation is completed.',
      'The server accepts the create request, but the generation fails. The cause is an image with a side of 6000 pixels, or an audio file of 30 s.',
      (evidence) => {
        const create = evidence.one('create');
        if (evidence.fact(EDGES) !== true) return untestable(NONE, create);
        if (create.response.status !== 202)
          return fail(create, '202 for valid files exactly at a limit', describe(create));
        const last = evidence.trace(REFERENCE.id).polls.at(-1);
        if (last === undefined) return inconclusive('The server did not respond to the polls.', create);
        return hasEnded([create, last], 'completed', 'a completed generation, because all of its files are valid');
      },
      { requirement: 'files.image.pixels' },
    ],
  }),
];
