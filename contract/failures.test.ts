import { expect, test } from 'vitest';
import { FAILURES, failureMessage, type FailureEntry } from './failures.ts';

const entries: [string, FailureEntry][] = Object.entries(FAILURES);
const from = (state: 'pending' | 'running'): string[] =>
  entries.filter(([, { from }]) => from.length === 1 && from[0] === state).map(([code]) => code);

test('from pending alone', () => {
  expect(from('pending')).toEqual([
    'person_likeness_rejected',
    'image_fetch_failed',
    'audio_fetch_failed',
    'image_invalid',
    'audio_invalid',
    'source_video_unavailable',
    'queue_timeout',
  ]);
});

test('from running alone', () => {
  expect(from('running')).toEqual([
    'output_content_rejected',
    'copyright_rejected',
    'generation_timeout',
    'no_output',
    'generation_failed',
  ]);
});

test('from both', () => {
  const both = entries.filter(([, { from }]) => from.length === 2).map(([code]) => code);
  expect(both).toEqual(['input_content_rejected', 'capacity_unavailable', 'internal_error']);
});

test('a message names a file by its number, or without a number', () => {
  expect(failureMessage('image_fetch_failed', 3)).toBe('Input file 3 could not be downloaded.');
  expect(failureMessage('image_fetch_failed')).toBe('Input file could not be downloaded.');
  expect(failureMessage('audio_invalid', 1)).toBe('Input file 1 has an unsupported type, size, shape or length.');
  expect(failureMessage('no_output', 1)).toBe('The generation finished without a usable video.');
});
