import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathOf } from './answers.ts';

test.each([
  'http://a/v1/videos',
  'https://example.com:8443/base/v1/videos/8c0d8f5e?x=/y#z',
  'http://[::1]:80/v1/videos/',
  'http://a/v1/../v1/videos',
  'http://a/v1/videos/%2e%2e/x',
  'http://a/v1\\videos',
  'http://a/v1/videos/ü "<>',
  'http://user:pass@a/v1',
  'HTTP://a/v1',
  'http://a',
  'http://a?x=/v1',
])('the path of %s equals the path that a URL parser returns', (url) => {
  expect(pathOf(url)).toBe(new URL(url).pathname);
});

test('the path of a random URL equals the path that a URL parser returns', () => {
  const piece = fc.constantFrom('a', 'v1', '/', '.', '..', '%2e', '\\', '?', '#', ':', ' ', '\t', 'Ü', '-', '_', '~');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const url = `http://host/${pieces.join('')}`;
      expect(pathOf(url)).toBe(new URL(url).pathname);
    }),
    { numRuns: 1000 },
  );
});
