/** The sentences of "CreateVideoRequest (body of create)" and "Required arguments per workflow". */

import type { Sentence } from './sentence.ts';

export const REQUEST_SENTENCES: readonly Sentence[] = [
  { says: 'CreateVideoRequest (body of create)', rules: ['create.body.json'] },
  { says: 'Unknown fields are rejected (no additional properties).', rules: ['create.unknown-fields'] },
  {
    says: 'All array indexes are zero-based.',
    rules: [
      'subject-map.index.minimum',
      'create.subject-to-image-ids.index',
      'create.subject-to-video-ids.index',
      'create.subject-to-audio-ids.index',
    ],
  },
  {
    says: 'model: string; required. Must be exactly `videomodel-2.5`.',
    rules: ['create.model.required', 'create.model.constant'],
  },
  {
    says: 'prompt: string; required. 1 to 15000 characters. Describes subject, action, environment, camera, sound; may contain @handles.',
    rules: [
      'create.prompt.required',
      'create.prompt.type',
      'create.prompt.length',
      'create.prompt.content',
      'create.prompt.handles',
    ],
  },
  {
    says: 'mode: enum; not required, default `text-to-video`. `text-to-video`, `image-to-video`, `reference-to-video`.',
    rules: ['create.mode.values', 'create.mode.default'],
  },
  {
    says: 'duration_seconds: integer; required. 4 to 30.',
    rules: [
      'create.duration-seconds.required',
      'create.duration-seconds.integer',
      'create.duration-seconds.range',
      'content.duration.requested',
    ],
  },
  {
    says: 'For edit the output length equals the first source video even though the field is still required; for extend the output uses this value.',
    rules: ['content.duration.edit', 'create.duration-seconds.required', 'content.duration.requested'],
  },
  {
    says: 'resolution: enum; not required, default `720p`. `480p`, `720p`, `1080p`.',
    rules: ['create.resolution.values', 'create.resolution.default', 'content.resolution'],
  },
  {
    says: 'aspect_ratio: enum; not required, default `16:9`. `adaptive`, `21:9`, `16:9`, `9:16`, `1:1`, `4:3`, `3:4`.',
    rules: ['create.aspect-ratio.values', 'create.aspect-ratio.default', 'content.aspect-ratio'],
  },
  {
    says: 'audio: boolean; not required, default `true`. Generate synchronized audio.',
    rules: ['create.audio.type', 'create.audio.default', 'content.audio.on', 'content.audio.off'],
  },
  {
    says: 'image_urls: array of string (uri, must start with https://); by mode, default empty. Max 30 items. 1 to 2 for image-to-video; up to 30 for reference-to-video.',
    rules: [
      'create.image-urls.type',
      'create.image-urls.https',
      'create.image-urls.default',
      'create.image-urls.count',
      'workflow.image.count',
    ],
  },
  {
    says: 'audio_urls: array of string (uri, must start with https://); by mode, default empty. Max 10 items. Public HTTPS MP3 or WAV; reference mode only.',
    rules: [
      'create.audio-urls.type',
      'create.audio-urls.https',
      'create.audio-urls.default',
      'create.audio-urls.count',
      'create.audio-urls.reference-mode',
      'files.audio.public',
      'files.audio.type',
    ],
  },
  {
    says: 'source_video_ids: array of string (uuid); by mode, default empty. Max 10 items. Completed generations owned by the same account; 30 input seconds combined.',
    rules: [
      'create.source-video-ids.type',
      'create.source-video-ids.default',
      'create.source-video-ids.count',
      'create.source-video-ids.completed',
      'create.source-video-ids.owned',
      'create.source-video-ids.seconds',
    ],
  },
  {
    says: 'reference_video_operation: enum; not required, no default. `reference`, `edit`, `extend`. Requires source_video_ids.',
    rules: [
      'create.reference-video-operation.values',
      'create.reference-video-operation.optional',
      'create.reference-video-operation.needs-sources',
    ],
  },
  {
    says: 'subject_to_image_ids: SubjectMap; not required, no default. Reference mode only. Indexes into image_urls.',
    rules: [
      'create.subject-to-image-ids.optional',
      'create.subject-to-image-ids.reference-mode',
      'create.subject-to-image-ids.index',
    ],
  },
  {
    says: 'subject_to_video_ids: SubjectMap; not required, no default. Reference mode only. Indexes into source_video_ids.',
    rules: [
      'create.subject-to-video-ids.optional',
      'create.subject-to-video-ids.reference-mode',
      'create.subject-to-video-ids.index',
    ],
  },
  {
    says: 'subject_to_audio_ids: SubjectMap; not required, no default. Reference mode only. Indexes into audio_urls.',
    rules: [
      'create.subject-to-audio-ids.optional',
      'create.subject-to-audio-ids.reference-mode',
      'create.subject-to-audio-ids.index',
    ],
  },
  {
    says: 'Text to video: mode text-to-video; model, prompt, duration_seconds.',
    rules: ['workflow.text.accepted'],
  },
  { says: 'Use a fixed (non-adaptive) aspect ratio.', rules: ['workflow.text.fixed-ratio'] },
  {
    says: 'All reference arrays must be empty.',
    rules: ['workflow.text.no-images', 'workflow.text.no-audio', 'workflow.text.no-sources'],
  },
  {
    says: 'Image to video: mode image-to-video; model, prompt, duration_seconds, 1 to 2 image_urls.',
    rules: ['workflow.image.accepted', 'workflow.image.count'],
  },
  { says: 'aspect_ratio must be `adaptive`.', rules: ['workflow.image.adaptive'] },
  { says: 'A second image, when present, is the final frame.', rules: ['workflow.frames.order'] },
  {
    says: 'First and last frame: mode image-to-video; exactly 2 image_urls in start, end order, plus prompt and duration_seconds. Adaptive framing.',
    rules: ['workflow.frames.accepted', 'workflow.frames.order', 'workflow.image.adaptive'],
  },
  {
    says: 'Reference to video: mode reference-to-video; model, prompt, duration_seconds, and at least one image, audio file or completed source video.',
    rules: ['workflow.reference.accepted', 'workflow.reference.some'],
  },
  { says: 'At most 50 references combined across all arrays.', rules: ['workflow.reference.combined'] },
  {
    says: 'Edit or extend: mode reference-to-video; source_video_ids and reference_video_operation set to `edit` or `extend`.',
    rules: ['workflow.edit.accepted', 'workflow.extend.accepted', 'workflow.operation.mode'],
  },
  { says: 'Adaptive framing required.', rules: ['workflow.edit.adaptive', 'workflow.extend.adaptive'] },
];
