/** GET /v1/videos/{id}/content: the clip, whole or in part. */

import type { Entry } from './requirement.ts';

export const CONTENT = [
  {
    id: 'content.answer.status',
    level: 'must',
    text: 'The content of a completed generation answers 200 when no `Range` is sent.',
  },
  { id: 'content.answer.type', level: 'must', text: 'Content is declared as `video/mp4`.' },
  { id: 'content.answer.video', level: 'must', text: 'Content is an MP4 file with a video in it.' },
  {
    id: 'content.range.status',
    level: 'must',
    text: 'A `Range` of the form `bytes=<start>-<end>` within the clip answers 206.',
  },
  {
    id: 'content.range.type',
    level: 'must',
    text: 'A part is declared as `video/mp4` too.',
  },
  {
    id: 'content.range.bytes',
    level: 'must',
    text: 'The 206 has the bytes of the clip from start to end, both included.',
  },
  {
    id: 'content.range.resume',
    level: 'must',
    text: 'Parts put together give the clip, so that an interrupted download can go on and a player can seek.',
  },
  {
    id: 'content.unknown',
    level: 'must',
    also: ['errors'],
    text: 'The content of an id that never existed answers 404.',
  },
  {
    id: 'content.not-completed',
    level: 'must',
    text: 'The content of a generation that is pending or running is refused.',
  },
  { id: 'content.failed', level: 'must', text: 'The content of a failed generation is refused.' },
  { id: 'content.foreign', level: 'must', text: 'The content of a generation of another account is refused.' },
  { id: 'content.malformed', level: 'must', text: 'A content request with an id that is not a UUID is refused.' },
  {
    id: 'content.refusal-status',
    level: 'silent',
    text: 'With which status content is refused that is not there yet, never will be, or is not for this account.',
    default:
      'With 404. The code tells `content_not_ready` from `content_unavailable`; a foreign or malformed id is answered like an unknown one.',
    settings: ['errors'],
  },
  {
    id: 'content.range.open',
    level: 'silent',
    text: 'Whether a range may leave out its end or its start (`bytes=500-`, `bytes=-500`).',
    default: 'It may: the rest from 500 on, or the last 500 bytes. With the setting the whole clip comes.',
    settings: ['ranges'],
  },
  {
    id: 'content.range.clamp',
    level: 'silent',
    text: 'How a range that ends beyond the clip is answered.',
    default: 'It ends with the clip.',
  },
  {
    id: 'content.range.beyond',
    level: 'silent',
    text: 'How a range that starts beyond the clip is answered.',
    default: '416, with the size in `Content-Range: bytes */<size>`.',
  },
  {
    id: 'content.range.several',
    level: 'silent',
    text: 'How several ranges at once are answered.',
    default: 'They are ignored: 200 with the whole clip.',
  },
  {
    id: 'content.range.malformed',
    level: 'silent',
    text: 'How an invalid `Range` is answered.',
    default: 'It is ignored: 200 with the whole clip.',
  },
  {
    id: 'content.encoding',
    level: 'silent',
    text: 'How picture and sound are encoded inside the MP4.',
    default:
      'H.264 (yuv420p, BT.709) and AAC (48 kHz, stereo). The index is in front of the data, and there is a keyframe each second at least.',
  },
  {
    id: 'content.headers',
    level: 'silent',
    text: 'Which other headers come with a clip.',
    default:
      '`Content-Length`, `Accept-Ranges: bytes`, a strong `ETag`, `Last-Modified`, `Cache-Control: private`, `Content-Disposition: inline` with the name `<id>.mp4`; with a part `Content-Range`.',
    settings: ['validators'],
  },
  {
    id: 'content.conditional',
    level: 'silent',
    text: 'Whether conditional requests work.',
    default:
      'They do: `If-None-Match` and `If-Modified-Since` answer 304, `If-Match` and `If-Unmodified-Since` 412, and an `If-Range` that does not match gives 200 with the whole clip. The setting does without.',
    settings: ['validators'],
  },
  {
    id: 'content.head',
    level: 'silent',
    text: 'Whether HEAD works on content.',
    default:
      'It does: the headers of the GET, without a body and without regard to `Range`. The setting refuses it with 405.',
    settings: ['head'],
  },
  {
    id: 'content.stable',
    level: 'silent',
    text: 'Whether a clip has the same bytes at every download.',
    default: 'It has, for as long as it exists.',
  },
  {
    id: 'content.compression',
    level: 'silent',
    text: 'Whether content may be compressed on the way.',
    default: 'It never is, whatever `Accept-Encoding` says.',
  },
  {
    id: 'content.redirect',
    level: 'silent',
    text: 'Whether content may come from another address.',
    default:
      'The emulator serves it itself. A client should follow a redirect, but take the API key to no other origin.',
  },
] as const satisfies readonly Entry[];
