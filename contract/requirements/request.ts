/** The requirements on the body of a create and its plain fields. `request-references.ts` has the inputs. */

import { ASPECT_RATIOS, RESOLUTIONS } from '../dimensions.ts';
import { LIMITS } from '../limits.ts';
import { MODEL } from '../model.ts';
import { MODES } from '../workflow.ts';
import type { Entry } from './requirement.ts';

const { prompt, durationSeconds: duration } = LIMITS;

const oneOf = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(', ');

export const REQUEST = [
  { id: 'create.body.json', level: 'must', also: ['create'], text: 'The body of a create is one JSON object.' },
  {
    id: 'create.unknown-fields',
    level: 'must',
    text: 'A body with a field that is not in the table is rejected, whatever the value of the field.',
  },
  { id: 'create.model.required', level: 'must', also: ['workflows'], text: 'A body without `model` is refused.' },
  {
    id: 'create.model.constant',
    level: 'must',
    also: ['versioning'],
    text: `\`model\` is the string \`${MODEL}\`; any other value is refused.`,
  },
  { id: 'create.prompt.required', level: 'must', also: ['workflows'], text: 'A body without `prompt` is refused.' },
  { id: 'create.prompt.type', level: 'must', text: '`prompt` is a string.' },
  {
    id: 'create.prompt.length',
    level: 'must',
    also: ['limits'],
    text: `\`prompt\` has ${prompt.min} to ${prompt.max} characters; a shorter or longer prompt is refused.`,
  },
  {
    id: 'create.prompt.handles',
    level: 'must',
    also: ['service', 'subject-map'],
    text: '`prompt` may refer to references by @handle.',
  },
  {
    id: 'create.prompt.content',
    level: 'should',
    binds: 'client',
    text: 'A prompt describes the subject, the action, the place, the camera and the sound.',
  },
  { id: 'create.mode.values', level: 'must', text: `\`mode\` is one of ${oneOf(MODES)}.` },
  { id: 'create.mode.default', level: 'must', text: 'Without `mode`, the request is text-to-video.' },
  {
    id: 'create.duration-seconds.required',
    level: 'must',
    also: ['workflows'],
    text: 'A body without `duration_seconds` is rejected in every workflow, including edit.',
  },
  {
    id: 'create.duration-seconds.integer',
    level: 'must',
    also: ['limits'],
    text: '`duration_seconds` is an integer: a fraction or a string is refused.',
  },
  {
    id: 'create.duration-seconds.range',
    level: 'must',
    also: ['limits'],
    text: `\`duration_seconds\` is ${duration.min} to ${duration.max}.`,
  },
  {
    id: 'content.duration.requested',
    level: 'must',
    also: ['service'],
    text: 'A clip has the length in `duration_seconds`, also in the workflow extend. Only edit is different.',
  },
  {
    id: 'content.duration.edit',
    level: 'must',
    text: 'The clip of an edit lasts as long as the first source video, whatever the value of `duration_seconds` is.',
  },
  { id: 'create.resolution.values', level: 'must', text: `\`resolution\` is one of ${oneOf(RESOLUTIONS)}.` },
  { id: 'create.resolution.default', level: 'must', text: 'Without `resolution`, the clip has the resolution 720p.' },
  { id: 'content.resolution', level: 'must', text: 'The clip has the requested resolution.' },
  { id: 'create.aspect-ratio.values', level: 'must', text: `\`aspect_ratio\` is one of ${oneOf(ASPECT_RATIOS)}.` },
  { id: 'create.aspect-ratio.default', level: 'must', text: 'Without `aspect_ratio`, the ratio is 16:9.' },
  { id: 'content.aspect-ratio', level: 'must', text: 'If `aspect_ratio` is a fixed ratio, the clip has this ratio.' },
  { id: 'create.audio.type', level: 'must', text: '`audio` is a boolean.' },
  { id: 'create.audio.default', level: 'must', text: 'Without `audio`, the clip has sound.' },
  {
    id: 'content.audio.on',
    level: 'must',
    also: ['service'],
    text: 'With `audio` true, the clip has an audio track.',
  },
  { id: 'content.audio.off', level: 'must', text: 'With `audio` false, the clip has no sound.' },
  {
    id: 'create.null',
    level: 'silent',
    text: 'Does an optional field with the value `null` count as omitted?',
    default:
      '`null` has the wrong type and is rejected. The setting `nullFields` can treat `null` as an omitted field.',
    settings: ['nullFields'],
  },
  {
    id: 'create.integer-spelling',
    level: 'silent',
    text: 'Does a number that is written as 5.0 or 5e0 count as an integer?',
    default:
      'Yes: JSON has only one kind of number, and only the value of the number counts. "5" and 5.5 are not integers.',
  },
  {
    id: 'create.prompt.character',
    level: 'silent',
    text: 'What counts as one character? Bytes are not characters, but the numbers of code points, UTF-16 units and visible characters can differ.',
    default:
      'One Unicode code point counts as one character. An emoji outside the basic plane counts once. A letter with a combining mark counts twice.',
  },
  {
    id: 'create.prompt.blank',
    level: 'silent',
    text: 'May a prompt consist only of white space?',
    default: 'Yes. White space counts like any other character, and the server does not trim the prompt.',
  },
  {
    id: 'create.duplicate-keys',
    level: 'silent',
    text: 'Which value counts if the JSON text contains a field twice?',
    default: 'The last one.',
  },
  {
    id: 'content.pixels',
    level: 'silent',
    text: 'How many pixels does each resolution have in each aspect ratio?',
    default:
      'The emulator uses the sizes in the table. All sizes of a resolution have nearly the same area, so the aspect ratio hardly affects the price per second.',
  },
  {
    id: 'content.duration.tolerance',
    level: 'silent',
    text: 'How precise is the length of a clip?',
    default: `The length is exact: a clip has ${LIMITS.framesPerSecond} frames for each second.`,
  },
] as const satisfies readonly Entry[];
