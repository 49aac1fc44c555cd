/** The requirements on the body of a create and its plain fields. `request-references.ts` has the inputs. */

import { ASPECT_RATIOS, RESOLUTIONS } from '../dimensions.ts';
import { LIMITS } from '../limits.ts';
import { MODEL } from '../model.ts';
import { MODES } from '../workflow.ts';
import { clientShould, must, silent } from './requirement.ts';

const { prompt, durationSeconds: duration } = LIMITS;

const oneOf = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(', ');

export const REQUEST = {
  'create.body.json': must('The body of a create is one JSON object.', ['create']),
  'create.unknown-fields': must(
    'A body with a field that is not in the table is rejected, whatever the value of the field.',
  ),
  'create.model.required': must('A body without `model` is refused.', ['workflows']),
  'create.model.constant': must(`\`model\` is the string \`${MODEL}\`; any other value is refused.`, ['versioning']),
  'create.prompt.required': must('A body without `prompt` is refused.', ['workflows']),
  'create.prompt.type': must('`prompt` is a string.'),
  'create.prompt.length': must(
    `\`prompt\` has ${prompt.min} to ${prompt.max} characters; a shorter or longer prompt is refused.`,
    ['limits'],
  ),
  'create.prompt.handles': must('`prompt` may refer to references by @handle.', ['service', 'subject-map']),
  'create.prompt.content': clientShould(
    'A prompt describes the subject, the action, the place, the camera and the sound.',
  ),
  'create.mode.values': must(`\`mode\` is one of ${oneOf(MODES)}.`),
  'create.mode.default': must('Without `mode`, the request is text-to-video.'),
  'create.duration-seconds.required': must(
    'A body without `duration_seconds` is rejected in every workflow, including edit.',
    ['workflows'],
  ),
  'create.duration-seconds.integer': must('`duration_seconds` is an integer: a fraction or a string is refused.', [
    'limits',
  ]),
  'create.duration-seconds.range': must(`\`duration_seconds\` is ${duration.min} to ${duration.max}.`, ['limits']),
  'content.duration.requested': must(
    'A clip has the length in `duration_seconds`, also in the workflow extend. Only edit is different.',
    ['service'],
  ),
  'content.duration.edit': must(
    'The clip of an edit lasts as long as the first source video, whatever the value of `duration_seconds` is.',
  ),
  'create.resolution.values': must(`\`resolution\` is one of ${oneOf(RESOLUTIONS)}.`),
  'create.resolution.default': must('Without `resolution`, the clip has the resolution 720p.'),
  'content.resolution': must('The clip has the requested resolution.'),
  'create.aspect-ratio.values': must(`\`aspect_ratio\` is one of ${oneOf(ASPECT_RATIOS)}.`),
  'create.aspect-ratio.default': must('Without `aspect_ratio`, the ratio is 16:9.'),
  'content.aspect-ratio': must('If `aspect_ratio` is a fixed ratio, the clip has this ratio.'),
  'create.audio.type': must('`audio` is a boolean.'),
  'create.audio.default': must('Without `audio`, the clip has sound.'),
  'content.audio.on': must('With `audio` true, the clip has an audio track.', ['service']),
  'content.audio.off': must('With `audio` false, the clip has no sound.'),
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
};
