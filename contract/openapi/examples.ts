/** The examples of the OpenAPI document: a create for each workflow, and a record in each status. */

import { failureMessage } from '../failures.ts';
import type { Status, VideoGeneration } from '../generation.ts';
import { costOf, toDollars } from '../prices.ts';
import { MODEL } from '../model.ts';
import type { CreateVideoRequest } from '../request.ts';
import type { Workflow } from '../workflow.ts';

export const EXAMPLE_ID = '3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6';
export const EXAMPLE_REQUEST_ID = 'b9d2f6c4-8e13-4f0a-a5c7-61f02d3e9b48';

const SECOND_ID = 'c81e728d-9d4c-4f63-af06-7f89cc14862c';

/** The smallest create. */
export const plain: CreateVideoRequest = {
  model: MODEL,
  prompt: 'A small boat drifts down a rain gutter at dusk, the camera follows at water level.',
  duration_seconds: 8,
};

export interface RequestExample {
  readonly summary: string;
  readonly value: CreateVideoRequest;
}

export const REQUEST_EXAMPLES: Readonly<Record<Workflow, RequestExample>> = {
  text: { summary: 'Text to video: a prompt alone', value: plain },
  image: {
    summary: 'Image to video: animate one image',
    value: {
      ...plain,
      mode: 'image-to-video',
      aspect_ratio: 'adaptive',
      image_urls: ['https://media.standin.test/image/1280x720.png'],
    },
  },
  'first-and-last-frame': {
    summary: 'First and last frame: a clip that starts at one image and ends at another',
    value: {
      ...plain,
      mode: 'image-to-video',
      aspect_ratio: 'adaptive',
      image_urls: ['https://media.standin.test/image/720x1280.png', 'https://media.standin.test/image/720x1280.jpg'],
    },
  },
  reference: {
    summary: 'Reference to video: images, audio and an earlier clip, named with @handles',
    value: {
      ...plain,
      mode: 'reference-to-video',
      prompt: '@hero walks through @street while @voice speaks, in the light of @evening.',
      aspect_ratio: '21:9',
      image_urls: [
        'https://media.standin.test/image/1024x1024.png',
        'https://media.standin.test/image/1024x1024.webp',
        'https://media.standin.test/image/1920x1080.jpg',
      ],
      audio_urls: ['https://media.standin.test/audio/5s.mp3'],
      source_video_ids: [EXAMPLE_ID],
      reference_video_operation: 'reference',
      subject_to_image_ids: { hero: [0, 1], street: [2] },
      subject_to_audio_ids: { voice: [0] },
      subject_to_video_ids: { evening: [0] },
    },
  },
  edit: {
    summary: 'Edit: the output is as long as the first source video',
    value: {
      ...plain,
      mode: 'reference-to-video',
      prompt: 'The same scene in heavy snow.',
      resolution: '480p',
      aspect_ratio: 'adaptive',
      source_video_ids: [EXAMPLE_ID, SECOND_ID],
      reference_video_operation: 'edit',
    },
  },
  extend: {
    summary: 'Extend: six more seconds',
    value: {
      ...plain,
      mode: 'reference-to-video',
      prompt: 'The boat reaches the river and the camera rises.',
      duration_seconds: 6,
      aspect_ratio: 'adaptive',
      audio: false,
      source_video_ids: [EXAMPLE_ID],
      reference_video_operation: 'extend',
    },
  },
};

/** Returns the record of the text example in a status. */
export function exampleRecord(status: Status): VideoGeneration {
  const cost = costOf({ resolution: '720p', outputSeconds: plain.duration_seconds, sourceSeconds: [] });
  const record = {
    id: EXAMPLE_ID,
    object: 'video.generation',
    model: MODEL,
    status,
    cost_usd: toDollars(cost),
  } as const;
  if (status === 'completed') return { ...record, output: { url: `/v1/videos/${EXAMPLE_ID}/content` } };
  if (status === 'failed') return { ...record, error: exampleFailure };
  return record;
}

const exampleFailure = {
  code: 'output_content_rejected',
  message: failureMessage('output_content_rejected'),
  request_id: EXAMPLE_REQUEST_ID,
} as const;
