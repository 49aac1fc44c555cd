/** Limits: input files. For an invalid file, the server rejects the create or the generation fails. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { type Check, type Cost, defineCheck, defineObservation, defineProbe, type Probe } from '../../engine/define.ts';
import { fail, inconclusive, missing, observed, type Outcome, pass, untestable } from '../../engine/outcome.ts';
import { type Answered, type Evidence, objectOf } from '../../engine/evidence.ts';
import { errorOf, referencesOf } from '../lib/answers.ts';
import * as bodies from '../lib/bodies.ts';
import { cases } from '../lib/cases.ts';
import { BASE, cheap, EDGES, EDIT_ASKED, made, REFERENCE, SECONDS } from '../lib/clips.ts';
import { FAILING } from '../lib/failing.ts';
import { failingCreates } from '../lib/money.ts';
import { bodyOf, CONTROL } from '../lib/control-requests.ts';
import type { Profile } from '../../profile/profile.ts';
import { acceptedForFree, describe, hasEnded, isRefusal } from '../lib/rules.ts';

/** A create request with a file that breaks a rule. */
interface Unfit {
  readonly what: string;
  readonly body: object;
  /** A valid file precedes the file, because a server may check only the first file. */
  readonly isSecond?: true;
  /** The cost, if it is not the lowest cost. With source seconds, the create request is an edit. */
  readonly cost?: Partial<Cost>;
  /** The file breaks the rule in another way. Without it, a later file breaks the other limit. */
  readonly isOther?: true;
}

/** The cost of these create requests must be refunded without sound, too. */
const SILENT_FRAMES = { ...bodies.IMAGE_MODE, audio: false };
const SILENT_AUDIO = { ...bodies.NO_REFERENCE, audio: false };

/** The rules with the files that break them. One request is more expensive and one is longer, to test whole refunds. */
const RULES = {
  'image.public': [{ what: 'an image that cannot be fetched', body: bodies.IMAGE_MODE }],
  'image.type': [
    { what: 'a file that is not an image', body: bodies.IMAGE_MODE, isSecond: true },
    { what: 'another file that is not an image', body: bodies.IMAGE_MODE, isOther: true },
    { what: 'a third file that is not an image', body: bodies.IMAGE_MODE, isOther: true },
  ],
  'image.size': [
    { what: 'an image of more than 30 MB', body: bodies.REFERENCE_MODE, isSecond: true, cost: { source: SECONDS } },
  ],
  'image.pixels': [
    { what: 'an image with a side of 299 pixels', body: bodies.IMAGE_MODE, cost: { resolution: '1080p' } },
    { what: 'an image with a side of more than 6000 pixels', body: bodies.IMAGE_MODE },
  ],
  'image.ratio': [
    { what: 'an image four times as wide as high', body: SILENT_FRAMES, isSecond: true },
    { what: 'an image four times as high as wide', body: SILENT_FRAMES, isSecond: true },
  ],
  'audio.public': [{ what: 'an audio file that cannot be fetched', body: bodies.NO_REFERENCE }],
  'audio.type': [
    { what: 'a file that is not an audio file', body: SILENT_AUDIO, isSecond: true },
    { what: 'another file that is not an audio file', body: SILENT_AUDIO, isOther: true },
    { what: 'a third file that is not an audio file', body: SILENT_AUDIO, isOther: true },
  ],
  'audio.size': [{ what: 'an audio file of more than 15 MB', body: bodies.NO_REFERENCE, isSecond: true }],
  'audio.seconds': [
    { what: 'an audio file of more than 30 s', body: bodies.NO_REFERENCE, cost: { output: 13 } },
    { what: 'an audio file of less than 2 s', body: bodies.NO_REFERENCE },
  ],
} as const satisfies Readonly<Record<string, readonly Unfit[]>>;
type RuleName = keyof typeof RULES;

