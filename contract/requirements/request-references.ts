/** The requirements on the fields of a create that name inputs: images, audio files and source videos. */

import { LIMITS } from '../limits.ts';
import { URL_MAX_LENGTH } from '../url.ts';
import { OPERATIONS } from '../workflow.ts';
import { must, silent } from './requirement.ts';

const { imageUrls, audioUrls, sourceVideoIds: sources } = LIMITS;

export const REQUEST_REFERENCES = {
  'create.image-urls.type': must('`image_urls` is an array of strings, each of them a URL.'),
  'create.image-urls.https': must('Each image URL begins with `https://`.', ['files']),
  'create.image-urls.default': must('Without `image_urls`, the request has zero images.'),
  'create.image-urls.count': must(
    `\`image_urls\` has at most ${imageUrls.max} items, and reference-to-video accepts that number of items.`,
    ['limits', 'workflows'],
  ),
  'create.audio-urls.type': must('`audio_urls` is an array of strings, each of them a URL.'),
  'create.audio-urls.https': must('Each audio URL begins with `https://`.', ['files']),
  'create.audio-urls.default': must('Without `audio_urls`, the request has zero audio files.'),
  'create.audio-urls.count': must(`\`audio_urls\` has at most ${audioUrls.max} items.`, ['limits']),
  'create.audio-urls.reference-mode': must(
    'Only reference-to-video accepts audio files. The other modes reject audio files.',
  ),
  'create.source-video-ids.type': must(
    '`source_video_ids` is an array of strings in the form of uuids. A request cannot contain a video as a URL or as a file.',
    ['service', 'files'],
  ),
  'create.source-video-ids.default': must('Without `source_video_ids`, the request has zero source videos.'),
  'create.source-video-ids.count': must(`\`source_video_ids\` has at most ${sources.max} items.`, ['limits']),
  'create.source-video-ids.completed': must(
    'A source video must be a completed generation. Any other generation is rejected.',
    ['service', 'files'],
  ),
  'create.source-video-ids.owned': must(
    'A source video belongs to the account of the key. A source video of another account is refused.',
    ['service', 'authentication', 'files'],
  ),
  'create.source-video-ids.seconds': must(
    `The source videos of a request last at most ${sources.combinedSeconds} seconds together, as measured by the service.`,
    ['service', 'limits'],
  ),
  'create.reference-video-operation.values': must(
    `\`reference_video_operation\` is one of ${OPERATIONS.map((name) => `\`${name}\``).join(', ')}.`,
  ),
  'create.reference-video-operation.optional': must(
    '`reference_video_operation` may be omitted, even if the request has source videos. This field does not have a default.',
  ),
  'create.reference-video-operation.needs-sources': must(
    '`reference_video_operation` without any source video is refused.',
    ['workflows'],
  ),
  'create.subject-to-image-ids.optional': must('`subject_to_image_ids` may be omitted.'),
  'create.subject-to-image-ids.reference-mode': must('Only reference-to-video accepts `subject_to_image_ids`.'),
  'create.subject-to-image-ids.index': must(
    'An index in `subject_to_image_ids` points to an item of `image_urls`. An index beyond the end of this array is refused.',
  ),
  'create.subject-to-video-ids.optional': must('`subject_to_video_ids` may be omitted.'),
  'create.subject-to-video-ids.reference-mode': must('Only reference-to-video accepts `subject_to_video_ids`.'),
  'create.subject-to-video-ids.index': must(
    'An index in `subject_to_video_ids` points to an item of `source_video_ids`. An index beyond the end of this array is refused.',
  ),
  'create.subject-to-audio-ids.optional': must('`subject_to_audio_ids` may be omitted.'),
  'create.subject-to-audio-ids.reference-mode': must('Only reference-to-video accepts `subject_to_audio_ids`.'),
  'create.subject-to-audio-ids.index': must(
    'An index in `subject_to_audio_ids` points to an item of `audio_urls`. An index beyond the end of this array is refused.',
  ),
  'create.urls.policy': silent(
    'Which valid https:// URLs does the server reject in a create?',
    `The emulator rejects URLs over ${URL_MAX_LENGTH} characters, URLs with a user name or password, and URLs with characters that RFC 3986 percent-encodes. It also rejects URLs whose host is an IP address or the machine itself.`,
  ),
  'create.urls.repeated': silent('May a request contain the same URL twice?', 'Yes, and a repeated URL counts twice.'),
  'create.source-video-ids.repeated': silent(
    'May a request contain the same source video twice?',
    'Yes. A repeated source video counts twice toward the limits and is billed twice.',
  ),
  'create.source-video-ids.uuid-version': silent(
    'Which versions of uuid does the server accept as an id?',
    'The emulator accepts any version. It checks only the form of a uuid, with hexadecimal digits in upper or lower case.',
  ),
  'create.source-video-ids.foreign-answer': silent(
    'Does a source video of another account get the same response as a source video that does not exist?',
    'Yes: both cases get the same response, so nobody can find out which ids exist.',
  ),
};
