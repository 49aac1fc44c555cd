/** The requirements on the body of a create: first its plain fields, then the fields that name inputs. */

import { ASPECT_RATIOS, RESOLUTIONS } from '../dimensions.ts';
import { LIMITS } from '../limits.ts';
import { MODEL } from '../model.ts';
import { URL_MAX_LENGTH } from '../url.ts';
import { MODES, OPERATIONS } from '../workflow.ts';
import { clientShould, silent } from './requirement.ts';

const { prompt, durationSeconds: duration, imageUrls, audioUrls, sourceVideoIds: sources } = LIMITS;

const oneOf = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(', ');

export const REQUEST = {
  'create.body.json': 'The body of a create is one JSON object.',
  'create.unknown-fields': 'A body with a field that is not in the table is rejected, whatever the value of the field.',
  'create.model.required': 'A body without `model` is refused.',
  'create.model.constant': `\`model\` is the string \`${MODEL}\`; any other value is refused.`,
  'create.prompt.required': 'A body without `prompt` is refused.',
  'create.prompt.type': '`prompt` is a string.',
  'create.prompt.length': `\`prompt\` has ${prompt.min} to ${prompt.max} characters; a shorter or longer prompt is refused.`,
  'create.prompt.handles': '`prompt` may refer to references by @handle.',
  'create.prompt.content': clientShould(
    'A prompt describes the subject, the action, the place, the camera and the sound.',
  ),
  'create.mode.values': `\`mode\` is one of ${oneOf(MODES)}.`,
  'create.mode.default': 'Without `mode`, the request is text-to-video.',
  'create.duration-seconds.required':
    'A body without `duration_seconds` is rejected in every workflow, including edit.',
  'create.duration-seconds.integer': '`duration_seconds` is an integer: a fraction or a string is refused.',
  'create.duration-seconds.range': `\`duration_seconds\` is ${duration.min} to ${duration.max}.`,
  'content.duration.requested':
    'A clip has the length in `duration_seconds`, also in the workflow extend. Only edit is different.',
  'content.duration.edit':
    'The clip of an edit lasts as long as the first source video, whatever the value of `duration_seconds` is.',
  'create.resolution.values': `\`resolution\` is one of ${oneOf(RESOLUTIONS)}.`,
  'create.resolution.default': 'Without `resolution`, the clip has the resolution 720p.',
  'content.resolution': 'The clip has the requested resolution.',
  'create.aspect-ratio.values': `\`aspect_ratio\` is one of ${oneOf(ASPECT_RATIOS)}.`,
  'create.aspect-ratio.default': 'Without `aspect_ratio`, the ratio is 16:9.',
  'content.aspect-ratio': 'If `aspect_ratio` is a fixed ratio, the clip has this ratio.',
  'create.audio.type': '`audio` is a boolean.',
  'create.audio.default': 'Without `audio`, the clip has sound.',
  'content.audio.on': 'With `audio` true, the clip has an audio track.',
  'content.audio.off': 'With `audio` false, the clip has no sound.',
  'create.null': silent(
    'Does an optional field with the value `null` count as omitted?',
    '`null` has the wrong type and is rejected. The setting `nullFields` can treat `null` as an omitted field.',
    ['nullFields'],
  ),
  'create.integer-spelling': silent(
    'Does a number that is written as 5.0 or 5e0 count as an integer?',
    'Yes: JSON has only one kind of number, and only the value of the number counts. "5" and 5.5 are not integers.',
  ),
  'create.prompt.character': silent(
    'What counts as one character? Bytes are not characters, but the numbers of code points, UTF-16 units and visible characters can differ.',
    'One Unicode code point counts as one character. An emoji outside the basic plane counts once. A letter with a combining mark counts twice.',
  ),
  'create.prompt.blank': silent(
    'May a prompt consist only of white space?',
    'Yes. White space counts like any other character, and the server does not trim the prompt.',
  ),
  'create.duplicate-keys': silent('Which value counts if the JSON text contains a field twice?', 'The last one.'),
  'content.pixels': silent(
    'How many pixels does each resolution have in each aspect ratio?',
    'The emulator uses the sizes in the table. All sizes of a resolution have nearly the same area, so the aspect ratio hardly affects the price per second.',
  ),
  'content.duration.tolerance': silent(
    'How precise is the length of a clip?',
    `The length is exact: a clip has ${LIMITS.framesPerSecond} frames for each second.`,
  ),
  'create.image-urls.type': '`image_urls` is an array of strings, each of them a URL.',
  'create.image-urls.https': 'Each image URL begins with `https://`.',
  'create.image-urls.default': 'Without `image_urls`, the request has zero images.',
  'create.image-urls.count': `\`image_urls\` has at most ${imageUrls.max} items, and reference-to-video accepts that number of items.`,
  'create.audio-urls.type': '`audio_urls` is an array of strings, each of them a URL.',
  'create.audio-urls.https': 'Each audio URL begins with `https://`.',
  'create.audio-urls.default': 'Without `audio_urls`, the request has zero audio files.',
  'create.audio-urls.count': `\`audio_urls\` has at most ${audioUrls.max} items.`,
  'create.audio-urls.reference-mode':
    'Only reference-to-video accepts audio files. The other modes reject audio files.',
  'create.source-video-ids.type':
    '`source_video_ids` is an array of strings in the form of uuids. A request cannot contain a video as a URL or as a file.',
  'create.source-video-ids.default': 'Without `source_video_ids`, the request has zero source videos.',
  'create.source-video-ids.count': `\`source_video_ids\` has at most ${sources.max} items.`,
  'create.source-video-ids.completed':
    'A source video must be a completed generation. Any other generation is rejected.',
  'create.source-video-ids.owned':
    'A source video belongs to the account of the key. A source video of another account is refused.',
  'create.source-video-ids.seconds': `The source videos of a request last at most ${sources.combinedSeconds} seconds together, as measured by the service.`,
  'create.reference-video-operation.values': `\`reference_video_operation\` is one of ${oneOf(OPERATIONS)}.`,
  'create.reference-video-operation.optional':
    '`reference_video_operation` may be omitted, even if the request has source videos. This field does not have a default.',
  'create.reference-video-operation.needs-sources': '`reference_video_operation` without any source video is refused.',
  'create.subject-to-image-ids.optional': '`subject_to_image_ids` may be omitted.',
  'create.subject-to-image-ids.reference-mode': 'Only reference-to-video accepts `subject_to_image_ids`.',
  'create.subject-to-image-ids.index':
    'An index in `subject_to_image_ids` points to an item of `image_urls`. An index beyond the end of this array is refused.',
  'create.subject-to-video-ids.optional': '`subject_to_video_ids` may be omitted.',
  'create.subject-to-video-ids.reference-mode': 'Only reference-to-video accepts `subject_to_video_ids`.',
  'create.subject-to-video-ids.index':
    'An index in `subject_to_video_ids` points to an item of `source_video_ids`. An index beyond the end of this array is refused.',
  'create.subject-to-audio-ids.optional': '`subject_to_audio_ids` may be omitted.',
  'create.subject-to-audio-ids.reference-mode': 'Only reference-to-video accepts `subject_to_audio_ids`.',
  'create.subject-to-audio-ids.index':
    'An index in `subject_to_audio_ids` points to an item of `audio_urls`. An index beyond the end of this array is refused.',
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
