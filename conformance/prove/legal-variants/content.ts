/** Legal servers that send clips in another way than the emulator. */

import { answering, isFine, toHeader, withStatus } from '../tamper/answers.ts';
import { rejecting } from '../tamper/calls.ts';
import { refusalAnswer } from '../tamper/create.ts';
import { indexLast } from '../tamper/index-last.ts';
import { ignoring, misreading, multipart, ranged } from '../tamper/ranges.ts';
import { legalVariants, type LegalVariant } from '../legal-variant.ts';
import { withHeader } from '../server.ts';
import { redirectingToStorage } from './downloads.ts';

const VALIDATORS = ['etag', 'last-modified'];
const CONDITIONS = ['if-none-match', 'if-match', 'if-modified-since', 'if-range'];

export const CONTENT_VARIANTS: readonly LegalVariant[] = legalVariants({
  'ranges-with-a-plus': {
    does: 'reads numbers with a leading plus',
    tamper: misreading(/^bytes=(\+0-9|0-\+9)$/, 0, 9),
    observed: { 'content.range.answer.open': '206' },
  },
  'plain-ranges-only': {
    does: 'ignores suffix and open ranges',
    tamper: ignoring(/^bytes=(-\d+|\d+-)$/),
    observed: { 'content.range.answer.open': '200', 'content.range.answer.suffix': '200' },
  },
  'no-etag': {
    does: 'sends no validators, and ignores conditions',
    tamper: () => async (call, engine) => {
      if (call.operation !== 'content') return engine(call);
      // Without its conditions, a request with If-Range gets the whole clip.
      const unconditional = call.headers.has('if-range') ? ['range', ...CONDITIONS] : CONDITIONS;
      const bare = unconditional.reduce((one, name) => withHeader(one, name, undefined), call);
      return VALIDATORS.reduce((one, name) => withHeader(one, name, undefined), await engine(bare));
    },
    observed: {
      'content.headers.etag': 'absent',
      'content.conditional.if-none-match': 'no validator to send',
    },
  },
  'weak-etag': {
    does: 'has weak tags',
    tamper: () => async (call, engine) => {
      const strong = (call.headers.get('if-none-match') ?? '').replace(/^W\//, '');
      const asked = call.headers.has('if-none-match') ? withHeader(call, 'if-none-match', strong) : call;
      const answer = await engine(asked);
      const etag = answer.headers.get('etag');
      return etag === null ? answer : withHeader(answer, 'etag', `W/${etag}`);
    },
    observed: { 'content.headers.etag': 'weak', 'content.conditional.if-match': '412' },
  },
  'multipart-ranges': {
    does: 'answers several ranges as multipart, with a line break before the first boundary',
    tamper: ranged('bytes=0-9,20-29', (asked) => {
      const several = multipart(asked, [
        [0, 9],
        [20, 29],
      ]);
      return { ...several, bytes: new Uint8Array(Buffer.concat([Buffer.from('\r\n'), several.bytes])) };
    }),
    observed: { 'content.range.answer.several': '206' },
  },
  'no-head': {
    does: 'rejects HEAD',
    tamper: answering({ method: 'HEAD' }, () => withHeader(refusalAnswer(405, 'method_not_allowed'), 'allow', 'GET')),
    observed: { 'content.head.status': '405', 'get.head': '405' },
  },
  'strict-ranges': {
    does: 'answers 400 to an invalid Range',
    tamper: rejecting(
      (call) =>
        call.operation === 'content' && /^bytes=(abc|500-0|1-2-3|0x0-5|)$/.test(call.headers.get('range') ?? ''),
      400,
      'invalid_range',
    ),
    observed: { 'content.range.answer.words': '400', 'content.range.answer.backwards': '400' },
  },
  'chunked-bodies': {
    does: 'announces no lengths: all its bodies are chunked',
    socket: 'title-case',
    tamper: answering('any', toHeader('content-length', undefined)),
    observed: { 'content.headers.content-length': 'absent' },
  },
  'index-at-the-end': {
    does: 'writes the index of a clip after its data',
    tamper: indexLast,
    observed: { 'content.encoding.index': 'behind the data' },
  },
  'quiet-content': {
    does: 'does not announce ranges, and sends the type of a clip with a parameter and in capitals',
    tamper: answering({ operation: 'content', status: isFine }, (answer) => {
      const type = (answer.headers.get('content-type') ?? '').replace('video/mp4', 'Video/MP4; codecs="avc1"');
      return withHeader(withHeader(answer, 'accept-ranges', undefined), 'content-type', type);
    }),
    observed: { 'content.headers.accept-ranges': 'absent' },
  },
  'storage-elsewhere': {
    does: 'redirects downloads to a storage of another origin',
    tamper: redirectingToStorage,
    observed: { 'content.redirect': '307 to another origin' },
  },
  'conflict-when-not-ready': {
    does: 'answers 409 for unfinished content, and 410 for content that never exists',
    tamper: answering({ operation: 'content', status: 404 }, (answer) => {
      const text = new TextDecoder().decode(answer.bytes);
      const isLate = text.includes('"content_not_ready"');
      return isLate || text.includes('"content_unavailable"') ? withStatus(answer, isLate ? 409 : 410) : answer;
    }),
    observed: {
      'content.refusal-status.not-completed': '409 content_not_ready',
      'content.refusal-status.failed': '410 content_unavailable',
    },
  },
});
