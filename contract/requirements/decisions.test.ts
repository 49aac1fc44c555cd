/** The functions of the contract decide open points as the requirements say. */

import { expect, test } from 'vitest';
import { crossFieldProblems } from '../cross-field.ts';
import { REQUEST_EXAMPLES } from '../openapi/examples.ts';
import { parseRequest } from '../parse-request.ts';
import type { RequirementId } from './requirements.ts';

const text = REQUEST_EXAMPLES.text.value;
const image = REQUEST_EXAMPLES.image.value;
const reference = REQUEST_EXAMPLES.reference.value;
const edit = REQUEST_EXAMPLES.edit.value;
const id = 'c81e728d-9d4c-1f63-0f06-7f89cc14862c';
const url = 'https://example.org/a.png';

function codesOf(body: unknown): string[] {
  const parsed = parseRequest(body);
  const problems = parsed.ok ? crossFieldProblems(parsed.request) : parsed.problems;
  return problems.map(({ code }) => code);
}

const ACCEPTED: readonly (readonly [RequirementId, object])[] = [
  ['create.integer-spelling', { ...text, duration_seconds: JSON.parse('5.0') }],
  ['create.prompt.character', { ...text, prompt: '\u{1F6A2}'.repeat(15_000) }],
  ['create.prompt.blank', { ...text, prompt: ' ' }],
  ['create.urls.repeated', { ...reference, image_urls: [url, url, url] }],
  ['create.source-video-ids.repeated', { ...reference, source_video_ids: [id, id] }],
  ['create.source-video-ids.uuid-version', { ...reference, source_video_ids: [id.toUpperCase()] }],
  ['subject-map.empty', { ...reference, subject_to_image_ids: {} }],
  ['subject-map.repeated-index', { ...reference, subject_to_image_ids: { hero: [0, 0], twin: [0] } }],
  ['subject-map.unmapped-handle', { ...text, prompt: '@nobody waves' }],
  ['subject-map.unused-handle', { ...reference, prompt: 'Rain.' }],
  ['workflow.reference.ratio', { ...reference, aspect_ratio: 'adaptive' }],
  ['workflow.edit-extend.other-references', { ...edit, image_urls: [url] }],
];

test.each(ACCEPTED)('%s: the contract accepts it', (_, body) => {
  expect(codesOf(body)).toEqual([]);
});

const REFUSED: readonly (readonly [RequirementId, object, code: string])[] = [
  ['create.null', { ...text, mode: null }, 'invalid_type'],
  ['create.prompt.character', { ...text, prompt: 'e\u0301'.repeat(7501) }, 'invalid_prompt'],
  ['create.urls.policy', { ...image, image_urls: ['https://127.0.0.1/a.png'] }, 'invalid_url'],
  ['create.urls.policy', { ...image, image_urls: ['https://me:secret@example.org/a.png'] }, 'invalid_url'],
  ['create.urls.policy', { ...image, image_urls: ['https://example.org/ä.png'] }, 'invalid_url'],
  ['subject-map.empty', { ...image, subject_to_image_ids: {} }, 'references_not_allowed'],
  ['workflow.omitted-ratio', { ...text, mode: 'image-to-video', image_urls: [url] }, 'aspect_ratio_not_allowed'],
  ['workflow.image.sources', { ...image, source_video_ids: [id] }, 'references_not_allowed'],
  [
    'workflow.reference.operation',
    { ...reference, source_video_ids: [], subject_to_video_ids: undefined },
    'references_required',
  ],
];

test.each(REFUSED)('%s: the contract refuses it', (_, body, code) => {
  expect(codesOf(JSON.parse(JSON.stringify(body)))).toEqual([code]);
});

test('errors.precedence.fields: the first field of the table gives the code, an unknown field comes last', () => {
  expect(codesOf({ color: 1, ...text, prompt: '', duration_seconds: 3 })).toEqual([
    'invalid_prompt',
    'invalid_duration',
    'unknown_field',
  ]);
});
