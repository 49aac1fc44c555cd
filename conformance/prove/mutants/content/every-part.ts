/** Servers that serve the clips of one workflow, tier or length by code of their own. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { answering, withStatus } from '../../tamper/answers.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { parting, partOf } from '../../tamper/ranges.ts';
import { imagesOf, inImageMode, inReferenceMode, operates, type Test } from '../../tamper/workflow.ts';
import { fieldsOf, withHeader, type Answer, type Call, type Engine, type Tampering } from '../../server.ts';

const isSilent: Test = (body) => body['audio'] === false;
const isUpright: Test = (body) => body['aspect_ratio'] === '9:16';
const isBare: Test = (body) => !('resolution' in body) && !('mode' in body);
const isLonger: Test = (body) => Number(body['duration_seconds']) > 4;
const isFrames: Test = (body) => inImageMode(body) && imagesOf(body) === 2;

type Serve = (call: Call, engine: Engine) => Promise<Answer>;

/** Changes the content of some creates. */
const serving =
  (when: (body: Fields) => boolean, serve: () => Serve): (() => Tampering) =>
  () => {
    const meant = new Set<string>();
    const own = serve();
    return async (call, engine) => {
      if (call.operation === 'content' && meant.has(call.id)) return own(call, engine);
      const answer = await engine(call);
      if (call.operation === 'create' && answer.status === 202 && when(call.json))
        meant.add(String(fieldsOf(answer)['id']));
      return answer;
    };
  };
/** Ignores a header of some requests for a clip. */
const deaf =
  (...names: readonly string[]): (() => Serve) =>
  () =>
  (call, engine) =>
    engine(names.reduce((one, name) => withHeader(one, name, undefined), call));
const headed =
  (name: string, value: string | undefined, when: (answer: Answer, call: Call) => boolean): (() => Serve) =>
  () =>
  async (call, engine) => {
    const answer = await engine(call);
    return when(answer, call) ? withHeader(answer, name, value) : answer;
  };
const isPart = ({ status }: Answer): boolean => status === 206;
const isClip = ({ status }: Answer): boolean => status === 200 || status === 206;
const isHead = (_: Answer, { method }: Call): boolean => method === 'HEAD';

const STATUS: readonly Mutant[] = [
  ['edit', 'edits', operates('edit')],
  ['reference', 'clips of reference mode', inReferenceMode],
  ['frames', 'clips between two images', isFrames],
  ['silent', 'clips without sound', isSilent],
  ['default', 'clips at 720p', isBare],
  ['longer', 'clips of more than 4 s', isLonger],
].map(([name, what, when]) =>
  also(['content.every-clip.part.status', String(name)], `ignores Range for ${String(what)}`, {
    tamper: serving(when as Test, deaf('range')),
  }),
);

const PARTS: readonly Mutant[] = [
  also(['content.every-clip.part.bytes', 'extend'], 'starts a byte late in the middle of extensions', {
    tamper: serving(operates('extend'), () =>
      parting((asked) =>
        asked.start > 5000 && asked.part.status === 206
          ? partOf(asked, [asked.start + 1, asked.end + 1], [asked.start, asked.end])
          : undefined,
      )(),
    ),
  }),
  also(['content.every-clip.part.bytes', 'open'], 'counts an open range of an upright clip from its start', {
    tamper: serving(isUpright, () =>
      parting((asked) =>
        asked.range.endsWith('-') ? partOf(asked, [0, 199], [asked.size - 200, asked.size - 1]) : undefined,
      )(),
    ),
  }),
  also(['content.every-clip.type', 'edit'], 'declares edits as another kind of video', {
    tamper: serving(operates('edit'), headed('content-type', 'video/webm', isClip)),
  }),
  also(['content.every-clip.type', 'part'], 'declares parts of clips between two images as bytes', {
    tamper: serving(isFrames, headed('content-type', 'application/octet-stream', isPart)),
  }),
  also(['content.every-clip.part.headers', 'range'], 'leaves Content-Range out of a part of an edit', {
    tamper: serving(operates('edit'), headed('content-range', undefined, isPart)),
  }),
  also(['content.every-clip.part.headers', 'total'], 'sends the length of the part as the size of a silent clip', {
    tamper: serving(isSilent, () =>
      parting(({ part }) =>
        part.status === 206
          ? withHeader(part, 'content-range', `${String(part.headers.get('content-range')).split('/')[0]}/200`)
          : undefined,
      )(),
    ),
  }),
  also(['content.every-clip.part.headers', 'tag'], 'leaves the tag out of parts of an extension', {
    tamper: serving(operates('extend'), headed('etag', undefined, isPart)),
  }),
  also(['content.every-clip.part.headers', 'none'], 'leaves Accept-Ranges out of the parts of an edit', {
    tamper: serving(operates('edit'), headed('accept-ranges', 'none', isPart)),
  }),
  also(['content.every-clip.part.headers', 'caches'], 'leaves Cache-Control out of the parts of a silent clip', {
    tamper: serving(isSilent, headed('cache-control', undefined, isPart)),
  }),
  also(['content.every-clip.part.beyond', 'part'], 'sends the last byte for a range beyond an edit', {
    tamper: serving(operates('edit'), () =>
      parting((asked) => (asked.part.status === 416 ? partOf(asked, [asked.size - 1, asked.size - 1]) : undefined))(),
    ),
  }),
  also(['content.every-clip.part.beyond', 'size'], 'sends a wrong size with a range beyond an extension', {
    tamper: serving(
      operates('extend'),
      headed('content-range', 'bytes */17', ({ status }) => status === 416),
    ),
  }),
  also(['content.every-clip.whole', 'watched'], 'has lost the clips of 3:4', {
    tamper: serving(
      (body) => body['aspect_ratio'] === '3:4',
      () => async (call, engine) =>
        call.method === 'GET' && !call.headers.has('range') ? refusalAnswer(404, 'content_gone') : engine(call),
    ),
  }),
  also(['content.every-clip.conditions', 'none'], 'ignores If-None-Match for edits', {
    tamper: serving(operates('edit'), deaf('if-none-match')),
  }),
  also(['content.every-clip.conditions', 'match'], 'ignores If-Match for clips from one image', {
    tamper: serving((body) => inImageMode(body) && imagesOf(body) === 1, deaf('if-match')),
  }),
  also(['content.every-clip.conditions', 'dates'], 'ignores If-Unmodified-Since for extensions', {
    tamper: serving(operates('extend'), deaf('if-unmodified-since')),
  }),
  also(['content.every-clip.of-head', 'status'], 'does not support HEAD for edits', {
    tamper: serving(
      operates('edit'),
      () => async (call, engine) => (call.method === 'HEAD' ? refusalAnswer(404, 'video_not_found') : engine(call)),
    ),
  }),
  also(['content.every-clip.of-head', 'length'], 'announces a length of 0 in a HEAD of a silent clip', {
    tamper: serving(isSilent, headed('content-length', '0', isHead)),
  }),
  also(['content.every-clip.of-head', 'type'], 'announces JSON in a HEAD of an extension', {
    tamper: serving(operates('extend'), headed('content-type', 'application/json', isHead)),
  }),
];

