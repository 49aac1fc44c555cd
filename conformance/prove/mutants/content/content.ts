/** Servers that send a clip with other properties than requested, or send it wrongly. */

import { ABSENT } from '../../../checks/lib/field.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { mutant, mutants, mutantsWith, THOROUGH, type Mutant } from '../../mutant.ts';
import { jsonAnswer, withHeader, type Answer, type Call, type Tampering } from '../../server.ts';
import { answering, toHeader, toStatus, toText, withStatus } from '../../tamper/answers.ts';
import { CONTENT, knowingStatuses, RECORD, WATCHED_KEY, type Where } from '../../tamper/calls.ts';
import {
  creating,
  EDITING,
  EXTENDING,
  TWO_IMAGES,
  IN_IMAGE_MODE,
  instead,
  matches,
  REFERRING,
  IN_REFERENCE_MODE,
  refusalAnswer,
  VALID,
  type CreateWhen,
} from '../../tamper/create.ts';
import { atSpeed, oneShort, retracking, standingStill } from '../../tamper/tracks.ts';

const whole = (change: (answer: Answer) => Answer): (() => Tampering) => answering({ ...CONTENT, status: 200 }, change);
/** Replaces the answer to downloads that are rejected with this code. */
const refusedFor = (code: string, instead: (call: Call) => Answer | undefined): (() => Tampering) =>
  answering('content', (answer, call) => {
    // Searches the whole body: in a pair, the other defect may have changed the envelope.
    const isMeant = answer.status >= 400 && new TextDecoder().decode(answer.bytes).includes(`"code":"${code}"`);
    return isMeant ? (instead(call) ?? answer) : answer;
  });
const clip = (status = 200): Answer => ({
  status,
  headers: new Headers({ 'content-type': 'video/mp4' }),
  bytes: new TextEncoder().encode('....ftypisom'),
});
const isUuid = ({ id }: Call): boolean => id.length === 36;
/** Answers requests for a clip that is not finished. */
const early = (where: Where, change: (answer: Answer) => Answer): (() => Tampering) =>
  answering({ ...CONTENT, key: WATCHED_KEY, ...where, status: 404 }, change);
const half = (answer: Answer): Answer => ({ ...answer, bytes: answer.bytes.slice(0, answer.bytes.length / 2) });

const FILE: readonly Mutant[] = mutants({
  'content.answer.status': {
    'answers downloads with 201': whole(toStatus(201)),
    'answers 206 without a Range': answering({ ...CONTENT, lacks: 'range', status: 200 }, (answer) => {
      const { length } = answer.bytes;
      return withStatus(withHeader(answer, 'content-range', `bytes 0-${length - 1}/${length}`), 206);
    }),
  },
  'content.answer.type': {
    'declares a clip as application/octet-stream': whole(toHeader('content-type', 'application/octet-stream')),
  },
  'content.answer.video': {
    'sends a clip that is cut off': whole((answer) => half(withHeader(answer, 'content-length', undefined))),
    'sends a page of HTML as video/mp4': whole(toText('<html>Please log in.</html>')),
  },
  'content.answer.length': {
    'announces the length of an earlier file': whole((answer) =>
      withHeader(answer, 'content-length', String(answer.bytes.length + 1)),
    ),
    'announces a whole clip, but hangs up halfway': {
      tamper: whole((answer) => half(withHeader(answer, 'content-length', String(answer.bytes.length)))),
      socket: 'title-case',
    },
  },
  'content.frame-rate': {
    'makes 25 frames per second': retracking('vide', atSpeed(25 / 24)),
    'makes 23.976 frames per second': retracking('vide', atSpeed(1000 / 1001)),
  },
  'content.frames.order': { 'gives all frames the same time': retracking('vide', standingStill) },
  'content.duration.bounds': { 'makes clips one frame short': retracking('vide', oneShort) },
  'content.audio.synchronized': {
    'plays the sound at half speed': retracking('soun', atSpeed(1 / 2)),
    'continues the sound after the picture': retracking('soun', atSpeed(4 / 5)),
  },
  'content.every-clip.brand': {
    'stores clips as QuickTime': whole((answer) => ({ ...answer, bytes: quickTime(answer.bytes) })),
  },
});

