/** Servers that break a promise in one workflow, tier or length, and servers whose final states do not last. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { recording } from '../../tamper/answers.ts';
import { creating } from '../../tamper/create-change.ts';
import { listOf, refusalAnswer } from '../../tamper/create.ts';
import { remuxed } from '../../tamper/remux.ts';
import { atSpeed, oneShort, tracked } from '../../tamper/tracks.ts';
import { fieldsOf, withHeader, type Answer, type Tampering } from '../../server.ts';

type Test = (body: Fields) => boolean;

const isFrames: Test = (body) => body['mode'] === 'image-to-video' && listOf(body, 'image_urls').length === 2;
const isImage: Test = (body) => body['mode'] === 'image-to-video' && listOf(body, 'image_urls').length === 1;
const isReference: Test = (body) =>
  body['mode'] === 'reference-to-video' && !('reference_video_operation' in body) && 'source_video_ids' in body;
const operating =
  (operation: string, sources?: number): Test =>
  (body) =>
    body['reference_video_operation'] === operation &&
    (sources === undefined || listOf(body, 'source_video_ids').length === sources);
const isBare: Test = (body) => !('aspect_ratio' in body) && !('mode' in body) && !('resolution' in body);
/** Replaces some fields of some creates. */
const instead = (when: Test, more: Fields): (() => Tampering) =>
  creating((body) => (when(body) ? { ...body, ...more } : body));
/** Changes the clips of some creates, if they are sent whole. */
const clipping =
  (when: Test, change: (answer: Answer) => Answer): (() => Tampering) =>
  () => {
    const meant = new Set<string>();
    return async (call, engine) => {
      const answer = await engine(call);
      if (call.operation === 'create' && answer.status === 202 && when(call.json))
        meant.add(String(fieldsOf(answer)['id']));
      const isMeant = call.operation === 'content' && answer.status === 200 && meant.has(call.id);
      return isMeant && call.method === 'GET' ? change(answer) : answer;
    };
  };
const cut = (answer: Answer): Answer => ({
  ...withHeader(answer, 'content-length', undefined),
  bytes: answer.bytes.slice(0, answer.bytes.length - 5000),
});

/** Zeroes the middle of a clip, like a file that lost one of its parts. */
const withoutMiddle = (answer: Answer): Answer => {
  const bytes = answer.bytes.slice();
  bytes.fill(0, bytes.length / 3, (bytes.length * 2) / 3);
  return { ...answer, bytes };
};

const isLargest: Test = (body) => body['resolution'] === '1080p';

/** Servers that break a promise at their largest tier only. */
const LARGEST: readonly Mutant[] = [
  also(['content.every-clip.sound', 'largest'], 'makes no sound at 1080p', {
    tamper: instead(isLargest, { audio: false }),
  }),
  also(['content.every-clip.length', 'largest'], 'makes a second more at 1080p', {
    tamper: instead(isLargest, { duration_seconds: 5 }),
  }),
  also(['content.every-clip.tier', 'largest'], 'makes 720p for 1080p', {
    tamper: instead(isLargest, { resolution: '720p' }),
  }),
  also(['content.every-clip.shape', 'largest'], 'makes 16:9 for every ratio at 1080p', {
    tamper: instead(isLargest, { aspect_ratio: '16:9' }),
  }),
  also(['content.every-clip.frame-rate', 'largest'], 'makes 30 frames per second at 1080p', {
    tamper: clipping(isLargest, tracked('vide', atSpeed(30 / 24))),
  }),
];

