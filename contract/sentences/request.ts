/** The sentences of "CreateVideoRequest (body of create)" and "Required arguments per workflow". */

import type { Sentences } from './sentence.ts';

export const REQUEST_SENTENCES: Sentences = {
  'CreateVideoRequest (body of create)': ['create.body.json'],
  'Unknown fields are rejected (no additional properties).': ['create.unknown-fields'],
  'All array indexes are zero-based.': [
    'subject-map.index.minimum',
    'create.subject-to-image-ids.index',
    'create.subject-to-video-ids.index',
    'create.subject-to-audio-ids.index',
  ],
  'model: string; required. Must be exactly `videomodel-2.5`.': ['create.model.required', 'create.model.constant'],
  'prompt: string; required. 1 to 15000 characters. Describes subject, action, environment, camera, sound; may contain @handles.':
    [
      'create.prompt.required',
      'create.prompt.type',
      'create.prompt.length',
      'create.prompt.content',
      'create.prompt.handles',
    ],
  'mode: enum; not required, default `text-to-video`. `text-to-video`, `image-to-video`, `reference-to-video`.': [
    'create.mode.values',
    'create.mode.default',
  ],
  'duration_seconds: integer; required. 4 to 30.': [
    'create.duration-seconds.required',
    'create.duration-seconds.integer',
    'create.duration-seconds.range',
    'content.duration.requested',
  ],
  'For edit the output length equals the first source video even though the field is still required; for extend the output uses this value.':
    ['content.duration.edit', 'create.duration-seconds.required', 'content.duration.requested'],
  'resolution: enum; not required, default `720p`. `480p`, `720p`, `1080p`.': [
    'create.resolution.values',
    'create.resolution.default',
    'content.resolution',
  ],
  'aspect_ratio: enum; not required, default `16:9`. `adaptive`, `21:9`, `16:9`, `9:16`, `1:1`, `4:3`, `3:4`.': [
    'create.aspect-ratio.values',
    'create.aspect-ratio.default',
    'content.aspect-ratio',
  ],
  'audio: boolean; not required, default `true`. Generate synchronized audio.': [
    'create.audio.type',
    'create.audio.default',
    'content.audio.on',
    'content.audio.off',
  ],
  'image_urls: array of string (uri, must start with https://); by mode, default empty. Max 30 items. 1 to 2 for image-to-video; up to 30 for reference-to-video.':
    [
      'create.image-urls.type',
      'create.image-urls.https',
      'create.image-urls.default',
      'create.image-urls.count',
      'workflow.image.count',
    ],
  'audio_urls: array of string (uri, must start with https://); by mode, default empty. Max 10 items. Public HTTPS MP3 or WAV; reference mode only.':
    [
      'create.audio-urls.type',
      'create.audio-urls.https',
      'create.audio-urls.default',
      'create.audio-urls.count',
      'create.audio-urls.reference-mode',
      'files.audio.public',
      'files.audio.type',
    ],
  'source_video_ids: array of string (uuid); by mode, default empty. Max 10 items. Completed generations owned by the same account; 30 input seconds combined.':
    [
      'create.source-video-ids.type',
      'create.source-video-ids.default',
      'create.source-video-ids.count',
      'create.source-video-ids.completed',
      'create.source-video-ids.owned',
      'create.source-video-ids.seconds',
    ],
  'reference_video_operation: enum; not required, no default. `reference`, `edit`, `extend`. Requires source_video_ids.':
    [
      'create.reference-video-operation.values',
      'create.reference-video-operation.optional',
      'create.reference-video-operation.needs-sources',
    ],
  'subject_to_image_ids: SubjectMap; not required, no default. Reference mode only. Indexes into image_urls.': [
    'create.subject-to-image-ids.optional',
    'create.subject-to-image-ids.reference-mode',
    'create.subject-to-image-ids.index',
  ],
  'subject_to_video_ids: SubjectMap; not required, no default. Reference mode only. Indexes into source_video_ids.': [
    'create.subject-to-video-ids.optional',
    'create.subject-to-video-ids.reference-mode',
    'create.subject-to-video-ids.index',
  ],
  'subject_to_audio_ids: SubjectMap; not required, no default. Reference mode only. Indexes into audio_urls.': [
    'create.subject-to-audio-ids.optional',
    'create.subject-to-audio-ids.reference-mode',
    'create.subject-to-audio-ids.index',
  ],
  'Text to video: mode text-to-video; model, prompt, duration_seconds.': ['workflow.text.accepted'],
  'Use a fixed (non-adaptive) aspect ratio.': ['workflow.text.fixed-ratio'],
  'All reference arrays must be empty.': [
    'workflow.text.no-images',
    'workflow.text.no-audio',
    'workflow.text.no-sources',
  ],
  'Image to video: mode image-to-video; model, prompt, duration_seconds, 1 to 2 image_urls.': [
    'workflow.image.accepted',
    'workflow.image.count',
  ],
  'aspect_ratio must be `adaptive`.': ['workflow.image.adaptive'],
  'A second image, when present, is the final frame.': ['workflow.frames.order'],
  'First and last frame: mode image-to-video; exactly 2 image_urls in start, end order, plus prompt and duration_seconds. Adaptive framing.':
    ['workflow.frames.accepted', 'workflow.frames.order', 'workflow.image.adaptive'],
  'Reference to video: mode reference-to-video; model, prompt, duration_seconds, and at least one image, audio file or completed source video.':
    ['workflow.reference.accepted', 'workflow.reference.some'],
  'At most 50 references combined across all arrays.': ['workflow.reference.combined'],
  'Edit or extend: mode reference-to-video; source_video_ids and reference_video_operation set to `edit` or `extend`.':
    ['workflow.edit.accepted', 'workflow.extend.accepted', 'workflow.operation.mode'],
  'Adaptive framing required.': ['workflow.edit.adaptive', 'workflow.extend.adaptive'],
};
