/** The ways to run the kit, against the emulator. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { render, run } from '../../conformance/index.ts';
import { createEmulator } from '../../emulator/index.ts';
import { recordedRun } from '../support/recorded-run.ts';
import { bad, standin } from './standin-profile.ts';

const emulator = createEmulator({ latency: 'instant' });
let url = '';

beforeAll(async () => {
  url = (await emulator.listen({ port: 0 })).url;
});

afterAll(() => emulator.close());

test('no report holds a key of the profile', async () => {
  const profile = await standin({ only: ['get.unknown', 'authentication.*'] });
  const report = await run(url, profile);
  const keys = Object.fromEntries(Object.entries(profile.keys ?? {}).map(([name, key]) => [name, key ?? '']));
  for (const format of ['json', 'junit', 'html', 'markdown', 'sarif'] as const)
    expect(() => render(report, format, keys)).not.toThrow();
});

test('a key that the run takes back is not used to look again at what it made', async () => {
  const only = ['authentication.*.revoked*', 'get.answer.*', 'state.terminal.content'];
  // The records of the emulator have no validators.
  const skip = ['*.second-key', 'get.answer.record.condition'];
  const taken = await run(url, await standin({ thorough: true, only, skip }));
  expect(bad(taken)).toEqual([]);
  expect(taken.results.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)).toEqual([]);
  expect(taken.exchanges.some(({ label }) => label.startsWith('again clip.base'))).toBe(true);
});

test('in the same process, without a socket, free checks give the same verdicts', async () => {
  const other = createEmulator({ latency: 'instant' });
  const only = ['create.*', 'workflow.*', 'subject-map.*', 'error*', 'state*', 'credits*', 'get.*'];
  const inside = await run(
    { baseUrl: 'http://emulator.test', fetch: (request) => other.fetch(request) },
    await standin({
      only,
      // Another host than the machine's own reaches no control API, and so no balance.
      skip: [
        'create.resolution.default',
        'create.a*.default',
        'state.download*',
        'state.terminal',
        // The recorded run judges an emulator whose generations take three seconds.
        'state.skip-running',
        'http*',
        'credits.sum*',
        // A generation that fails is completed at no time; here the other extension completes at once.
        'create.source-video-ids.completed.early.beside',
        'create.source-video-ids.completed.meanwhile',
      ],
    }),
  );
  await other.close();
  expect(bad(inside)).toEqual([]);
  const { report } = await recordedRun();
  const verdicts = new Map(report.results.map(({ id, verdict, value }) => [id, `${verdict} ${value ?? ''}`]));
  expect(
    inside.results
      .filter(({ id, verdict, value }) => verdicts.get(id) !== `${verdict} ${value ?? ''}`)
      .map(({ id }) => id),
  ).toEqual([]);
});

test('under a base URL with a path', async () => {
  const prefixed = createEmulator({ latency: 'instant', basePath: '/media/api' });
  const found = await run(
    { baseUrl: 'http://emulator.test/media/api', fetch: (request) => prefixed.fetch(request) },
    await standin({ only: ['record.*', 'get.*', 'versioning.path.base'] }),
  );
  await prefixed.close();
  expect(bad(found)).toEqual([]);
  expect(found.exitCode).toBe(0);
});

test('a pinned observation that differs, and a stale baseline, fail the run', async () => {
  const only = ['price.480p', 'get.unknown'];
  const pinned = await run(url, await standin({ only, expect: { 'price.480p': '0.5' } }));
  expect(pinned.exitCode).toBe(1);
  expect(pinned.problems.map(({ text }) => text)).toEqual(['price.480p is "0.12", but the profile expects "0.5".']);
  const stale = await run(
    url,
    await standin({ only, baseline: [{ check: 'get.unknown', reason: 'ticket 7', expires: '2999-01-01' }] }),
  );
  expect(stale.exitCode).toBe(5);
});

// On a clock five times as fast, so that what is waited for comes soon; far more come at once than it lets through.
test('a server that limits the rate of requests is judged all the same', async () => {
  const limited = createEmulator({ latency: 'instant', limits: 'realistic', clock: 'x5' });
  const found = await run((await limited.listen({ port: 0 })).url, {
    keys: { primary: 'sk_standin_limited' },
    only: ['create.model.*', 'create.prompt.*', 'get.unknown', 'content.answer.*'],
    timing: { pollSeconds: 0.05 },
    concurrency: 16,
  });
  await limited.close();
  expect(found.exchanges.some(({ response }) => response?.status === 429)).toBe(true);
  expect([found.exitCode, found.summary.inconclusive, found.spend.creates]).toEqual([0, 0, 1]);
  expect(found.summary.pass).toBeGreaterThan(10);
}, 120_000);

test('a pattern that matches nothing is an error with near names', async () => {
  await expect(run(url, await standin({ only: ['create.prompt.lenght*'] }))).rejects.toThrow(
    /matches no check.*create\.prompt/s,
  );
});
