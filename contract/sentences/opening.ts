/** The sentences of the opening part, "What the service does". */

import type { Sentence } from './sentence.ts';

export const OPENING_SENTENCES: readonly Sentence[] = [
  {
    says: 'This document covers the whole service: a JSON-over-HTTPS interface for submitting a video generation request, polling its status, and downloading the finished MP4.',
    rules: ['service.json', 'service.https', 'content.answer.video'],
  },
  {
    says: 'It has nine parts, in the order: what the service does, resources, states, endpoints, authentication, events, errors, limits, versioning.',
    rules: [],
    reason: 'It says how the document is divided.',
  },
  {
    says: 'The service generates one video clip per request from a single model, identified by the value `videomodel-2.5`.',
    rules: ['service.one-clip', 'service.one-model'],
  },
  { says: 'Generation is asynchronous.', rules: ['service.asynchronous'] },
  { says: '`POST {base_url}/v1/videos` answers at once with a generation record.', rules: ['service.asynchronous'] },
  {
    says: 'The client then polls `GET {base_url}/v1/videos/{id}` until the status is `completed` or `failed`, and downloads the result from the output URL.',
    rules: ['service.poll-to-the-end', 'get.answer.status', 'state.download-with-completion'],
  },
  { says: 'Workflows, chosen by `mode` and the fields supplied:', rules: ['service.workflow-choice'] },
  { says: 'Text to video: from a prompt alone.', rules: ['workflow.text.accepted'] },
  { says: 'Image to video: animate one image.', rules: ['workflow.image.accepted'] },
  {
    says: 'First and last frame: image-to-video with exactly two images, the first being the start frame and the second the final frame.',
    rules: ['workflow.frames.accepted', 'workflow.frames.order'],
  },
  {
    says: 'Reference to video: combine images, audio files and earlier completed videos as references, named with @handles in the prompt.',
    rules: ['workflow.reference.accepted', 'create.prompt.handles'],
  },
  {
    says: 'Edit or extend: use earlier completed videos from the same account as source material (`reference_video_operation` = `edit` or `extend`).',
    rules: ['workflow.edit.accepted', 'workflow.extend.accepted', 'create.source-video-ids.owned'],
  },
  {
    says: 'Output is 4 to 30 seconds at 24 frames per second, optionally with synchronized generated audio (dialogue, ambience, sound effects).',
    rules: ['content.duration.bounds', 'content.frame-rate', 'content.audio.synchronized', 'content.audio.kinds'],
  },
  { says: 'Results are nondeterministic.', rules: ['service.nondeterministic'] },
  { says: 'Creating a generation reserves credits in the displayed cost.', rules: ['credits.reserve'] },
  {
    says: 'A generation that ends as `failed` has its reservation refunded automatically.',
    rules: ['credits.refund', 'credits.refund.once'],
  },
  {
    says: 'Video references are accepted only as IDs of completed generations owned by the same account, so that durations and ownership are verified by the service and input plus output seconds are billed exactly.',
    rules: [
      'create.source-video-ids.type',
      'create.source-video-ids.completed',
      'create.source-video-ids.owned',
      'create.source-video-ids.seconds',
      'billing.source-seconds',
    ],
  },
  { says: 'No subscription is required.', rules: ['service.no-subscription'] },
  { says: 'Prices include the service markup.', rules: ['billing.markup'] },
];
