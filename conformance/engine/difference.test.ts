import { expect, test } from 'vitest';
import { ErrorEnvelope, VideoGeneration } from '../../contract/generation.ts';
import { byteDifferences, shapeDifferences, valueDifferences } from './difference.ts';

test('an error envelope differs in the wrong path and in unlisted fields', () => {
  const envelope = { error: { code: 'x', message: 'y', request_id: 'abc' }, debug: true };
  expect(shapeDifferences(ErrorEnvelope, envelope)).toEqual([
    { at: 'error.request_id', expected: 'a uuid', got: '"abc"' },
    { at: 'debug', expected: 'no such field in the document', got: 'true' },
  ]);
  expect(shapeDifferences(ErrorEnvelope, { detail: 'no' })).toEqual([
    { at: 'error', expected: 'an object', got: 'nothing' },
    { at: 'detail', expected: 'no such field in the document', got: '"no"' },
  ]);
  expect(shapeDifferences(ErrorEnvelope, undefined)).toEqual([{ at: 'body', expected: 'an object', got: 'nothing' }]);
});

test('a record differs in its fields, at any depth', () => {
  const record = {
    id: '0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a',
    object: 'video',
    model: 'videomodel-2.5',
    status: 'queued',
    cost_usd: '0.48',
    output: { url: 'https://cdn.example/a.mp4', ttl: 60 },
  };
  expect(shapeDifferences(VideoGeneration, record).map(({ at, expected }) => `${at}: ${expected}`)).toEqual([
    'object: "video.generation"',
    'status: "pending" or "running" or "completed" or "failed"',
    'cost_usd: a number',
    'output.url: /v1/videos/<id>/content',
    'output.ttl: no such field in the document',
  ]);
});

test('two values differ at their smallest paths', () => {
  const before = { id: 'a', cost_usd: 0.48, output: { url: '/a' } };
  expect(valueDifferences(before, { ...before, cost_usd: 0.47, output: { url: '/b' } })).toEqual([
    { at: 'cost_usd', expected: '0.48', got: '0.47' },
    { at: 'output.url', expected: '"/a"', got: '"/b"' },
  ]);
  expect(valueDifferences(before, { id: 'a', cost_usd: 0.48 })).toEqual([
    { at: 'output', expected: '{"url":"/a"}', got: 'nothing' },
  ]);
  expect(valueDifferences(before, structuredClone(before))).toEqual([]);
});

test('bytes differ from an offset on, or one of them ends', () => {
  const bytes = Uint8Array.from({ length: 20 }, (_, at) => at);
  const other = bytes.with(3, 255);
  expect(byteDifferences(bytes, other, 100)).toEqual([
    { at: 'byte 103', expected: '03 04 05 06 07 08 09 0a …', got: 'ff 04 05 06 07 08 09 0a …' },
  ]);
  expect(byteDifferences(bytes, bytes.subarray(0, 19))).toEqual([
    { at: 'byte 19', expected: '13', got: 'the end, after 19 bytes' },
  ]);
  expect(byteDifferences(bytes, bytes.slice())).toEqual([]);
});
