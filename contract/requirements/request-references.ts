/** The requirements on the fields of a create that name inputs: images, audio files and source videos. */

import { LIMITS } from '../limits.ts';
import { URL_MAX_LENGTH } from '../url.ts';
import { OPERATIONS } from '../workflow.ts';
import type { Entry } from './requirement.ts';

const { imageUrls, audioUrls, sourceVideoIds: sources } = LIMITS;

export const REQUEST_REFERENCES = [
  { id: 'create.image-urls.type', level: 'must', text: '`image_urls` is an array of strings, each of them a URL.' },
  { id: 'create.image-urls.https', level: 'must', also: ['files'], text: 'Each image URL begins with `https://`.' },
  { id: 'create.image-urls.default', level: 'must', text: 'Without `image_urls`, the request has zero images.' },
  {
    id: 'create.image-urls.count',
    level: 'must',
    also: ['limits', 'workflows'],
    text: `\`image_urls\` has at most ${imageUrls.max} items, and reference-to-video accepts that number of items.`,
  },
  { id: 'create.audio-urls.type', level: 'must', text: '`audio_urls` is an array of strings, each of them a URL.' },
  { id: 'create.audio-urls.https', level: 'must', also: ['files'], text: 'Each audio URL begins with `https://`.' },
  { id: 'create.audio-urls.default', level: 'must', text: 'Without `audio_urls`, the request has zero audio files.' },
  {
    id: 'create.audio-urls.count',
    level: 'must',
    also: ['limits'],
    text: `\`audio_urls\` has at most ${audioUrls.max} items.`,
  },
  {
    id: 'create.audio-urls.reference-mode',
    level: 'must',
    text: 'Only reference-to-video accepts audio files. The other modes reject audio files.',
  },
  {
    id: 'create.source-video-ids.type',
    level: 'must',
    also: ['service', 'files'],
    text: '`source_video_ids` is an array of strings in the form of uuids. A request cannot contain a video as a URL or as a file.',
  },
  {
    id: 'create.source-video-ids.default',
    level: 'must',
    text: 'Without `source_video_ids`, the request has zero source videos.',
  },
  {
    id: 'create.source-video-ids.count',
    level: 'must',
    also: ['limits'],
    text: `\`source_video_ids\` has at most ${sources.max} items.`,
  },
  {
    id: 'create.source-video-ids.completed',
    level: 'must',
    also: ['service', 'files'],
    text: 'A source video must be a completed generation. Any other generation is rejected.',
  },
  {
    id: 'create.source-video-ids.owned',
    level: 'must',
    also: ['service', 'authentication', 'files'],
    text: 'A source video belongs to the account of the key. A source video of another account is refused.',
  },
  {
    id: 'create.source-video-ids.seconds',
    level: 'must',
    also: ['service', 'limits'],
    text: `The source videos of a request last at most ${sources.combinedSeconds} seconds together, as measured by the service.`,
  },
  {
    id: 'create.reference-video-operation.values',
    level: 'must',
    text: `\`reference_video_operation\` is one of ${OPERATIONS.map((name) => `\`${name}\``).join(', ')}.`,
  },
  {
    id: 'create.reference-video-operation.optional',
    level: 'must',
    text: '`reference_video_operation` may be omitted, even if the request has source videos. This field does not have a default.',
  },
  {
    id: 'create.reference-video-operation.needs-sources',
    level: 'must',
    also: ['workflows'],
    text: '`reference_video_operation` without any source video is refused.',
  },
  {
    id: 'create.subject-to-image-ids.optional',
    level: 'must',
    text: '`subject_to_image_ids` may be omitted.',
  },
  {
    id: 'create.subject-to-image-ids.reference-mode',
    level: 'must',
    text: 'Only reference-to-video accepts `subject_to_image_ids`.',
  },
  {
    id: 'create.subject-to-image-ids.index',
    level: 'must',
    text: 'An index in `subject_to_image_ids` points to an item of `image_urls`. An index beyond the end of this array is refused.',
  },
  {
    id: 'create.subject-to-video-ids.optional',
    level: 'must',
    text: '`subject_to_video_ids` may be omitted.',
  },
  {
    id: 'create.subject-to-video-ids.reference-mode',
    level: 'must',
    text: 'Only reference-to-video accepts `subject_to_video_ids`.',
  },
  {
    id: 'create.subject-to-video-ids.index',
    level: 'must',
    text: 'An index in `subject_to_video_ids` points to an item of `source_video_ids`. An index beyond the end of this array is refused.',
  },
  {
    id: 'create.subject-to-audio-ids.optional',
    level: 'must',
    text: '`subject_to_audio_ids` may be omitted.',
  },
  {
    id: 'create.subject-to-audio-ids.reference-mode',
    level: 'must',
    text: 'Only reference-to-video accepts `subject_to_audio_ids`.',
  },
  {
    id: 'create.subject-to-audio-ids.index',
    level: 'must',
    text: 'An index in `subject_to_audio_ids` points to an item of `audio_urls`. An index beyond the end of this array is refused.',
  },
  {
    id: 'create.urls.policy',
    level: 'silent',
    text: 'Which valid https:// URLs does the server reject in a create?',
    default: `The emulator rejects URLs over ${URL_MAX_LENGTH} characters, URLs with a user name or password, and URLs with characters that RFC 3986 percent-encodes. It also rejects URLs whose host is an IP address or the machine itself.`,
  },
  {
    id: 'create.urls.repeated',
    level: 'silent',
    text: 'May a request contain the same URL twice?',
    default: 'Yes, and a repeated URL counts twice.',
  },
  {
    id: 'create.source-video-ids.repeated',
    level: 'silent',
    text: 'May a request contain the same source video twice?',
    default: 'Yes. A repeated source video counts twice toward the limits and is billed twice.',
  },
  {
    id: 'create.source-video-ids.uuid-version',
    level: 'silent',
    text: 'Which versions of uuid does the server accept as an id?',
    default:
      'The emulator accepts any version. It checks only the form of a uuid, with hexadecimal digits in upper or lower case.',
  },
  {
    id: 'create.source-video-ids.foreign-answer',
    level: 'silent',
    text: 'Does a source video of another account get the same response as a source video that does not exist?',
    default: 'Yes: both cases get the same response, so nobody can find out which ids exist.',
  },
] as const satisfies readonly Entry[];
