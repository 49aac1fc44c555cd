/** Servers that break a promise for the clips of one workflow, tier or length. */

import { ABSENT } from '../../../checks/lib/field.ts';
import { mutants, type Mutant } from '../../mutant.ts';
import { before, fieldsOf, withHeader, type Answer, type Call, type Tampering } from '../../server.ts';
import { answering, isFine, toHeader } from '../../tamper/answers.ts';
import { CLIP_HEAD, dropping, isAccepted, rejecting, serving } from '../../tamper/calls.ts';
import {
  EDITING,
  EXTENDING,
  TWO_IMAGES,
  instead,
  listOf,
  longerThan,
  ONE_IMAGE,
  PRESENT,
  REFERRING,
  IN_REFERENCE_MODE,
  refusalAnswer,
  type CreateWhen,
} from '../../tamper/create.ts';
import { isBeyond, isPart, partOf, ranged, shifted } from '../../tamper/ranges.ts';
import { remuxed } from '../../tamper/remux.ts';
import { atSpeed, oneShort, tracked } from '../../tamper/tracks.ts';

const REFERENCE = { ...IN_REFERENCE_MODE, reference_video_operation: ABSENT, source_video_ids: PRESENT };
const MANY = { ...EXTENDING, source_video_ids: 5 };
const BARE = { aspect_ratio: ABSENT, mode: ABSENT, resolution: ABSENT };
const LARGEST = { resolution: '1080p' };
const SILENT = { audio: false };
const NARROW = { aspect_ratio: '3:4' };
/** Changes the clips of some creates, if they are sent whole. */
const clipping = (when: CreateWhen, change: (answer: Answer) => Answer): (() => Tampering) =>
  serving(when, answering({ method: 'GET', status: 200 }, change));
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
/** A tampering that shows only in the clip of another check. */
const shownBy = (clip: string, tamper: () => Tampering) => ({
  tamper,
  selection: { thorough: true, only: [`content.duration.requested.${clip}`] },
});

