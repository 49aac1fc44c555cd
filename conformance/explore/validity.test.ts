import { expect, test } from 'vitest';

import { TEXT } from '../checks/lib/bodies.ts';
import { validityOf } from './validity.ts';
import type { World } from './world.ts';

const ID = '0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a';
const CLIP = { id: ID, key: 'primary', seconds: 20 } as World['clips'][number];
const IMAGE = { ...TEXT, mode: 'image-to-video', image_urls: ['https://example.com/a.png'] };
const SOURCES = { ...TEXT, mode: 'reference-to-video', source_video_ids: [ID] };
const NAMED = { ...SOURCES, prompt: 'The @a meets @b.' };
const BESIDE = { image_urls: ['https://example.com/a.png'] };

test.each<[string, object | string, string]>([
  ['the cheapest create', TEXT, 'workflow.text.accepted'],
  ['one image', { ...IMAGE, aspect_ratio: 'adaptive' }, 'workflow.image.accepted'],
  ['a source video', SOURCES, 'workflow.reference.accepted'],
  ['a source video with a handle', { ...NAMED, subject_to_video_ids: { a: [0] } }, 'workflow.reference.accepted'],
])('%s is valid', (_, body, requirement) => {
  expect(validityOf(JSON.stringify(body), { clips: [CLIP] })).toEqual({ kind: 'valid', requirement });
});

test.each<[string, object | string, string]>([
  ['31 seconds', { ...TEXT, duration_seconds: 31 }, 'create.duration-seconds.range'],
  ['half a second', { ...TEXT, duration_seconds: 4.5 }, 'create.duration-seconds.integer'],
  ['no model', { ...TEXT, model: undefined }, 'create.model.required'],
  ['an unknown field', { ...TEXT, color: 'red' }, 'create.unknown-fields'],
  ['a list', [], 'create.body.json'],
  ['adaptive text', { ...TEXT, aspect_ratio: 'adaptive' }, 'workflow.text.fixed-ratio'],
  [
    'three images',
    { ...IMAGE, aspect_ratio: 'adaptive', image_urls: ['a', 'b', 'c'].map((n) => `https://example.com/${n}`) },
    'workflow.image.count',
  ],
  ['http', { ...IMAGE, aspect_ratio: 'adaptive', image_urls: ['http://example.com/a.png'] }, 'create.image-urls.https'],
  ['an unknown source', { ...SOURCES, source_video_ids: [ID.replace('0', '1')] }, 'create.source-video-ids.completed'],
  [
    'an operation without a source',
    { ...TEXT, reference_video_operation: 'reference' },
    'create.reference-video-operation.needs-sources',
  ],
  ['a handle with a dash', { ...SOURCES, subject_to_video_ids: { 'a-b': [0] } }, 'subject-map.handle'],
  ['an index behind the list', { ...SOURCES, subject_to_video_ids: { a: [1] } }, 'create.subject-to-video-ids.index'],
])('%s is invalid, and names its promise', (_, body, requirement) => {
  expect(validityOf(JSON.stringify(body), { clips: [CLIP] })).toMatchObject({ kind: 'invalid', requirement });
});

// The document leaves room, or does not mention it.
test.each<[string, object]>([
  ['an image without a ratio', IMAGE],
  ['null for an optional field', { ...TEXT, audio: null }],
  ['a URL with an IP address', { ...IMAGE, aspect_ratio: 'adaptive', image_urls: ['https://10.0.0.1/a.png'] }],
  ['the same source twice', { ...SOURCES, source_video_ids: [ID, ID] }],
  ['an index twice', { ...NAMED, subject_to_video_ids: { a: [0, 0] } }],
  ['two handles with one index', { ...NAMED, subject_to_video_ids: { a: [0], b: [0] } }],
  ['a handle that the prompt does not name', { ...SOURCES, subject_to_video_ids: { a: [0] } }],
  ['a handle in two maps', { ...NAMED, ...BESIDE, subject_to_image_ids: { a: [0] }, subject_to_video_ids: { a: [0] } }],
  ['a reference and adaptive', { ...SOURCES, aspect_ratio: 'adaptive' }],
  ['an edit with an image', { ...SOURCES, ...BESIDE, aspect_ratio: 'adaptive', reference_video_operation: 'edit' }],
])('%s is open', (_, body) => {
  expect(validityOf(JSON.stringify(body), { clips: [{ ...CLIP, seconds: 4 }] })).toEqual({ kind: 'open' });
});