const CLIPS: readonly Mutant[] = [
  also(['content.every-clip.file', 'edit'], 'leaves out the end of an edit', {
    tamper: clipping(operating('edit'), cut),
  }),
  also(['content.every-clip.file', 'image'], 'loses the middle of a clip from an image', {
    tamper: clipping(isImage, withoutMiddle),
  }),
  also(['content.every-clip.file', 'reference'], 'leaves out the end of a clip from references', {
    tamper: clipping(isReference, cut),
  }),
  also(['content.every-clip.frame-rate', 'frames'], 'makes 25 frames per second between two images', {
    tamper: clipping(isFrames, tracked('vide', atSpeed(25 / 24))),
  }),
  also(['content.every-clip.frame-rate', 'extend'], 'extends at 30 frames per second', {
    tamper: clipping(operating('extend'), tracked('vide', atSpeed(30 / 24))),
  }),
  also(['content.every-clip.bounds', 'default'], 'makes the clip of a minimal create a frame short', {
    tamper: clipping(isBare, tracked('vide', oneShort)),
  }),
  also(['content.every-clip.bounds', 'edit'], 'makes edits a frame short', {
    tamper: clipping(operating('edit'), tracked('vide', oneShort)),
  }),
  also(['content.every-clip.length', 'frames'], 'makes five seconds between two images', {
    tamper: instead(isFrames, { duration_seconds: 5 }),
  }),
  also(['content.every-clip.length', 'reference'], 'makes nine seconds from references', {
    tamper: instead(isReference, { duration_seconds: 9 }),
  }),
  also(['content.every-clip.length', 'many'], 'extends many clips by the length of the first of them', {
    tamper: instead(operating('extend', 5), { duration_seconds: 4 }),
    selection: { thorough: true, only: ['content.every-clip.length', 'content.duration.requested.extend-many'] },
  }),
  also(['content.every-clip.length', 'edit'], 'makes an edit two seconds longer than its source', {
    tamper: instead(operating('edit'), { reference_video_operation: 'extend', duration_seconds: 6 }),
  }),
  also(['content.every-clip.sound', 'image'], 'makes no sound for one image', {
    tamper: instead(isImage, { audio: false }),
  }),
  mutant('content.every-clip.heard', 'writes a track of silence for every clip', { tamper: silenced }),
  also(['content.every-clip.silence', 'frames'], 'always makes sound between two images', {
    tamper: instead(isFrames, { audio: true }),
  }),
  also(['content.every-clip.silence', 'edit'], 'keeps the sound of the source of an edit', {
    tamper: instead(operating('edit'), { audio: true }),
  }),
  also(['content.every-clip.silence', 'extend'], 'always makes sound for an extension', {
    tamper: instead(operating('extend'), { audio: true }),
  }),
  also(['content.every-clip.silence', 'reference'], 'always makes sound for references', {
    tamper: instead(operating('reference'), { audio: true }),
    selection: { thorough: true, only: ['content.every-clip.silence', 'content.duration.requested.reference-many'] },
  }),
  also(['content.every-clip.sound', 'edit'], 'loses the sound of an edit', {
    tamper: instead(operating('edit'), { audio: false }),
    selection: { thorough: true, only: ['content.every-clip.sound', 'content.duration.requested.edit-many'] },
  }),
  also(['content.every-clip.sound', 'reference'], 'makes no sound for reference sounds', {
    tamper: instead(isReference, { audio: false }),
  }),
  also(['content.every-clip.sound', 'many'], 'continues the sound of a long source in its extension', {
    tamper: clipping(operating('extend', 5), tracked('soun', atSpeed(1 / 2))),
    selection: { thorough: true, only: ['content.every-clip.sound', 'content.duration.requested.extend-many'] },
  }),
  also(['content.every-clip.silence', 'narrow'], 'always makes sound for clips of 3:4', {
    tamper: instead((body) => body['aspect_ratio'] === '3:4', { audio: true }),
  }),
  also(['content.every-clip.tier', 'image'], 'animates images at 720p', {
    tamper: instead(isImage, { resolution: '720p' }),
  }),
  also(['content.every-clip.tier', 'reference'], 'makes 720p from references', {
    tamper: instead(isReference, { resolution: '720p' }),
  }),
  also(['content.every-clip.tier', 'many'], 'extends many clips at 720p', {
    tamper: instead(operating('extend', 5), { resolution: '720p' }),
    selection: { thorough: true, only: ['content.every-clip.tier', 'content.duration.requested.extend-many'] },
  }),
  also(['content.every-clip.tier', 'default'], 'makes 480p by default', {
    tamper: instead(isBare, { resolution: '480p' }),
  }),
  ...LARGEST,
  also(['content.every-clip.length', 'source'], 'makes a reference as long as its source video', {
    tamper: instead(isReference, { duration_seconds: 4 }),
  }),
  also(['content.every-clip.length', 'most'], 'makes no more than 15 seconds', {
    tamper: instead((body) => Number(body['duration_seconds']) > 15, { duration_seconds: 15 }),
    selection: { thorough: true, only: ['content.every-clip.length', 'content.duration.requested.longest'] },
  }),
  also(['content.every-clip.shape', 'narrow'], 'makes 16:9 for 3:4', {
    tamper: instead((body) => body['aspect_ratio'] === '3:4', { aspect_ratio: '16:9' }),
  }),
  also(['content.every-clip.length', 'cap'], 'makes at most eight seconds from an image', {
    tamper: instead((body) => isImage(body) && Number(body['duration_seconds']) > 8, { duration_seconds: 8 }),
  }),
  also(['content.every-clip.shape', 'square'], 'makes no squares', {
    tamper: instead((body) => body['aspect_ratio'] === '1:1', { aspect_ratio: '16:9' }),
  }),
  also(['content.every-clip.shape', 'tier'], 'makes squares at 720p', {
    tamper: instead(isBare, { aspect_ratio: '1:1' }),
  }),
  also(['content.every-clip.shape', 'references'], 'makes upright clips from references', {
    tamper: instead(isReference, { aspect_ratio: '9:16' }),
  }),
];

