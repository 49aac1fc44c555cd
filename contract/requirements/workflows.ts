/** The requirements on each workflow: the required and forbidden fields, and the content of the clip. */

import { LIMITS } from '../limits.ts';
import type { Entry } from './requirement.ts';

const { min, max } = LIMITS.imageUrls.imageToVideo;

export const WORKFLOW_RULES = [
  {
    id: 'workflow.text.accepted',
    level: 'must',
    also: ['service'],
    text: 'Text to video needs only a model, a prompt and a length.',
  },
  { id: 'workflow.text.fixed-ratio', level: 'must', text: 'Text to video refuses the ratio `adaptive`.' },
  { id: 'workflow.text.no-images', level: 'must', text: 'Text to video refuses images.' },
  { id: 'workflow.text.no-audio', level: 'must', text: 'Text to video refuses audio files.' },
  { id: 'workflow.text.no-sources', level: 'must', text: 'Text to video refuses source videos.' },
  {
    id: 'workflow.image.accepted',
    level: 'must',
    also: ['service'],
    text: 'Image to video needs a model, a prompt, a length, the ratio `adaptive` and one image, and animates that image.',
  },
  {
    id: 'workflow.image.count',
    level: 'must',
    also: ['request', 'limits'],
    text: `Image to video requires ${min} or ${max} images; any other number is rejected.`,
  },
  { id: 'workflow.image.adaptive', level: 'must', text: 'Image to video rejects every ratio except `adaptive`.' },
  {
    id: 'workflow.frames.accepted',
    level: 'must',
    also: ['service'],
    text: 'The workflow first and last frame is image-to-video with exactly two images and the ratio `adaptive`.',
  },
  {
    id: 'workflow.frames.order',
    level: 'must',
    also: ['service'],
    text: 'Of two images, the first is the first frame of the clip, and the second is its last frame.',
  },
  {
    id: 'workflow.reference.accepted',
    level: 'must',
    also: ['service'],
    text: 'Reference to video accepts any mixture of images, audio files and completed source videos; one reference of any kind is enough.',
  },
  {
    id: 'workflow.reference.some',
    level: 'must',
    text: 'Reference to video without an image, an audio file or a source video is rejected.',
  },
  {
    id: 'workflow.reference.combined',
    level: 'must',
    also: ['limits'],
    text: `A request has at most ${LIMITS.references.max} references, all kinds together. The limits of the single fields add up to this limit, so no request can break this limit alone.`,
  },
  {
    id: 'workflow.edit.accepted',
    level: 'must',
    also: ['service', 'request'],
    text: 'Edit changes earlier clips of the account; it needs the mode reference-to-video, source videos and the operation `edit`.',
  },
  {
    id: 'workflow.extend.accepted',
    level: 'must',
    also: ['service', 'request'],
    text: 'Extend continues earlier clips of the account; it needs the mode reference-to-video, source videos and the operation `extend`.',
  },
  { id: 'workflow.edit.adaptive', level: 'must', text: 'Edit rejects every ratio except `adaptive`.' },
  { id: 'workflow.extend.adaptive', level: 'must', text: 'Extend rejects every ratio except `adaptive`.' },
  {
    id: 'workflow.operation.mode',
    level: 'must',
    text: 'The operations `edit` and `extend` are rejected unless the mode is reference-to-video.',
  },
  {
    id: 'workflow.omitted-ratio',
    level: 'silent',
    settings: ['omittedAspectRatio'],
    text: 'Whether `aspect_ratio` may be omitted if `adaptive` is required, although the default is 16:9.',
    default:
      'No: the emulator fills in the defaults first, and the error message tells the client to send `adaptive`. With the setting `omittedAspectRatio`, the emulator can accept the omission.',
  },
  {
    id: 'workflow.image.sources',
    level: 'silent',
    text: 'Whether image to video accepts source videos or the operation `reference`.',
    default: 'It refuses both.',
  },
  {
    id: 'workflow.reference.ratio',
    level: 'silent',
    text: 'Which ratios reference to video accepts if it does not edit or extend.',
    default: 'All of them, `adaptive` included.',
  },
  {
    id: 'workflow.reference.operation',
    level: 'silent',
    text: 'How the operation `reference` differs from a request without an operation.',
    default: 'The only difference is that `reference` needs a source video.',
  },
  {
    id: 'workflow.edit-extend.other-references',
    level: 'silent',
    text: 'Whether edit and extend accept images and audio files in addition to source videos.',
    default: 'They do.',
  },
  {
    id: 'content.adaptive-shape',
    level: 'silent',
    text: 'The shape of a clip whose ratio is `adaptive`.',
    default:
      'The ratio, out of the six fixed ratios, that is nearest to the first image. Edit and extend keep the shape of the first source video. A reference request uses the shape of its first source video, or else of its first image; with only audio, it is 16:9. The image is cropped around its center.',
  },
  {
    id: 'content.edit-resolution',
    level: 'silent',
    text: 'Whether an edit or an extension uses the resolution of its source or the resolution of the request.',
    default: 'The resolution of the request.',
  },
] as const satisfies readonly Entry[];
