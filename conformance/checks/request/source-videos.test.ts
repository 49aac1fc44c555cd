import { expect, test } from 'vitest';
import { judgeAll } from '../../engine/judge.ts';
import type { Exchange } from '../../client/exchange.ts';
import { SOURCE_SECONDS_CHECKS } from './source-videos.ts';

const ID = 'create.source-video-ids.seconds.above-by-one';
const URL_OF = 'https://videos.test/v1/videos';

function exchange(n: number, probe: string, label: string): Exchange {
  const request = { method: 'POST', url: URL_OF, headers: [] };
  const response = { status: 202, headers: [], body: { size: 2, sha256: '', text: '{}' }, complete: true };
  return { n, probe, label, at: n, ms: 1, request, response };
}

/** Returns the download of a clip of this length. */
function download(n: number, probe: string, seconds: number): Exchange {
  const video = { codec: null, width: 854, height: 480, seconds, start: 0, framesPerSecond: 24, jitter: 0 };
  const clip = { boxes: [], readable: true, video: { ...video, frames: seconds * 24, keyFrames: 1 } };
  const whole = exchange(n, probe, 'whole');
  const body = { size: 1, sha256: '', clip };
  return { ...whole, response: { status: 200, headers: [], complete: true, body } };
}

/** Returns the verdict for an accepted create whose six sources last this much longer. */
function verdict(longer: number): string | undefined {
  const checks = SOURCE_SECONDS_CHECKS.filter(({ id }) => id === ID);
  const sources = { edit: 4, image: 10, extend: 5, large: 4, defaults: 4 };
  const downloads = Object.entries(sources).map(([name, seconds], at) =>
    download(at + 2, `download.${name}`, seconds + longer),
  );
  const exchanges = [exchange(1, ID, 'create'), ...downloads, download(9, 'download', 4 + longer)];
  const probes = Object.fromEntries(exchanges.map(({ probe: id }) => [id, { id, status: 'ran' as const }]));
  return judgeAll(checks, { exchanges, probes, anyClip: 'clip.base', startedAt: '2026-01-01T00:00:00Z' })[0]?.verdict;
}

test('a server that accepts source videos of 31 s fails', () => {
  expect(verdict(0)).toBe('fail');
});

test('the check is untestable if the clips may last only 30 s in total', () => {
  expect(verdict(-0.4)).toBe('untestable');
});
