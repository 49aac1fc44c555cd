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
    text: 'Image to video needs a model, a prompt, a length, the ratio `adaptive` and one image. The clip animates this image.',
  },
  {
    id: 'workflow.image.count',
    level: 'must',
    also: ['request', 'limits'],
    text: `Image to video requires ${min} or ${max} images. Any other number of images is rejected.`,
  },
  { id: 'workflow.image.adaptive', level: 'must', text: 'Image to video rejects every ratio except `adaptive`.' },
  {
    id: 'workflow.frames.accepted',
    level: 'must',
    also: ['service'],
    text: 'The workflow "first and last frame" is image-to-video with exactly two images and the ratio `adaptive`.',
  },
  {
    id: 'workflow.frames.order',
    level: 'must',
    also: ['service'],
    text: 'If a request has two images, the first image is the first frame of the clip, and the second image is the last frame.',
  },
  {
    id: 'workflow.reference.accepted',
    level: 'must',
    also: ['service'],
    text: 'Reference to video accepts any mixture of images, audio files and completed source videos. One reference of any kind is sufficient.',
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
    text: `A request has at most ${LIMITS.references.max} references of all kinds together. The limits of the single fields add up to this limit. So each request that exceeds it also exceeds the limit of a field.`,
  },
  {
    id: 'workflow.edit.accepted',
    level: 'must',
    also: ['service', 'request'],
    text: 'Edit changes earlier clips of the account. An edit needs the mode reference-to-video, source videos and the operation `edit`.',
  },
  {
    id: 'workflow.extend.accepted',
    level: 'must',
    also: ['service', 'request'],
    text: 'Extend continues earlier clips of the account. An extension needs the mode reference-to-video, source videos and the operation `extend`.',
  },
  { id: 'workflow.edit.adaptive', level: 'must', text: 'Edit rejects every ratio except `adaptive`.' },
  { id: 'workflow.extend.adaptive', level: 'must', text: 'Extend rejects every ratio except `adaptive`.' },
  {
    id: 'workflow.operation.mode',
    level: 'must',
    text: 'If the mode is not reference-to-video, the operations `edit` and `extend` are rejected.',
  },
  {
    id: 'workflow.omitted-ratio',
    level: 'silent',
    settings: ['omittedAspectRatio'],
    text: 'If `adaptive` is required, may a request omit `aspect_ratio`, although the default is 16:9?',
    default:
      'No: the emulator fills in the defaults first, and the error message tells the client to send `adaptive`. With the setting `omittedAspectRatio`, the emulator can accept the omission.',
  },
  {
    id: 'workflow.image.sources',
    level: 'silent',
    text: 'Does image to video accept source videos or the operation `reference`?',
    default: 'Image to video rejects both.',
  },
  {
    id: 'workflow.reference.ratio',
    level: 'silent',
    text: 'If reference to video does not edit or extend, which ratios does it accept?',
    default: 'Reference to video accepts all ratios, including `adaptive`.',
  },
  {
    id: 'workflow.reference.operation',
    level: 'silent',
    text: 'How does the operation `reference` differ from a request without an operation?',
    default: 'The only difference is that `reference` needs a source video.',
  },
  {
    id: 'workflow.edit-extend.other-references',
    level: 'silent',
    text: 'Do edit and extend accept images and audio files in addition to source videos?',
    default: 'Edit and extend accept these additional references.',
  },
  {
    id: 'content.adaptive-shape',
    level: 'silent',
    text: 'If the ratio is `adaptive`, which aspect ratio does the clip have?',
    default:
      'From the six fixed ratios, the emulator chooses the ratio that is nearest to the ratio of the first image. Edit and extend keep the shape of the first source video. A reference request uses the shape of its first source video. Without a source video, it uses the shape of its first image. With only audio files, the shape is 16:9. The emulator crops an image around its center.',
  },
  {
    id: 'content.edit-resolution',
    level: 'silent',
    text: 'Does an edit or an extension use the resolution of its source or the resolution of the request?',
    default: 'The clip has the resolution of the request.',
  },
] as const satisfies readonly Entry[];
