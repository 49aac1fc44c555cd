import { expect, test } from 'vitest';
import { workflowOf } from './workflow.ts';

const a = 'https://media.standin.test/image/1.png';

test.each([
  ['text', { mode: 'text-to-video', image_urls: [] }],
  ['image', { mode: 'image-to-video', image_urls: [a] }],
  ['first-and-last-frame', { mode: 'image-to-video', image_urls: [a, a] }],
  ['reference', { mode: 'reference-to-video', image_urls: [a, a] }],
  ['reference', { mode: 'reference-to-video', image_urls: [], reference_video_operation: 'reference' }],
  ['edit', { mode: 'reference-to-video', image_urls: [], reference_video_operation: 'edit' }],
  ['extend', { mode: 'reference-to-video', image_urls: [a], reference_video_operation: 'extend' }],
] as const)('%s is chosen by %j', (workflow, request) => {
  expect(workflowOf(request)).toBe(workflow);
});