const CLIPS: readonly Mutant[] = mutants({
  'content.every-clip.file': {
    'leaves out the end of an edit': clipping(EDITING, cut),
    'loses the middle of a clip from an image': clipping(ONE_IMAGE, withoutMiddle),
    'leaves out the end of a clip from references': clipping(REFERENCE, cut),
  },
  'content.every-clip.frame-rate': {
    'makes 25 frames per second between two images': clipping(TWO_IMAGES, tracked('vide', atSpeed(25 / 24))),
    'extends at 30 frames per second': clipping(EXTENDING, tracked('vide', atSpeed(30 / 24))),
    'makes 30 frames per second at 1080p': clipping(LARGEST, tracked('vide', atSpeed(30 / 24))),
  },
  'content.every-clip.bounds': {
    'makes the clip of a minimal create a frame short': clipping(BARE, tracked('vide', oneShort)),
    'makes edits a frame short': clipping(EDITING, tracked('vide', oneShort)),
  },
  'content.every-clip.length': {
    'makes five seconds between two images': instead(TWO_IMAGES, { duration_seconds: 5 }),
    'makes nine seconds from references': instead(REFERENCE, { duration_seconds: 9 }),
    'makes a reference as long as its source video': instead(REFERENCE, { duration_seconds: 4 }),
    'makes an edit two seconds longer than its source': instead(EDITING, { ...EXTENDING, duration_seconds: 6 }),
    'makes a second more at 1080p': instead(LARGEST, { duration_seconds: 5 }),
    'makes at most eight seconds from an image': instead([ONE_IMAGE, longerThan(8)], { duration_seconds: 8 }),
    'makes no more than 15 seconds': shownBy('longest', instead(longerThan(15), { duration_seconds: 15 })),
    'extends many clips by the length of the first of them': shownBy(
      'extend-many',
      instead(MANY, { duration_seconds: 4 }),
    ),
  },
  'content.every-clip.sound': {
    'makes no sound for one image': instead(ONE_IMAGE, { audio: false }),
    'makes no sound for reference sounds': instead(REFERENCE, { audio: false }),
    'makes no sound at 1080p': instead(LARGEST, { audio: false }),
    'loses the sound of an edit': shownBy('edit-many', instead(EDITING, { audio: false })),
    'continues the sound of a long source in its extension': shownBy(
      'extend-many',
      clipping(MANY, tracked('soun', atSpeed(1 / 2))),
    ),
  },
  'content.every-clip.heard': {
    'writes a track of silence for every clip': before(remuxed({ silence: 'aac' }), instead({}, { audio: false })),
  },
  'content.every-clip.silence': {
    'always makes sound between two images': instead(TWO_IMAGES, { audio: true }),
    'keeps the sound of the source of an edit': instead(EDITING, { audio: true }),
    'always makes sound for an extension': instead(EXTENDING, { audio: true }),
    'always makes sound for clips of 3:4': instead(NARROW, { audio: true }),
    'always makes sound for references': shownBy('reference-many', instead(REFERRING, { audio: true })),
  },
  'content.every-clip.tier': {
    'animates images at 720p': instead(ONE_IMAGE, { resolution: '720p' }),
    'makes 720p from references': instead(REFERENCE, { resolution: '720p' }),
    'makes 480p by default': instead(BARE, { resolution: '480p' }),
    'makes 720p for 1080p': instead(LARGEST, { resolution: '720p' }),
    'extends many clips at 720p': shownBy('extend-many', instead(MANY, { resolution: '720p' })),
  },
  'content.every-clip.shape': {
    'makes 16:9 for 3:4': instead(NARROW, { aspect_ratio: '16:9' }),
    'makes no squares': instead({ aspect_ratio: '1:1' }, { aspect_ratio: '16:9' }),
    'makes squares at 720p': instead(BARE, { aspect_ratio: '1:1' }),
    'makes upright clips from references': instead(REFERENCE, { aspect_ratio: '9:16' }),
    'makes 16:9 for every ratio at 1080p': instead(LARGEST, { aspect_ratio: '16:9' }),
  },
  'state.terminal.content': {
    // This mutant comes first, because it shows without generations of another check.
    'drops a clip after the third poll of its record': losing(losingPolled),
    'drops the source video of an edit': losing(losingSources),
    'keeps the last three clips': losing(losingAllButThree),
  },
});

