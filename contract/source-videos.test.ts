import { describe, expect, test } from 'vitest';
import { parseRequest } from './parse-request.ts';
import type { FullCreateRequest } from './request.ts';
import { DEEPEST_DERIVATION, outputSeconds, sourceProblems, type SourceFacts } from './source-videos.ts';

const completed = (seconds: number): SourceFacts => ({ state: 'completed', seconds });
const codes = (sources: readonly SourceFacts[]): string[] =>
  sourceProblems(sources).map(({ path, code }) => `${path} ${code}`);

describe('source videos', () => {
  test('completed ones of 30 s together are accepted', () => {
    expect(sourceProblems([completed(15), completed(15)])).toEqual([]);
    expect(sourceProblems([completed(30)])).toEqual([]);
    expect(sourceProblems([])).toEqual([]);
  });

  test('31 s together are refused, and the message tells both numbers', () => {
    expect(sourceProblems([completed(15), completed(16)])).toEqual([
      {
        path: 'source_video_ids',
        code: 'source_duration_exceeded',
        message: 'are 31 seconds long in total; send at most 30',
      },
    ]);
  });

  test('a source that is named twice counts twice', () => {
    expect(codes([completed(16), completed(16)])).toEqual(['source_video_ids source_duration_exceeded']);
  });

  test('the message names an unknown and an uncompleted source by its index', () => {
    expect(codes([completed(4), { state: 'unknown' }, { state: 'not-completed' }])).toEqual([
      'source_video_ids[1] source_video_not_found',
      'source_video_ids[2] source_video_not_ready',
    ]);
  });

  test('the message names a source with too many derivations by its index', () => {
    const derived = (depth: number): SourceFacts => ({ state: 'completed', seconds: 4, depth });
    expect(codes([derived(0), derived(DEEPEST_DERIVATION - 1)])).toEqual([]);
    expect(codes([derived(0), derived(DEEPEST_DERIVATION)])).toEqual(['source_video_ids[1] source_depth_exceeded']);
  });

  test('all problems come at once, availability first', () => {
    expect(codes([{ state: 'not-completed' }, { state: 'unknown' }, completed(30), completed(4)])).toEqual([
      'source_video_ids[0] source_video_not_ready',
      'source_video_ids[1] source_video_not_found',
      'source_video_ids source_duration_exceeded',
    ]);
  });
});

describe('output seconds', () => {
  function request(operation?: FullCreateRequest['reference_video_operation']): FullCreateRequest {
    const parsed = parseRequest({
      model: 'videomodel-2.5',
      prompt: 'p',
      duration_seconds: 6,
      ...(operation === undefined ? {} : { reference_video_operation: operation }),
    });
    if (!parsed.ok) throw new Error('the request of this test is not valid');
    return parsed.request;
  }

  test('edit is as long as its first source', () => {
    expect(outputSeconds(request('edit'), [8, 5])).toBe(8);
  });

  test.each(['extend', 'reference', undefined] as const)('%s is as long as was asked', (operation) => {
    expect(outputSeconds(request(operation), [8, 5])).toBe(6);
  });
});
