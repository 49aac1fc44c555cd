/** The requirements on GET /v1/videos/{id}/content: the clip, whole or in part. */

import type { Entry } from './requirement.ts';

export const CONTENT = [
  {
    id: 'content.answer.status',
    level: 'must',
    text: 'The content of a completed generation returns 200 if the request has no `Range`.',
  },
  { id: 'content.answer.type', level: 'must', text: 'Content has the Content-Type `video/mp4`.' },
  { id: 'content.answer.video', level: 'must', text: 'Content is an MP4 file that contains a video.' },
  {
    id: 'content.range.status',
    level: 'must',
    text: 'A request with a `Range` of the form `bytes=<start>-<end>` within the clip returns 206.',
  },
  {
    id: 'content.range.type',
    level: 'must',
    text: 'The response with a byte range also has the Content-Type `video/mp4`.',
  },
  {
    id: 'content.range.bytes',
    level: 'must',
    text: 'The 206 response has the bytes of the clip from start to end, both included.',
  },
  {
    id: 'content.range.resume',
    level: 'must',
    text: 'Byte ranges join to form the whole clip, so that a client can resume a download and a player can seek.',
  },
  {
    id: 'content.unknown',
    level: 'must',
    also: ['errors'],
    text: 'A content request for an id that never existed returns 404.',
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
    text: 'The status for content that does not exist yet, never will exist, or belongs to another account.',
    default:
      '404. The code distinguishes `content_not_ready` from `content_unavailable`; a foreign or malformed id gets the same response as an unknown id.',
    settings: ['errors'],
  },
  {
    id: 'content.range.open',
    level: 'silent',
    text: 'Whether a range may leave out its end or its start (`bytes=500-`, `bytes=-500`).',
    default:
      'Yes: `bytes=500-` returns the rest from byte 500, and `bytes=-500` returns the last 500 bytes. The setting `ranges` can make the emulator return the whole clip.',
    settings: ['ranges'],
  },
  {
    id: 'content.range.clamp',
    level: 'silent',
    text: 'The response to a range that ends beyond the clip.',
    default: 'The response ends at the end of the clip.',
  },
  {
    id: 'content.range.beyond',
    level: 'silent',
    text: 'The response to a range that starts beyond the clip.',
    default: '416, with the size of the clip in `Content-Range: bytes */<size>`.',
  },
  {
    id: 'content.range.several',
    level: 'silent',
    text: 'The response to several ranges in one request.',
    default: 'The emulator ignores the ranges and returns 200 with the whole clip.',
  },
  {
    id: 'content.range.malformed',
    level: 'silent',
    text: 'How an invalid `Range` is answered.',
    default: 'The emulator ignores the header and returns 200 with the whole clip.',
  },
  {
    id: 'content.encoding',
    level: 'silent',
    text: 'How picture and sound are encoded inside the MP4.',
    default:
      'H.264 (yuv420p, BT.709) and AAC (48 kHz, stereo). The index comes before the data, and the video has at least one keyframe per second.',
  },
  {
    id: 'content.headers',
    level: 'silent',
    text: 'The other headers of a response with a clip.',
    default:
      '`Content-Length`, `Accept-Ranges: bytes`, a strong `ETag`, `Last-Modified`, `Cache-Control: private`, `Content-Disposition: inline` with the name `<id>.mp4`; for a byte range also `Content-Range`.',
    settings: ['validators'],
  },
  {
    id: 'content.conditional',
    level: 'silent',
    text: 'Whether conditional requests work.',
    default:
      'Yes: `If-None-Match` and `If-Modified-Since` can return 304, and `If-Match` and `If-Unmodified-Since` 412. An `If-Range` that does not match returns 200 with the whole clip. The setting `validators` turns them off.',
    settings: ['validators'],
  },
  {
    id: 'content.head',
    level: 'silent',
    text: 'Whether HEAD works on content.',
    default:
      'Yes: HEAD on content returns the headers of GET, without a body, and ignores `Range`. The setting `head` can make the emulator reject HEAD with 405.',
    settings: ['head'],
  },
  {
    id: 'content.stable',
    level: 'silent',
    text: 'Whether a clip has the same bytes at every download.',
    default: 'Yes, as long as the clip exists.',
  },
  {
    id: 'content.compression',
    level: 'silent',
    text: 'Whether content may be compressed during the transfer.',
    default: 'The emulator never compresses content, whatever `Accept-Encoding` contains.',
  },
  {
    id: 'content.redirect',
    level: 'silent',
    text: 'Whether content may come from another address.',
    default:
      'The emulator serves content from its own address. A client should follow a redirect, but should not send the API key to another origin.',
  },
] as const satisfies readonly Entry[];