const WHOLE: readonly Mutant[] = [
  also(['content.answer.video.whole', 'open'], 'answers 200 with the part to an open range', {
    tamper: parting(({ range, part }) =>
      range.endsWith('-') && part.status === 206 ? { ...part, status: 200 } : undefined,
    ),
  }),
  also(['content.answer.video.whole', 'suffix'], 'answers 200 with the part to a suffix', {
    tamper: parting(({ range, part }) =>
      range.startsWith('bytes=-') && part.status === 206 ? { ...part, status: 200 } : undefined,
    ),
  }),
  also(['content.range.beyond.size.right', 'range'], 'sends a range of the clip with a 416', {
    tamper: parting(({ part, size }) =>
      part.status === 416 ? withHeader(part, 'content-range', `bytes 0-0/${size}`) : undefined,
    ),
  }),
  also(['content.range.beyond.size.right', 'stars'], 'sends neither range nor size with a 416', {
    tamper: parting(({ part }) => (part.status === 416 ? withHeader(part, 'content-range', 'bytes */*') : undefined)),
  }),
  also(['content.digest', 'short'], 'sends a Content-Digest of three bytes', {
    tamper: answering('content', (answer) =>
      isClip(answer) ? withHeader(answer, 'content-digest', 'sha-256=:AAAA:') : answer,
    ),
  }),
  also(['content.digest.every', 'edit'], 'sends a wrong digest with edits', {
    tamper: serving(operates('edit'), headed('content-digest', `sha-256=:${'A'.repeat(43)}=:`, isClip)),
    keeper: { tamper: serving(operates('edit'), headed('content-digest', 'md5=:AAAA:', isClip)) },
  }),
  mutant('http.last-modified.past', 'sends the expiry date of a clip as Last-Modified', {
    tamper: answering('content', (answer) =>
      isClip(answer) ? withHeader(answer, 'last-modified', new Date(Date.now() + 86_400_000).toUTCString()) : answer,
    ),
  }),
];

/** Answers some requests for an unknown id as if there were a clip, or the same clip as before. */
const knowing = (status: number, when: (call: Call) => boolean): (() => Tampering) =>
  answering('content', (answer, call) =>
    answer.status === 404 && when(call) ? { ...withStatus(answer, status), bytes: new Uint8Array() } : answer,
  );

const FAILED: readonly Mutant[] = [
  also(['content.failed.however', 'head'], 'answers 200 to a HEAD of any content', {
    tamper: knowing(200, ({ method }) => method === 'HEAD'),
  }),
  also(['content.failed.however', 'condition'], 'answers 304 to every condition', {
    tamper: knowing(304, ({ headers }) => headers.has('if-none-match')),
  }),
  also(['content.failed.however', 'open'], 'sends an empty body for an open range of an unknown id', {
    tamper: knowing(206, ({ headers }) => headers.get('range')?.endsWith('-') === true),
  }),
];

export const EVERY_PART_MUTANTS: readonly Mutant[] = [...STATUS, ...PARTS, ...WHOLE, ...FAILED];
