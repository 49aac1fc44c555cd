/** The answer of the fixture host to a mistyped path. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIXTURE_HOST, fixtureHint, readFixturePath } from './fixture-paths.ts';
import type { MediaKind } from './ports.ts';

function nearestTo(path: string, kind: MediaKind): string | undefined {
  const hint = fixtureHint(`https://${FIXTURE_HOST}${path}`, kind);
  return hint && /The nearest path is (\S+)\. /.exec(hint)?.[1];
}

test.each([
  ['/640x480.png', 'image', '/image/640x480.png'],
  ['/images/640x480.webp', 'image', '/image/640x480.webp'],
  ['/Image/640X480.PNG', 'image', '/image/640x480.png'],
  ['/image/640x480.gif', 'image', '/image/640x480.png'],
  ['/image/640.jpg', 'image', '/image/640x640.jpg'],
  ['/image/0x20000.jpeg', 'image', '/image/1x16384.jpeg'],
  ['/image/heavy.jpg', 'image', '/image/heavy-31mb.jpg'],
  ['/', 'image', '/image/1280x720.png'],
  ['/cat.png', 'image', '/image/1280x720.png'],
  ['/404', 'image', '/status/404'],
  ['/status/200', 'image', '/status/404'],
  ['/timeouts', 'image', '/timeout'],
  ['/5s.wav', 'audio', '/audio/5s.wav'],
  ['/audio/2.5.mp3', 'audio', '/audio/2.5s.mp3'],
  ['/audio/601s.wav', 'audio', '/audio/600s.wav'],
  ['/sound.mp3', 'audio', '/audio/5s.mp3'],
] as const)('the nearest to %s for an %s is %s', (path, kind, nearest) => {
  expect(nearestTo(path, kind)).toBe(nearest);
});

test('the path that a hint names exists, whatever was typed', () => {
  const words = fc.constantFrom('image', 'audio', 'status', 'time', 'x', 's', '.', '.png', '.wav', '404', '1234567890');
  const paths = fc.array(fc.oneof(words, fc.string(), fc.nat().map(String)), { maxLength: 8 });
  fc.assert(
    fc.property(paths, fc.constantFrom('image', 'audio'), (parts, kind) => {
      const nearest = nearestTo(`/${parts.map(encodeURIComponent).join('')}`, kind);
      expect(nearest === undefined || readFixturePath(nearest) !== undefined).toBe(true);
    }),
  );
});

test('a hint shows at most 64 characters of the path, and none of the query', () => {
  const hint = fixtureHint(`https://${FIXTURE_HOST}/${'x'.repeat(2000)}?token=secret`, 'image');
  expect(hint).toContain(` /${'x'.repeat(63)}…. `);
  expect(hint).not.toContain('secret');
});

test('a path that exists gets no hint, and neither does another host', () => {
  expect(fixtureHint(`https://${FIXTURE_HOST}/status/404`, 'image')).toBeUndefined();
  expect(fixtureHint('https://cdn.example.com/640x480.png', 'image')).toBeUndefined();
});