function unfit(rule: RuleName, end: number, { body, isSecond, isOther, cost }: Unfit): Probe {
  const whole: Cost = { resolution: '480p', output: SECONDS, source: 0, ...cost };
  const [list, kind] = rule.startsWith('image')
    ? (['image_urls', 'images'] as const)
    : (['audio_urls', 'audio'] as const);
  const isEdit = whole.source > 0;
  return defineProbe({
    id: `files.${rule}${['', isOther ? '.another' : '.other-end', '.third'][end] ?? ''}`,
    sends:
      end === 0
        ? 'A create request with a file that breaks the rule, and polls until the generation ends. The place of the file depends on the rule: the only file, the last frame, the second reference, or a reference of an edit. Without --thorough, at most three such create requests run at once. The kit stops after a create request that was accepted and whose generation did not fail.'
        : `The same create request with ${isOther ? 'another file that breaks the rule, as the only file' : 'the file that breaks the rule at the other limit'}.`,
    ends: 'failed',
    ...(isEdit ? { after: [BASE] } : {}),
    lacks: lacksUnfit(rule, 'The profile does not contain this file', end),
    ...failingCreates([whole], isOther !== true),
    run: async (kit) => {
      const url = unfitUrls(kit.profile, rule)[end] ?? '';
      const fit = isSecond === true ? kit.profile.media[kind].slice(0, 1) : [];
      const asked = { resolution: whole.resolution, duration_seconds: whole.output, [list]: [...fit, url] };
      await kit.make({
        ...body,
        ...asked,
        ...(isEdit && { ...bodies.sourceBody('edit', [kit.generation(BASE).id]), duration_seconds: EDIT_ASKED }),
      });
    },
  });
}

/** Returns the files that break a rule: one file, or one for each limit. */
function unfitUrls({ media }: Profile, rule: string): readonly string[] {
  return [media.unfit[rule] ?? []].flat();
}

function lacksUnfit(rule: string, what: string, end = 0): Probe['lacks'] {
  const name = `media.unfit["${rule}"]`;
  return (profile) => (unfitUrls(profile, rule)[end] === undefined ? missing(name, `${what} (${name}).`) : undefined);
}

const TOO_MUCH_SOUND = defineProbe({
  id: 'files.audio.combined',
  sends: 'A create request with audio files of more than 30 s in total.',
  ends: 'failed',
  lacks: (profile) =>
    bodies.lacksAudio(profile) ??
    lacksUnfit('audio.combined', 'The profile does not contain a valid audio file of nearly 30 s')?.(profile),
  ...failingCreates(cheap(SECONDS)),
  run: async (kit) => {
    const [long = ''] = unfitUrls(kit.profile, 'audio.combined');
    await made(kit, { ...bodies.NO_REFERENCE, audio_urls: [long, bodies.SAMPLE.audio] });
  },
});

/** The probes of each rule and the names of their files. */
const PROBES = (Object.keys(RULES) as RuleName[]).map((rule) => ({
  rule,
  files: RULES[rule].map((file, end) => [unfit(rule, end, file), file.what] as const),
}));

/** Returns the probe of the create with the first file that breaks this rule. */
export function unfitFile(wanted: RuleName): Probe {
  const found = PROBES.find(({ rule }) => rule === wanted);
  return found?.files[0]?.[0] ?? unfit(wanted, 0, RULES[wanted][0]);
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
  images: (urls) => ({ ...bodies.REFERENCE_MODE, image_urls: urls }),
  audio: (urls) => ({ ...bodies.NO_REFERENCE, audio_urls: urls }),
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
  ...PROBES.flatMap(({ rule, files }) =>
    files.flatMap(([probe, what], end) => [
      notAccepted(probe, `files.${rule}`, what),
      ...(end === 0 ? [reasonGiven(probe, what)] : []),
    ]),
  ),
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
        const create = evidence
          .all('create')
          .find((answer) => referencesOf(bodies.asFieldsOf(bodyOf(answer)), 'image') === 2);
        const reason =
          'The profile lacks this file (media.unfit["image.pixels"]), or the path of the balance (balance.path).';
        if (create === undefined) return untestable(missing('media.unfit["image.pixels"]', reason));
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
