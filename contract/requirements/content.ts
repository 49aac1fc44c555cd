/** The requirements on GET /v1/videos/{id}/content: the clip, whole or in part. */

import { must, silent } from './requirement.ts';

export const CONTENT = {
  'content.answer.status': must(
    'If a content request for a completed generation does not have a `Range`, it returns 200.',
  ),
  'content.answer.type': must('A content response has the Content-Type `video/mp4`.'),
  'content.answer.video': must('A content response is an MP4 file that contains a video.'),
  'content.range.status': must(
    'A request with a `Range` of the form `bytes=<start>-<end>` within the clip returns 206.',
  ),
  'content.range.type': must('The response with a byte range also has the Content-Type `video/mp4`.'),
  'content.range.bytes': must(
    'The 206 response contains the bytes of the clip from start to end, including both of these bytes.',
  ),
  'content.range.resume': must(
    'Together, the byte ranges of a clip form the whole clip. So a client can resume a download, and a player can seek.',
  ),
  'content.unknown': must('A content request for an id that never existed returns 404.', ['errors']),
  'content.not-completed': must('A content request for a pending or running generation is rejected.'),
  'content.failed': must('A content request for a failed generation is rejected.'),
  'content.foreign': must('A content request for a generation of another account is rejected.'),
  'content.malformed': must('A content request with an id that is not a UUID is rejected.'),
  'content.refusal-status': silent(
    'What is the status for content that does not exist yet, that will never exist, or that belongs to another account?',
    'The status is 404. If the content does not exist yet, the code is `content_not_ready`. If it will never exist, the code is `content_unavailable`. An id of another account or a malformed id gets the same response as an unknown id.',
    ['errors'],
  ),
  'content.range.open': silent(
    'May a range omit its end or its start (`bytes=500-`, `bytes=-500`)?',
    'Yes: `bytes=500-` returns the rest from byte 500, and `bytes=-500` returns the last 500 bytes. The setting `ranges` can make the emulator return the whole clip.',
    ['ranges'],
  ),
  'content.range.clamp': silent(
    'What is the response to a range that ends beyond the clip?',
    'The response ends at the end of the clip.',
  ),
  'content.range.beyond': silent(
    'What is the response to a range that starts beyond the clip?',
    'The status is 416, and `Content-Range: bytes */<size>` contains the size of the clip.',
  ),
  'content.range.several': silent(
    'What is the response to several ranges in one request?',
    'The emulator ignores the ranges and returns 200 with the whole clip.',
  ),
  'content.range.malformed': silent(
    'What is the response to an invalid `Range`?',
    'The emulator ignores the header and returns 200 with the whole clip.',
  ),
  'content.encoding': silent(
    'How does the MP4 file encode the picture and the sound?',
    'H.264 (yuv420p, BT.709) and AAC (48 kHz, stereo). In the file, the index comes before the data. The video has at least one keyframe per second.',
  ),
  'content.headers': silent(
    'Which other headers does a response with a clip have?',
    '`Content-Length`, `Accept-Ranges: bytes`, a strong `ETag`, `Last-Modified`, `Cache-Control: private`, `Content-Disposition: inline` with the name `<id>.mp4`. A response with a byte range also has `Content-Range`.',
    ['validators'],
  ),
  'content.conditional': silent(
    'Does the service support conditional requests?',
    'Yes: `If-None-Match` and `If-Modified-Since` can lead to 304. `If-Match` and `If-Unmodified-Since` can lead to 412. If an `If-Range` does not match, the emulator returns 200 with the whole clip. The setting `validators` turns conditional requests off.',
    ['validators'],
  ),
  'content.head': silent(
    'Does the service support HEAD for content?',
    'Yes: a HEAD request for content returns the headers of GET, without a body. It ignores `Range`. The setting `head` can make the emulator reject HEAD with 405.',
    ['head'],
  ),
  'content.stable': silent('Does a clip have the same bytes in every download?', 'Yes, as long as the clip exists.'),
  'content.compression': silent(
    'May the service compress content during the transfer?',
    'The emulator never compresses content, whatever `Accept-Encoding` contains.',
  ),
  'content.redirect': silent(
    'May content come from another address?',
    'The emulator serves content from its own address. A client should follow a redirect, but should not send the API key to another origin.',
  ),
};
