/** What each workflow needs, takes and refuses, and what its clip shows. */

import { LIMITS } from '../limits.ts';
import type { Entry } from './requirement.ts';

const { min, max } = LIMITS.imageUrls.imageToVideo;

export const WORKFLOW_RULES = [
  {
    id: 'workflow.text.accepted',
    level: 'must',
    also: ['service'],
    text: 'Text to video runs from model, prompt and length alone.',
  },
  { id: 'workflow.text.fixed-ratio', level: 'must', text: 'Text to video refuses the ratio `adaptive`.' },
  { id: 'workflow.text.no-images', level: 'must', text: 'Text to video refuses images.' },
  { id: 'workflow.text.no-audio', level: 'must', text: 'Text to video refuses audio files.' },
  { id: 'workflow.text.no-sources', level: 'must', text: 'Text to video refuses source videos.' },
  {
    id: 'workflow.image.accepted',
    level: 'must',
    also: ['service'],
    text: 'Image to video runs from model, prompt, length, the ratio `adaptive` and one image, and sets that image in motion.',
  },
  {
    id: 'workflow.image.count',
    level: 'must',
    also: ['request', 'limits'],
    text: `Image to video takes ${min} or ${max} images; none, or more, are refused.`,
  },
  { id: 'workflow.image.adaptive', level: 'must', text: 'Image to video refuses every ratio but `adaptive`.' },
  {
    id: 'workflow.frames.accepted',
    level: 'must',
    also: ['service'],
    text: 'First and last frame is image-to-video with exactly two images, again with the ratio `adaptive`.',
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
    text: 'Reference to video runs from any mixture of images, audio files and completed source videos; one of them, of any kind, is enough.',
  },
  {
    id: 'workflow.reference.some',
    level: 'must',
    text: 'Reference to video without image, audio file and source video is refused.',
  },
  {
    id: 'workflow.reference.combined',
    level: 'must',
    also: ['limits'],
    text: `A request has at most ${LIMITS.references.max} references, all kinds together. The limits of the single fields already keep to this, so no request can break it alone.`,
  },
  {
    id: 'workflow.edit.accepted',
    level: 'must',
    also: ['service', 'request'],
    text: 'Edit changes earlier clips of the account: mode reference-to-video, source videos, the operation `edit`.',
  },
  {
    id: 'workflow.extend.accepted',
    level: 'must',
    also: ['service', 'request'],
    text: 'Extend goes on from earlier clips of the account: mode reference-to-video, source videos, the operation `extend`.',
  },
  { id: 'workflow.edit.adaptive', level: 'must', text: 'Edit refuses every ratio but `adaptive`.' },
  { id: 'workflow.extend.adaptive', level: 'must', text: 'Extend refuses every ratio but `adaptive`.' },
  {
    id: 'workflow.operation.mode',
    level: 'must',
    text: 'The operations `edit` and `extend` belong to the mode reference-to-video; with another mode they are refused.',
  },
  {
    id: 'workflow.omitted-ratio',
    level: 'silent',
    settings: ['omittedAspectRatio'],
    text: 'Whether `aspect_ratio` may be left out where `adaptive` is needed, although left out it is 16:9.',
    default:
      'It may not: the defaults are filled in first, and the message says to send `adaptive`. The setting accepts the omission.',
  },
  {
    id: 'workflow.image.sources',
    level: 'silent',
    text: 'Whether image to video takes source videos or the operation `reference`.',
    default: 'It refuses both.',
  },
  {
    id: 'workflow.reference.ratio',
    level: 'silent',
    text: 'Which ratios reference to video takes when it neither edits nor extends.',
    default: 'All of them, `adaptive` included.',
  },
  {
    id: 'workflow.reference.operation',
    level: 'silent',
    text: 'How the operation `reference` differs from a request without an operation.',
    default: 'Nothing, except that it needs a source video.',
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
    text: 'The shape that `adaptive` gives.',
    default:
      'The one of the six fixed ratios that is nearest to the first image. Edit and extend keep the shape of the first source video. A reference request looks at its first source video, else at its first image; with audio alone it is 16:9. The image is cropped about its center.',
  },
  {
    id: 'content.edit-resolution',
    level: 'silent',
    text: 'Whether an edit or an extension has the resolution of its source or the one of the request.',
    default: 'That of the request.',
  },
] as const satisfies readonly Entry[];
