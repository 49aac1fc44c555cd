import { expect, test } from 'vitest';
import { run, type Report } from '../../index.ts';
import { served } from '../../testing/served.ts';

const ID = '0b5e8c9a-7d3f-4a21-9c64-1f0e2d3c4b5a';
const RECORD = JSON.stringify({
  id: ID,
  object: 'video.generation',
  model: 'videomodel-2.5',
  status: 'completed',
  cost_usd: 1,
  output: { url: `/v1/videos/${ID}/content` },
});

/** Judges a server that returns one status for a HEAD of the owner of a clip, and another status for others. */
async function judged(owner: number, others: number): Promise<Report['results']> {
  const url = await served(({ method, headers, url: target }, response) => {
    const isOwner = headers.authorization === 'Bearer mine';
    if (method === 'HEAD') response.writeHead(isOwner ? owner : others).end();
    else if (!isOwner) response.writeHead(headers.authorization === 'Bearer theirs' ? 404 : 401).end();
    else response.writeHead(200).end(target?.endsWith('/content') === true ? 'clip' : RECORD);
  });
  const keys = { primary: 'mine', other: 'theirs' };
  const { results } = await run(url, {
    keys,
    reuse: [ID],
    only: ['*.head'],
    skip: ['get.head', 'content.head', 'http.scheme.head'],
  });
  return results;
}

const verdicts = (results: Report['results']): string[] => [...new Set(results.map(({ verdict }) => verdict))];

test('a server that rejects HEAD for all but the owner passes, and a server that does not fails', async () => {
  const kept = await judged(200, 401);
  expect(kept.map(({ id }) => id)).toEqual([
    'authentication.content.missing.head',
    'authentication.content.invalid.head',
    'content.foreign.head',
    'authentication.get.missing.head',
    'authentication.get.invalid.head',
    'get.foreign.head',
  ]);
  expect(verdicts(kept)).toEqual(['pass']);
  expect(verdicts(await judged(200, 404))).toEqual(['pass']);
  expect(verdicts(await judged(200, 200))).toEqual(['fail']);
});

test('a server that does not support HEAD may return 501', async () => {
  expect(verdicts(await judged(405, 405))).toEqual(['not-applicable']);
  expect(verdicts(await judged(405, 401))).toEqual(['not-applicable']);
  expect(verdicts(await judged(501, 501))).toEqual(['not-applicable']);
});

test('a rejection proves nothing if the owner is rejected, too', async () => {
  expect(verdicts(await judged(403, 403))).toEqual(['untestable']);
});