const SHAPE: readonly Mutant[] = mutants({
  'content.duration.requested.text': {
    'makes five seconds for every length': instead({ duration_seconds: 4 }, { duration_seconds: 5 }),
  },
  'content.duration.requested.longer': {
    'makes no clip longer than four seconds': instead(
      { duration_seconds: 5, aspect_ratio: '3:4' },
      { duration_seconds: 4 },
    ),
  },
  'content.duration.requested.extend': {
    'makes an extension as long as its source': instead(EXTENDING, { duration_seconds: 4 }),
  },
  'content.duration.edit': { 'makes an edit as long as `duration_seconds`': instead(EDITING, EXTENDING) },
  'content.resolution.480p': {
    'makes 720p for 480p': instead({ resolution: '480p', aspect_ratio: '4:3' }, { resolution: '720p' }),
  },
  'content.resolution.edit': { 'extends at the next tier': instead(EXTENDING, { resolution: '720p' }) },
  'content.aspect-ratio.4-3': { 'makes squares for 4:3': instead({ aspect_ratio: '4:3' }, { aspect_ratio: '1:1' }) },
  'content.aspect-ratio.9-16': {
    'swaps width and height': instead({ aspect_ratio: '9:16' }, { aspect_ratio: '16:9' }),
  },
  'content.audio.on': { 'makes no sound': instead({ audio: true }, { audio: false }) },
  'content.audio.off': { 'makes sound all the same': instead({ audio: false }, { audio: true }) },
});

const REFUSED: readonly Mutant[] = mutants({
  'content.not-completed': {
    'answers 200 with an empty clip until the clip is finished': refusedFor('content_not_ready', () => clip()),
  },
  'content.not-completed.running': {
    'serves the beginning of a clip while it runs': knowingStatuses((statusOf) =>
      answering(
        (call) => call.operation === 'content' && WATCHED_KEY.test(call.key) && statusOf(call.id) === 'running',
        () => clip(),
      )(),
    ),
  },
  'content.not-completed.in-part': {
    'serves parts of an unfinished clip': early({ method: 'GET', has: 'range' }, () => clip(206)),
  },
  'content.not-completed.of-head': {
    'answers a HEAD of an unfinished clip': early({ method: 'HEAD', lacks: 'range' }, () => clip()),
  },
  'content.not-completed.range-first': {
    'checks the range against a file that is still empty': early({ has: 'range' }, toStatus(416)),
  },
  'content.failed': {
    'answers 200 with an empty clip after a failure': refusedFor('content_unavailable', () => clip()),
  },
  'content.failed.in-part': {
    'serves a part of a clip that failed later': refusedFor('content_unavailable', (call) =>
      call.headers.has('range') ? clip() : undefined,
    ),
  },
  'content.failed.however': {
    'answers 200 to a HEAD of any content': knowing(200, { method: 'HEAD' }),
    'answers 304 to every condition': knowing(304, { has: 'if-none-match' }),
    'sends an empty body for an open range of an unknown id': knowing(206, { has: 'range' }, /-$/),
  },
  'content.unknown': {
    'answers 200 for the content of an unknown id': refusedFor('video_not_found', (call) =>
      isUuid(call) ? clip() : undefined,
    ),
    'answers 403 for the content of an unknown id': refusedFor('video_not_found', (call) =>
      isUuid(call) ? refusalAnswer(403, 'forbidden') : undefined,
    ),
  },
  'content.malformed': {
    'crashes if an id is not a UUID': refusedFor('video_not_found', (call) =>
      isUuid(call) ? undefined : refusalAnswer(500, 'internal_error'),
    ),
  },
  'get.unknown': {
    'answers 200 with null for an unknown record': answering({ ...RECORD, status: 404 }, (answer, call) =>
      isUuid(call) ? jsonAnswer(200, null) : answer,
    ),
  },
  'get.malformed': {
    'crashes if the id of a get is not a UUID': answering({ ...RECORD, status: 404 }, (answer, call) =>
      isUuid(call) ? answer : refusalAnswer(500, 'internal_error'),
    ),
  },
});

