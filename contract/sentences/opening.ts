/** The sentences of the opening part, "What the service does". */

import type { Sentences } from './sentence.ts';

export const OPENING_SENTENCES: Sentences = {
  'This document covers the whole service: a JSON-over-HTTPS interface for submitting a video generation request, polling its status, and downloading the finished MP4.':
    ['service.json', 'service.https', 'content.answer.video'],
  'It has nine parts, in the order: what the service does, resources, states, endpoints, authentication, events, errors, limits, versioning.':
    'It says how the document is divided.',
  'The service generates one video clip per request from a single model, identified by the value `videomodel-2.5`.': [
    'service.one-clip',
    'service.one-model',
  ],
  'Generation is asynchronous.': ['service.asynchronous'],
  '`POST {base_url}/v1/videos` answers at once with a generation record.': ['service.asynchronous'],
  'The client then polls `GET {base_url}/v1/videos/{id}` until the status is `completed` or `failed`, and downloads the result from the output URL.':
    ['service.poll-to-the-end', 'get.answer.status', 'state.download-with-completion'],
  'Workflows, chosen by `mode` and the fields supplied:': ['service.workflow-choice'],
  'Text to video: from a prompt alone.': ['workflow.text.accepted'],
  'Image to video: animate one image.': ['workflow.image.accepted'],
  'First and last frame: image-to-video with exactly two images, the first being the start frame and the second the final frame.':
    ['workflow.frames.accepted', 'workflow.frames.order'],
  'Reference to video: combine images, audio files and earlier completed videos as references, named with @handles in the prompt.':
    ['workflow.reference.accepted', 'create.prompt.handles'],
  'Edit or extend: use earlier completed videos from the same account as source material (`reference_video_operation` = `edit` or `extend`).':
    ['workflow.edit.accepted', 'workflow.extend.accepted', 'create.source-video-ids.owned'],
  'Output is 4 to 30 seconds at 24 frames per second, optionally with synchronized generated audio (dialogue, ambience, sound effects).':
    ['content.duration.bounds', 'content.frame-rate', 'content.audio.synchronized', 'content.audio.kinds'],
  'Results are nondeterministic.': ['service.nondeterministic'],
  'Creating a generation reserves credits in the displayed cost.': ['credits.reserve'],
  'A generation that ends as `failed` has its reservation refunded automatically.': [
    'credits.refund',
    'credits.refund.once',
  ],
  'Video references are accepted only as IDs of completed generations owned by the same account, so that durations and ownership are verified by the service and input plus output seconds are billed exactly.':
    [
      'create.source-video-ids.type',
      'create.source-video-ids.completed',
      'create.source-video-ids.owned',
      'create.source-video-ids.seconds',
      'billing.source-seconds',
    ],
  'No subscription is required.': ['service.no-subscription'],
  'Prices include the service markup.': ['billing.markup'],
};
