/** The kit against the emulator, as users run it: green with all gates, and each of the ways to run it. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listCosts,
  loadProfile,
  CHECKS,
  readProfile,
  render,
  run,
  terminalReport,
  type ProfileInput,
  type Report,
} from '../conformance/index.ts';
import { createEmulator } from '../emulator/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-kit-'));
const emulator = createEmulator({ latency: 'instant' });
let url = '';
let keys: Record<string, string> = {};
let report: Report;

async function standin(more: ProfileInput = {}): Promise<Omit<ProfileInput, 'baseUrl'>> {
  const { baseUrl: _, ...profile } = await loadProfile('standin', {}, more);
  return profile;
}

beforeAll(async () => {
  url = (await emulator.listen({ port: 0 })).url;
  const profile = await standin({ gates: ['document', 'http'] });
  keys = Object.fromEntries(Object.entries(profile.keys ?? {}).map(([name, key]) => [name, key ?? '']));
  report = await run(url, profile);
}, 120_000);

afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** Short, so that a failure can be read. */
const bad = ({ results }: Report): string[] =>
  results
    .filter(({ verdict }) => ['fail', 'warning', 'inconclusive', 'harness-fault'].includes(verdict))
    .map(({ id, verdict, got, reason }) => `${verdict} ${id}: ${got ?? reason ?? ''}`);