const PARTS: readonly Mutant[] = mutants({
  'content.every-clip.part.status': {
    'ignores Range for edits': serving(EDITING, deaf('range')),
    'ignores Range for clips of reference mode': serving(IN_REFERENCE_MODE, deaf('range')),
    'ignores Range for clips between two images': serving(TWO_IMAGES, deaf('range')),
    'ignores Range for clips without sound': serving(SILENT, deaf('range')),
    'ignores Range for clips at 720p': serving({ resolution: ABSENT, mode: ABSENT }, deaf('range')),
    'ignores Range for clips of more than 4 s': serving(longerThan(4), deaf('range')),
  },
  'content.every-clip.part.bytes': {
    'starts a byte late in the middle of extensions': serving(
      EXTENDING,
      shifted((asked) => asked.start > 5000 && isPart(asked), 1, 1),
    ),
    'counts an open range of an upright clip from its start': serving(
      { aspect_ratio: '9:16' },
      ranged(/-$/, (asked) => partOf(asked, [0, 199], [asked.size - 200, asked.size - 1])),
    ),
  },
  'content.every-clip.type': {
    'declares edits as another kind of video': serving(EDITING, headed(isFine, 'content-type', 'video/webm')),
    'declares parts of clips between two images as bytes': serving(
      TWO_IMAGES,
      headed(206, 'content-type', 'application/octet-stream'),
    ),
  },
  'content.every-clip.part.headers': {
    'leaves Content-Range out of a part of an edit': serving(EDITING, headed(206, 'content-range')),
    'sends the length of the part as the size of a silent clip': serving(
      SILENT,
      ranged(isPart, ({ part }) =>
        withHeader(part, 'content-range', `${String(part.headers.get('content-range')).split('/')[0]}/200`),
      ),
    ),
    'leaves the tag out of parts of an extension': serving(EXTENDING, headed(206, 'etag')),
    'leaves Accept-Ranges out of the parts of an edit': serving(EDITING, headed(206, 'accept-ranges', 'none')),
    'leaves Cache-Control out of the parts of a silent clip': serving(SILENT, headed(206, 'cache-control')),
  },
  'content.every-clip.part.beyond': {
    'sends the last byte for a range beyond an edit': serving(
      EDITING,
      ranged(isBeyond, (asked) => partOf(asked, [asked.size - 1, asked.size - 1])),
    ),
    'sends a wrong size with a range beyond an extension': serving(
      EXTENDING,
      headed(416, 'content-range', 'bytes */17'),
    ),
  },
  'content.every-clip.whole': {
    'has lost the clips of 3:4': serving(NARROW, rejecting({ method: 'GET', lacks: 'range' }, 404, 'content_gone')),
  },
  'content.every-clip.conditions': {
    'ignores If-None-Match for edits': serving(EDITING, deaf('if-none-match')),
    'ignores If-Match for clips from one image': serving(ONE_IMAGE, deaf('if-match')),
    'ignores If-Unmodified-Since for extensions': serving(EXTENDING, deaf('if-unmodified-since')),
  },
  'content.every-clip.of-head': {
    'does not support HEAD for edits': serving(EDITING, rejecting({ method: 'HEAD' }, 404, 'video_not_found')),
    'announces a length of 0 in a HEAD of a silent clip': serving(SILENT, heading('content-length', '0')),
    'announces JSON in a HEAD of an extension': serving(EXTENDING, heading('content-type', 'application/json')),
  },
  'content.digest.every': {
    'sends a wrong digest with edits': {
      tamper: serving(EDITING, headed(isFine, 'content-digest', `sha-256=:${'A'.repeat(43)}=:`)),
      keeper: { tamper: serving(EDITING, headed(isFine, 'content-digest', 'md5=:AAAA:')) },
    },
  },
});

export const EVERY_CLIP_MUTANTS: readonly Mutant[] = [...CLIPS, ...PARTS];

function deaf(name: string): () => Tampering {
  return dropping('any', name);
}

function headed(status: number | ((status: number) => boolean), name: string, value?: string): () => Tampering {
  return answering({ status }, toHeader(name, value));
}

function heading(name: string, value: string): () => Tampering {
  return answering(CLIP_HEAD, toHeader(name, value));
}

/** Answers 404 for some clips. The test sees each exchange before. */
function losing(make: () => (call: Call, answer: Answer) => boolean): () => Tampering {
  return () => {
    const isGone = make();
    return async (call, engine) => {
      const answer = await engine(call);
      return isGone(call, answer) && call.operation === 'content' && answer.status < 300
        ? refusalAnswer(404, 'content_gone')
        : answer;
    };
  };
}

function losingPolled(): (call: Call, answer: Answer) => boolean {
  const polls = new Map<string, number>();
  return ({ operation, id }, answer) => {
    const seen = polls.get(id) ?? 0;
    if (operation === 'get' && fieldsOf(answer)['status'] === 'completed') polls.set(id, seen + 1);
    return seen > 3;
  };
}

function losingAllButThree(): (call: Call, answer: Answer) => boolean {
  const made: string[] = [];
  return (call, answer) => {
    if (isAccepted(call, answer)) made.push(String(fieldsOf(answer)['id']));
    return made.length > 10 && made.includes(call.id) && made.indexOf(call.id) < made.length - 3;
  };
}

/** Drops the source of an edit before the last generation of a run. */
function losingSources(): (call: Call, answer: Answer) => boolean {
  const sources = new Set<unknown>();
  let creates = 0;
  return (call, answer) => {
    if (isAccepted(call, answer)) {
      creates += 1;
      if (call.json['reference_video_operation'] === 'edit') sources.add(listOf(call.json, 'source_video_ids')[0]);
    }
    return creates > 11 && sources.has(call.id);
  };
}
