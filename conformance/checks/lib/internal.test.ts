import { expect, test } from 'vitest';
import type { Answered } from '../../engine/evidence.ts';
import { leakInBody, repeatedNames } from './internal.ts';

function leakIn(message: string): string | undefined {
  const request = { method: 'GET', url: 'https://video.example/v1/videos/1', headers: [] };
  return leakInBody({ request, response: { body: { text: JSON.stringify({ message }) } } } as unknown as Answered)?.[1];
}

test.each(['Runway Gen-4 returned 500.', 'Google Veo 3 rejected it.', 'The sora-2 job ended.', 'Hailuo: no capacity.'])(
  'the name of a provider is found: %s',
  (message) => {
    expect(leakIn(message)).toContain('a provider');
  },
);

test.each(['The runway in the prompt is not allowed.', 'Luma and chroma differ.', 'The provider of the image failed.'])(
  'an ordinary word is not a provider: %s',
  (message) => {
    expect(leakIn(message)).toBeUndefined();
  },
);

test('a name that one object has twice is found', () => {
  expect(repeatedNames('{"id":1, "status" : "pending","output":{"url":"a","url":"b"},"status":"completed"}')).toEqual([
    'url',
    'status',
  ]);
});

test('the same name in different objects, or as a value, is not a repetition', () => {
  expect(repeatedNames('{"a":{"id":1},"b":{"id":2},"c":[{"id":3},{"id":"id"}],"d":"\\"a\\":{","e":"a"}')).toEqual([]);
});
