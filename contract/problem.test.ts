import { expect, test } from 'vitest';
import { inDocumentOrder, pathText, type Problem } from './problem.ts';

test.each([
  [[], ''],
  [['prompt'], 'prompt'],
  [['image_urls', 2], 'image_urls[2]'],
  [['subject_to_image_ids', 'hero', 0], 'subject_to_image_ids.hero[0]'],
])('%j is written %j', (parts, text) => {
  expect(pathText(parts)).toBe(text);
});

test('a name of 64 code points is written whole, a longer one by its beginning', () => {
  expect(pathText(['🎬'.repeat(40)])).toBe('🎬'.repeat(40));
  expect(pathText(['h'.repeat(64)])).toBe('h'.repeat(64));
  expect(pathText(['h'.repeat(65)])).toBe(`${'h'.repeat(64)}…`);
});

test('a name is never cut inside an emoji, and half an emoji in a request is replaced', () => {
  expect(pathText([`x${'🎬'.repeat(100)}`])).toBe(`x${'🎬'.repeat(63)}…`);
  expect(pathText(['🎬'.repeat(64)])).toBe('🎬'.repeat(64));
  expect(pathText(['a\ud83cb'])).toBe('a\ufffdb');
});

test('problems are ordered by the field table and keep their order within a field', () => {
  const at = (path: string, message = ''): Problem => ({ path, code: 'invalid_value', message });
  const mixed = [
    at('zeal'),
    at('image_urls[3]', 'first'),
    at('model'),
    at('image_urls[1]', 'second'),
    at('subject_to_audio_ids.x'),
    at('prompt'),
  ];
  expect(inDocumentOrder(mixed).map(({ path }) => path)).toEqual([
    'model',
    'prompt',
    'image_urls[3]',
    'image_urls[1]',
    'subject_to_audio_ids.x',
    'zeal',
  ]);
});