const ENDS: readonly Mutant[] = [
  // This mutant comes first, because it shows without generations of another check.
  also(['state.terminal.content', 'looked-at'], 'drops a clip after the third poll of its record', {
    tamper: droppingLookedAt,
  }),
  also(['state.terminal.content', 'source'], 'drops the source video of an edit', { tamper: droppingSources }),
  also(['state.terminal.content', 'few'], 'keeps the last three clips', { tamper: keepingFew }),
  also(['state.terminal', 'tenth-look'], 'shows `running` again at the tenth poll', {
    tamper: takingBack(10),
  }),
  also(['state.terminal', 'failed-late'], 'shows a completed edit as failed after later creates', {
    tamper: failingEdits,
    // Another check makes the edits.
    selection: { only: ['state.terminal', 'billing.source-seconds.edit'] },
  }),
  also(['state.terminal', 'url-gone'], 'drops the URL of a clip after a few polls', {
    tamper: looking((record, looks) => (looks > 6 ? { ...record, output: null } : record)),
  }),
  also(['record.cost-usd.reserved', 'late'], 'adds a fee to the cost after the sixth poll', {
    tamper: looking((record, looks) =>
      looks > 6 ? { ...record, cost_usd: Number(record['cost_usd']) + 0.01 } : record,
    ),
  }),
];

export const EVERY_CLIP_MUTANTS: readonly Mutant[] = [...CLIPS, ...ENDS];

/** Changes a completed record by the number of its polls. */
function looking(change: (record: Fields, looks: number) => Fields): () => Tampering {
  return () => {
    const looks = new Map<unknown, number>();
    return recording((record, { operation }) => {
      if (operation !== 'get' || record['status'] !== 'completed') return record;
      const count = (looks.get(record['id']) ?? 0) + 1;
      looks.set(record['id'], count);
      return change(record, count);
    })();
  };
}

function takingBack(look: number): () => Tampering {
  return looking((record, looks) => (looks >= look ? { ...record, status: 'running', output: undefined } : record));
}

function keepingFew(): Tampering {
  const made: string[] = [];
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'create' && answer.status === 202) made.push(String(fieldsOf(answer)['id']));
    const isGone = made.length > 10 && made.includes(call.id) && made.indexOf(call.id) < made.length - 3;
    return call.operation === 'content' && answer.status < 300 && isGone ? refusalAnswer(404, 'content_gone') : answer;
  };
}

function droppingLookedAt(): Tampering {
  const looks = new Map<string, number>();
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'get' && fieldsOf(answer)['status'] === 'completed')
      looks.set(call.id, (looks.get(call.id) ?? 0) + 1);
    const isGone = call.operation === 'content' && (looks.get(call.id) ?? 0) > 3;
    return isGone && answer.status < 300 ? refusalAnswer(404, 'content_gone') : answer;
  };
}

/** Makes each clip without sound, and adds a silent track. */
function silenced(): Tampering {
  const [soundless, withTrack] = [instead(() => true, { audio: false })(), remuxed({ silence: 'aac' })()];
  return (call, engine) => withTrack(call, (next) => soundless(next, engine));
}

/** Drops the source of an edit before the last generation of a run. */
function droppingSources(): Tampering {
  const sources = new Set<unknown>();
  let creates = 0;
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'create' && answer.status === 202) {
      creates += 1;
      if (operating('edit')(call.json)) sources.add(listOf(call.json, 'source_video_ids')[0]);
    }
    const isGone = creates > 11 && sources.has(call.id) && call.operation === 'content';
    return isGone && answer.status < 300 ? refusalAnswer(404, 'content_gone') : answer;
  };
}

function failingEdits(): Tampering {
  const edits = new Set<unknown>();
  const looks = new Map<unknown, number>();
  const failed = recording((record, { operation }) => {
    if (operation !== 'get' || !edits.has(record['id']) || record['status'] !== 'completed') return record;
    const count = (looks.get(record['id']) ?? 0) + 1;
    looks.set(record['id'], count);
    const error = { code: 'output_rejected', message: 'It did not pass a later review.' };
    return count > 2 ? { ...record, status: 'failed', output: undefined, error } : record;
  })();
  return async (call, engine) => {
    const answer = await failed(call, engine);
    if (call.operation === 'create' && answer.status === 202 && operating('edit')(call.json))
      edits.add(fieldsOf(answer)['id']);
    return answer;
  };
}