const LENGTHS: readonly Mutant[] = (
  [
    ['image', IN_IMAGE_MODE, 6],
    ['frames', IN_IMAGE_MODE, 8],
    ['frames-long', TWO_IMAGES, 8],
    ['reference', { ...IN_REFERENCE_MODE, reference_video_operation: ABSENT }, 5],
    ['reference-image', { ...IN_REFERENCE_MODE, image_urls: 1 }, 6],
    ['reference-sound', { ...IN_REFERENCE_MODE, image_urls: 0, audio_urls: 1 }, 6],
    ['reference-many', { ...REFERRING, audio: false }, 9],
    ['extend-many', { source_video_ids: 5 }, 7],
    ['extend-large', { ...EXTENDING, resolution: '1080p' }, 7],
    ['extend-tall', { ...EXTENDING, resolution: '720p' }, 4],
    ['image-large', { ...IN_IMAGE_MODE, resolution: '1080p' }, 5],
    ['longest', { duration_seconds: 30 }, 20],
  ] as const satisfies readonly (readonly [string, CreateWhen, number])[]
).map(([name, when, seconds]) =>
  mutant(`content.duration.requested.${name}`, `makes ${seconds} seconds for "${name}"`, {
    tamper: instead(when, { duration_seconds: seconds }),
    ...THOROUGH,
  }),
);

/** Makes 16:9 for some creates, without their sources. */
const flat = (when: CreateWhen): (() => Tampering) =>
  creating((body, call) =>
    matches(when)(body, call)
      ? { ...VALID, duration_seconds: body['duration_seconds'], resolution: body['resolution'] }
      : body,
  );

const TALL: readonly Mutant[] = mutantsWith(THOROUGH, {
  'content.duration.requested.edit-many': { 'makes edits as long as requested': instead(EDITING, EXTENDING) },
  'content.aspect-ratio.extend-tall': { 'extends upright clips in 16:9': flat({ ...EXTENDING, resolution: '720p' }) },
  'content.aspect-ratio.extend-large': { 'extends in 16:9 at 1080p': flat({ ...EXTENDING, resolution: '1080p' }) },
  'content.aspect-ratio.edit-many': { 'uses the ratio of the last source for an edit': flat(EDITING) },
  'content.aspect-ratio.edit': { 'edits in 16:9': flat(EDITING) },
});

const TIERS = ['480p', '720p', '1080p'] as const;
const RATIOS = ['21:9', '16:9', '9:16', '1:1', '4:3', '3:4'] as const;
const ALIKE = { '480p': 0.12, '720p': 0.12, '1080p': 0.12 } as const;

const SHAPES: readonly Mutant[] = TIERS.flatMap((tier) =>
  RATIOS.flatMap((ratio) => {
    const name = `${tier}.${ratio.replace(':', '-')}`;
    const isMeant = ({ resolution = '720p', aspect_ratio: shape = '16:9' }: Fields): boolean =>
      resolution === tier && shape === ratio;
    // The credits for one generation do not suffice for another tier.
    const isPriced = tier === '480p' && ratio === '1:1';
    const how = {
      ...THOROUGH,
      ...(isPriced && { settings: { prices: { withoutSources: ALIKE, withSources: ALIKE } } }),
    };
    const other = { aspect_ratio: ratio === '1:1' ? '16:9' : '1:1', resolution: '480p' };
    return mutantsWith(how, {
      [`content.aspect-ratio.${name}`]: { 'makes another ratio': instead(isMeant, other) },
      [`content.resolution.${name}`]: {
        'makes another tier': instead(isMeant, { resolution: otherTier(tier, ratio) }),
      },
    });
  }),
);

export const CONTENT_MUTANTS: readonly Mutant[] = [...FILE, ...SHAPE, ...REFUSED, ...LENGTHS, ...TALL, ...SHAPES];

/** Returns a tier with another area and another shorter side: 640 pixels are near 720. */
function otherTier(tier: string, ratio: string): string {
  if (tier === '480p') return '720p';
  return ratio === '1:1' && tier === '720p' ? '1080p' : '480p';
}

/** Answers some requests for an unknown id as if there were a clip, or the same clip as before. */
function knowing(status: number, where: Where, range = /^/): () => Tampering {
  return answering({ ...CONTENT, ...where, status: 404 }, (answer, { headers }) =>
    range.test(headers.get('range') ?? '') ? { ...withStatus(answer, status), bytes: new Uint8Array() } : answer,
  );
}

/** Names QuickTime in place of each brand. */
function quickTime(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const clip = Buffer.from(bytes);
  if (clip.toString('latin1', 4, 8) !== 'ftyp') return new Uint8Array(clip);
  return new Uint8Array(clip.fill('qt  ', 8, 12).fill('qt  ', 16, clip.readUInt32BE(0)));
}
