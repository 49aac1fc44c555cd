/** The requirements on each workflow: the required and forbidden fields, and the content of the clip. */

import { LIMITS } from '../limits.ts';
import { silent } from './requirement.ts';

const { min, max } = LIMITS.imageUrls.imageToVideo;

export const WORKFLOW_RULES = {
  'workflow.text.accepted': 'Text to video needs only a model, a prompt and a length.',
  'workflow.text.fixed-ratio': 'Text to video refuses the ratio `adaptive`.',
  'workflow.text.no-images': 'Text to video refuses images.',
  'workflow.text.no-audio': 'Text to video refuses audio files.',
  'workflow.text.no-sources': 'Text to video refuses source videos.',
  'workflow.image.accepted':
    'Image to video needs a model, a prompt, a length, the ratio `adaptive` and one image. The clip animates this image.',
  'workflow.image.count': `Image to video requires ${min} or ${max} images. Any other number of images is rejected.`,
  'workflow.image.adaptive': 'Image to video rejects every ratio except `adaptive`.',
  'workflow.frames.accepted':
    'The workflow "first and last frame" is image-to-video with exactly two images and the ratio `adaptive`.',
  'workflow.frames.order':
    'If a request has two images, the first image is the first frame of the clip, and the second image is the last frame.',
  'workflow.reference.accepted':
    'Reference to video accepts any mixture of images, audio files and completed source videos. One reference of any kind is sufficient.',
  'workflow.reference.some': 'Reference to video without an image, an audio file or a source video is rejected.',
  'workflow.reference.combined': `A request has at most ${LIMITS.references.max} references of all kinds together. The limits of the single fields add up to this limit. So each request that exceeds it also exceeds the limit of a field.`,
  'workflow.edit.accepted':
    'Edit changes earlier clips of the account. An edit needs the mode reference-to-video, source videos and the operation `edit`.',
  'workflow.extend.accepted':
    'Extend continues earlier clips of the account. An extension needs the mode reference-to-video, source videos and the operation `extend`.',
  'workflow.edit.adaptive': 'Edit rejects every ratio except `adaptive`.',
  'workflow.extend.adaptive': 'Extend rejects every ratio except `adaptive`.',
  'workflow.operation.mode': 'If the mode is not reference-to-video, the operations `edit` and `extend` are rejected.',
  'workflow.omitted-ratio': silent(
    'If `adaptive` is required, may a request omit `aspect_ratio`, although the default is 16:9?',
    'No: the emulator fills in the defaults first, and the error message tells the client to send `adaptive`. With the setting `omittedAspectRatio`, the emulator can accept the omission.',
    ['omittedAspectRatio'],
  ),
  'workflow.image.sources': silent(
    'Does image to video accept source videos or the operation `reference`?',
    'Image to video rejects both.',
  ),
  'workflow.reference.ratio': silent(
    'If reference to video does not edit or extend, does it accept the ratio `adaptive`?',
    'Reference to video accepts all ratios, including `adaptive`.',
  ),
  'workflow.reference.operation': silent(
    'How does the operation `reference` differ from a request without an operation?',
    'The only difference is that `reference` needs a source video.',
  ),
  'workflow.edit-extend.other-references': silent(
    'Do edit and extend accept images and audio files in addition to source videos?',
    'Edit and extend accept these additional references.',
  ),
  'content.adaptive-shape': silent(
    'If the ratio is `adaptive`, which aspect ratio does the clip have?',
    'From the six fixed ratios, the emulator chooses the ratio that is nearest to the ratio of the first image. Edit and extend keep the shape of the first source video. A reference request uses the shape of its first source video. Without a source video, it uses the shape of its first image. With only audio files, the shape is 16:9. The emulator crops an image around its center.',
  ),
  'content.edit-resolution': silent(
    'Does an edit or an extension use the resolution of its source or the resolution of the request?',
    'The clip has the resolution of the request.',
  ),
};
