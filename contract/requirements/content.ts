/** The requirements on GET /v1/videos/{id}/content: the clip, whole or in part. */

import type { Entry } from './requirement.ts';

export const CONTENT = [
  {
    id: 'content.answer.status',
    level: 'must',
    text: 'If a content request for a completed generation does not have a `Range`, it returns 200.',
  },
  { id: 'content.answer.type', level: 'must', text: 'A content response has the Content-Type `video/mp4`.' },
  { id: 'content.answer.video', level: 'must', text: 'A content response is an MP4 file that contains a video.' },
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
    text: 'The 206 response contains the bytes of the clip from start to end, including both of these bytes.',
  },
  {
    id: 'content.range.resume',
    level: 'must',
    text: 'Together, the byte ranges of a clip form the whole clip. So a client can resume a download, and a player can seek.',
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
    text: 'A content request for a pending or running generation is rejected.',
  },
  { id: 'content.failed', level: 'must', text: 'A content request for a failed generation is rejected.' },
  { id: 'content.foreign', level: 'must', text: 'A content request for a generation of another account is rejected.' },
  { id: 'content.malformed', level: 'must', text: 'A content request with an id that is not a UUID is rejected.' },
  {
    id: 'content.refusal-status',
    level: 'silent',
    text: 'What is the status for content that does not exist yet, that will never exist, or that belongs to another account?',
    default:
      'The status is 404. If the content does not exist yet, the code is `content_not_ready`. If it will never exist, the code is `content_unavailable`. An id of another account or a malformed id gets the same response as an unknown id.',
    settings: ['errors'],
  },
  {
    id: 'content.range.open',
    level: 'silent',
    text: 'May a range omit its end or its start (`bytes=500-`, `bytes=-500`)?',
    default:
      'Yes: `bytes=500-` returns the rest from byte 500, and `bytes=-500` returns the last 500 bytes. The setting `ranges` can make the emulator return the whole clip.',
    settings: ['ranges'],
  },
  {
    id: 'content.range.clamp',
    level: 'silent',
    text: 'What is the response to a range that ends beyond the clip?',
    default: 'The response ends at the end of the clip.',
  },
  {
    id: 'content.range.beyond',
    level: 'silent',
    text: 'What is the response to a range that starts beyond the clip?',
    default: 'The status is 416, and `Content-Range: bytes */<size>` contains the size of the clip.',
  },
  {
    id: 'content.range.several',
    level: 'silent',
    text: 'What is the response to several ranges in one request?',
    default: 'The emulator ignores the ranges and returns 200 with the whole clip.',
  },
  {
    id: 'content.range.malformed',
    level: 'silent',
    text: 'What is the response to an invalid `Range`?',
    default: 'The emulator ignores the header and returns 200 with the whole clip.',
  },
  {
    id: 'content.encoding',
    level: 'silent',
    text: 'How does the MP4 file encode the picture and the sound?',
    default:
      'H.264 (yuv420p, BT.709) and AAC (48 kHz, stereo). In the file, the index comes before the data. The video has at least one keyframe per second.',
  },
  {
    id: 'content.headers',
    level: 'silent',
    text: 'Which other headers does a response with a clip have?',
    default:
      '`Content-Length`, `Accept-Ranges: bytes`, a strong `ETag`, `Last-Modified`, `Cache-Control: private`, `Content-Disposition: inline` with the name `<id>.mp4`. A response with a byte range also has `Content-Range`.',
    settings: ['validators'],
  },
  {
    id: 'content.conditional',
    level: 'silent',
    text: 'Does the service support conditional requests?',
    default:
      'Yes: `If-None-Match` and `If-Modified-Since` can lead to 304. `If-Match` and `If-Unmodified-Since` can lead to 412. If an `If-Range` does not match, the emulator returns 200 with the whole clip. The setting `validators` turns conditional requests off.',
    settings: ['validators'],
  },
  {
    id: 'content.head',
    level: 'silent',
    text: 'Does the service support HEAD for content?',
    default:
      'Yes: a HEAD request for content returns the headers of GET, without a body. It ignores `Range`. The setting `head` can make the emulator reject HEAD with 405.',
    settings: ['head'],
  },
  {
    id: 'content.stable',
    level: 'silent',
    text: 'Does a clip have the same bytes in every download?',
    default: 'Yes, as long as the clip exists.',
  },
  {
    id: 'content.compression',
    level: 'silent',
    text: 'May the service compress content during the transfer?',
    default: 'The emulator never compresses content, whatever `Accept-Encoding` contains.',
  },
  {
    id: 'content.redirect',
    level: 'silent',
    text: 'May content come from another address?',
    default:
      'The emulator serves content from its own address. A client should follow a redirect, but should not send the API key to another origin.',
  },
] as const satisfies readonly Entry[];
