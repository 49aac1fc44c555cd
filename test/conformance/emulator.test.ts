/** The kit against the emulator, as users run it: green with all gates, and each of the ways to run it. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKS, listCosts, readProfile, render, run, type Report } from '../../conformance/index.ts';
import { createEmulator } from '../../emulator/index.ts';
import { EDIT_ASKED } from '../../conformance/checks/lib/clips.ts';
import { fieldsFor, SPREAD } from '../../conformance/checks/lib/spread.ts';
import { bad, standin } from './standin-profile.ts';

const emulator = createEmulator({ latency: 'instant' });
let url = '';
let keys: Record<string, string> = {};
let report: Report;

beforeAll(async () => {
  url = (await emulator.listen({ port: 0 })).url;
  const profile = await standin({ gates: ['document', 'http'] });
  keys = Object.fromEntries(Object.entries(profile.keys ?? {}).map(([name, key]) => [name, key ?? '']));
  report = await run(url, profile);
});

afterAll(() => emulator.close());

describe('a run over HTTP', () => {
  test('is green with all gates', () => {
    expect(bad(report)).toEqual([]);
    expect(report.exitCode).toBe(0);
  });

  test('leaves hardly anything untested', () => {
    expect(report.results.filter(({ verdict }) => verdict === 'untestable').map(({ id }) => id)).toEqual([
      // Each key of the emulator opens an account of its own.
      'get.answer.status.second-key',
      'content.answer.status.second-key',
      'create.source-video-ids.owned.second-key',
      'http.retry-after',
    ]);
  });

  test('has at least 150 checks and 60 observations, and pays for at most 12 creates', async () => {
    const observations = Object.keys(report.observations).length;
    expect(report.summary.checks - observations).toBeGreaterThanOrEqual(150);
    expect(observations).toBeGreaterThanOrEqual(60);
    const { creates, refunded = 0 } = report.spend;
    expect(creates - refunded).toBeLessThanOrEqual(12);
    expect(listCosts(CHECKS, readProfile(await standin())).creates).toBeLessThanOrEqual(12);
    expect(report.spend.spent).toBeLessThanOrEqual(report.spend.worst ?? 0);
  });

  test('asks for what the spread of its creates says', () => {
    const probes = {
      extendMany: 'clip.extend-many',
      spending: 'credits.spending',
      referenceDefaults: 'clip.reference-defaults',
      editOfSilent: 'clip.edit-of-silent',
    };
    for (const [name, row] of Object.entries(SPREAD)) {
      const probe = Reflect.get(probes, name) ?? `clip.${name}`;
      const create = report.exchanges.find((one) => one.probe === probe && /^(create|affordable)$/.test(one.label));
      const sent = { resolution: '720p', aspect_ratio: '16:9', audio: true, ...JSON.parse(create?.request.body ?? '') };
      const seconds = row.workflow === 'edit' ? EDIT_ASKED : row.seconds;
      expect(sent, name).toMatchObject({ ...fieldsFor(row), audio: row.audio, duration_seconds: seconds });
    }
  });

  test('observes what the emulator decides', () => {
    expect(report.observations).toMatchObject({
      'idempotency.replay': '202 same body',
      'idempotency.mismatch': '400 idempotency_key_reused',
      'error-code.prompt.length.above': '400 invalid_prompt',
      'price.480p': '0.12',
      'price.720p': '0.28',
      'billing.edit-seconds': 'those that come out',
      'content.pixels.480p.4-3': '752x560',
      'create.null.mode': 'refused 400 invalid_type',
    });
  });

  test('passes rest on exchanges that were recorded', () => {
    const recorded = new Set(report.exchanges.map(({ n }) => n));
    const passes = report.results.filter(({ verdict }) => verdict === 'pass');
    expect(passes.filter(({ exchanges }) => exchanges.length === 0 || exchanges.some((n) => !recorded.has(n)))).toEqual(
      [],
    );
  });

  test('holds no key in any artefact', () => {
    for (const format of ['json', 'junit', 'html', 'markdown', 'sarif'] as const) {
      expect(() => render(report, format, keys)).not.toThrow();
    }
    expect(JSON.stringify(report).match(/sk_standin_kit[^"]{0,40}/g)).toBeNull();
  });
});

describe('other ways to run', () => {
  test('a key that the run takes back is not used to look again at what it made', async () => {
    const only = ['authentication.*.revoked*', 'get.answer.*', 'state.terminal.content'];
    const taken = await run(url, await standin({ thorough: true, only, skip: ['*.second-key'] }));
    expect(bad(taken)).toEqual([]);
    expect(taken.results.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)).toEqual([]);
    expect(taken.exchanges.some(({ label }) => label.startsWith('again clip.base'))).toBe(true);
  });

  test('in the same process, without a socket, free checks give the same verdicts', async () => {
    const door = createEmulator({ latency: 'instant' });
    const only = ['create.*', 'workflow.*', 'subject-map.*', 'error*', 'state*', 'credits*', 'get.*'];
    const inside = await run(
      { baseUrl: 'http://door.test', fetch: (request) => door.fetch(request) },
      await standin({
        only,
        // Another host than the machine's own reaches no control API, and so no balance.
        skip: [
          'create.resolution.default',
          'create.a*.default',
          'state.download*',
          'state.terminal',
          'http*',
          'credits.sum*',
          // A generation that fails is completed at no time; here the other extension completes at once.
          'create.source-video-ids.completed.early.beside',
        ],
      }),
    );
    await door.close();
    expect(bad(inside)).toEqual([]);
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
      { baseUrl: 'http://door.test/media/api', fetch: (request) => prefixed.fetch(request) },
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
    expect(pinned.problems.map(({ text }) => text)).toEqual(['price.480p is "0.12"; the profile expects "0.5".']);
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
});