describe('a run over HTTP', () => {
  test('is green with all gates', () => {
    expect(bad(report)).toEqual([]);
    expect(report.exitCode).toBe(0);
  });

  test('leaves hardly anything untested', () => {
    expect(report.results.filter(({ verdict }) => verdict === 'untestable').map(({ id }) => id)).toEqual([
      'http.retry-after',
    ]);
  });

  test('has at least 150 checks and 60 observations, and pays for at most 12 creates', () => {
    const observations = Object.keys(report.observations).length;
    expect(report.summary.checks - observations).toBeGreaterThanOrEqual(150);
    expect(observations).toBeGreaterThanOrEqual(60);
    expect(report.spend.creates).toBeLessThanOrEqual(12);
    expect(report.spend.spent).toBeLessThanOrEqual(report.spend.worst ?? 0);
  });

  test('observes what the emulator decides', () => {
    expect(report.observations).toMatchObject({
      'idempotency.replay': '202 same body',
      'idempotency.mismatch': '400 idempotency_key_reused',
      'error-code.prompt.length.above': '400 invalid_prompt',
      'price.480p': '0.12',
      'price.720p': '0.28',
      'billing.edit-seconds': 'those that come out',
      'content.pixels.480p': '854x480',
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
  test('in the same process, without a socket, free checks give the same verdicts', async () => {
    const door = createEmulator({ latency: 'instant' });
    const only = ['create.*', 'workflow.*', 'subject-map.*', 'error*', 'state*', 'credits*', 'get.*'];
    const inside = await run(
      { baseUrl: 'http://door.test', fetch: (request) => door.fetch(request) },
      await standin({
        only,
        skip: ['create.resolution.default', 'create.a*.default', 'state.download*', 'state.terminal', 'http*'],
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

  test('a stopped run continues from its journal and pays nothing twice', async () => {
    const journal = join(folder, 'spend.jsonl');
    const profile = await standin({ only: ['record.id', 'content.duration.requested.longer'] });
    const stopping = new AbortController();
    const first = await run(url, {
      ...profile,
      journal,
      signal: stopping.signal,
      onEvent: (event) => {
        if (event.type === 'exchange' && event.exchange.label === 'create' && event.exchange.probe === 'clip.base')
          stopping.abort();
      },
    });
    expect(first.exitCode).toBe(4);
    expect(existsSync(journal)).toBe(true);
    const second = await run(url, { ...profile, journal });
    expect(second.exitCode).toBe(0);
    const paid = second.exchanges
      .filter(({ label, request }) => label === 'create' && request.method === 'POST')
      .map(({ probe }) => probe);
    expect(paid).not.toContain('clip.base');
    expect(existsSync(journal)).toBe(false);
  });

  test('a given clip stands in for a paid one', async () => {
    const profile = await standin({ only: ['content.range.*', 'get.foreign'] });
    const key = profile.keys?.primary ?? '';
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({
      model: 'videomodel-2.5',
      prompt: 'A kite.',
      duration_seconds: 4,
      resolution: '480p',
    });
    const { id } = (await (await fetch(`${url}/v1/videos`, { method: 'POST', headers, body })).json()) as {
      id: string;
    };
    const found = await run(url, { ...profile, reuse: [id] });
    expect(found.spend.creates).toBe(0);
    expect(bad(found)).toEqual([]);
    expect(found.summary.pass).toBeGreaterThan(20);
  });

  test('the worst case is known before anything is sent', async () => {
    const profile = readProfile(await standin());
    const planned = listCosts(
      CHECKS.filter(({ id }) => id === 'workflow.image.accepted.runs'),
      profile,
    );
    expect(planned).toMatchObject({ creates: 1, worst: 0.48 });
  });

  test('a budget below the worst case: nothing is sent, exit 4', async () => {
    const found = await run(url, await standin({ budget: 1 }));
    expect(found.exitCode).toBe(4);
    expect(found.exchanges).toEqual([]);
  });

  test('without prices the first create tells the price; what cannot be afforded is not begun', async () => {
    const { prices: _, ...profile } = await standin({ budget: 1 });
    const found = await run(url, profile);
    expect(found.exitCode).toBe(4);
    expect(found.spend).toMatchObject({ spent: 0.48, creates: 1 });
    expect(found.stopped?.reason).toContain('The first create cost 0.48 US dollars');
  });

  test.each([
    ['a hundred times as much', (cost: number) => cost * 100],
    ['nothing', () => 0],
  ])('a server that charges %s, against the prices of the profile, fails the run', async (_, price) => {
    const door = createEmulator({ latency: 'instant' });
    const fetch = async (request: Request): Promise<Response> => {
      const answer = await door.fetch(request);
      const text = await answer.text();
      const bent = text.replace(/"cost_usd":([\d.]+)/, (_all, cost: string) => `"cost_usd":${price(Number(cost))}`);
      return new Response(bent, { status: answer.status, headers: { 'content-type': 'application/json' } });
    };
    const found = await run({ baseUrl: 'http://door.test', fetch }, await standin({ only: ['record.cost-usd'] }));
    await door.close();
    expect(found.results.map(({ verdict }) => verdict)).not.toContain('fail');
    expect(found.problems.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Create #\d+, 4 s at 480p, costs .*; by the prices of the profile it is 0\.48\.$/),
    ]);
    expect(found.exitCode).toBe(1);
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

  test('a pattern that matches nothing is an error with near names', async () => {
    await expect(run(url, await standin({ only: ['create.prompt.lenght*'] }))).rejects.toThrow(
      /matches no check.*create\.prompt/s,
    );
  });
});

describe('failures say where exactly they differ', () => {
  /** The emulator, with one thing changed in each of its answers. */
  async function bent(
    only: string[],
    change: (text: Buffer, request: Request, answer: Response) => Buffer,
  ): Promise<Report> {
    const door = createEmulator({ latency: 'instant' });
    const fetch = async (request: Request): Promise<Response> => {
      const answer = await door.fetch(request);
      const { status, headers } = answer;
      const bytes = change(Buffer.from(await answer.arrayBuffer()), request, answer);
      return new Response(status === 204 || status === 304 ? null : new Uint8Array(bytes), { status, headers });
    };
    const found = await run({ baseUrl: 'http://door.test', fetch }, await standin({ only }));
    await door.close();
    return found;
  }
  const differences = ({ results }: Report, id: string): unknown =>
    results.find((result) => result.id === id)?.differences;

  test('in the fields of an error', async () => {
    const found = await bent(['error.request-id', 'error.envelope'], (bytes) =>
      Buffer.from(bytes.toString().replace(/"request_id":"[^"]*"/, '"request_id":"abc"')),
    );
    expect(differences(found, 'error.request-id')).toEqual([
      { at: 'error.request_id', expected: 'a uuid', got: '"abc"' },
    ]);
    for (const text of [terminalReport(found, { colour: false, width: 80 }), render(found, 'markdown')])
      expect(text).toMatch(/differs: +error\.request_id: expected a uuid, got "abc"/);
    for (const format of ['html', 'junit', 'sarif', 'json'] as const)
      expect(render(found, format)).toContain('error.request_id');
  });

  test('in an envelope that is none, with the field that nobody listed', async () => {
    const found = await bent(['error.envelope'], (bytes, _, { status }) =>
      status === 404 ? Buffer.from('{"detail":"Not found","debug":1}') : bytes,
    );
    expect(differences(found, 'error.envelope')).toEqual([
      { at: 'error', expected: 'an object', got: 'nothing' },
      { at: 'detail', expected: 'no such field in the document', got: '"Not found"' },
      { at: 'debug', expected: 'no such field in the document', got: '1' },
    ]);
  });

  test('in the bytes of a part, and of parts that are put together', async () => {
    const only = ['content.range.bytes.second', 'content.range.resume'];
    const found = await bent(only, (bytes, { headers }) =>
      headers.get('range') === null || bytes.length < 8
        ? bytes
        : Buffer.concat([bytes.subarray(0, 5), Buffer.from([~(bytes[5] ?? 0) & 255]), bytes.subarray(6)]),
    );
    expect(differences(found, 'content.range.bytes.second')).toMatchObject([{ at: 'byte 105' }]);
    expect(differences(found, 'content.range.resume')).toMatchObject([
      { at: 'byte 5', got: expect.stringMatching(/^[0-9a-f]{2} /) },
    ]);
  });

  test('between two records of one generation', async () => {
    let polls = 0;
    const found = await bent(['record.cost-usd.reserved', 'state.terminal'], (bytes, { method }) => {
      polls += method === 'GET' ? 1 : 0;
      return Buffer.from(bytes.toString().replace('"cost_usd":0.48', `"cost_usd":0.${50 + polls}`));
    });
    expect(differences(found, 'record.cost-usd.reserved')).toMatchObject([
      { at: 'cost_usd', expected: expect.stringMatching(/^0\.5/) },
    ]);
    expect(differences(found, 'state.terminal')).toMatchObject([{ at: 'cost_usd' }]);
  });
});
