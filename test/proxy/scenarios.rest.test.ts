/**
 * Every scenario in front of the independent server: the client meets the fault, and the server sees one create and one
 * charge. The proxy refuses unsuitable scenarios by name.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listScenarios, scenarioRules, type Entry } from '../../emulator/index.ts';
import { effectProblem } from '../../proxy/effects.ts';
import { ROOT } from '../support/run.ts';
import { hasPython, startIndependent, withoutPython } from './independent.ts';
import { openRig, type Asking, type Rig } from './rig.ts';

/** The server has credits for exactly one 4 s clip at 480p for this key. */
const KEY = { authorization: 'Bearer key-once' };
const TEXT = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4, resolution: '480p' };
const EDIT = {
  ...TEXT,
  mode: 'reference-to-video',
  aspect_ratio: 'adaptive',
  source_video_ids: ['6c1f2a52-7e0c-4a57-9d5a-0d2f0b4c9f10'],
  reference_video_operation: 'edit',
};
const PATIENCE_MS = 1000;
const MOST_ATTEMPTS = 8;

const problems = new Map(
  listScenarios().map(({ name }) => {
    const problem = scenarioRules(name, 'real').map(({ effect }) => effectProblem(effect));
    return [name, problem.find((found) => found !== undefined)];
  }),
);
const refused = [...problems].flatMap(([name, problem]) => (problem === undefined ? [] : [name]));
/**
 * These scenarios have no rules, because they are about the service itself. `exact_balance` opens an account with a
 * balance.
 */
const WITHOUT_RULES = new Set(['idempotency_mismatch', 'edit_ignores_duration']);
const playable = [...problems].flatMap(([name, problem]) => (problem === undefined ? [name] : []));

/** The observations of a client about one request. */
interface Seen {
  readonly status: number | 'broken';
  readonly fault: string;
}

async function ask(rig: Rig, path: string, init: Asking = {}): Promise<Seen> {
  try {
    const answer = await rig.ask(path, {
      ...init,
      headers: { ...KEY, ...init.headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const fault = answer.headers.get('x-standin-fault') ?? '';
    return await answer.arrayBuffer().then(
      () => ({ status: answer.status, fault }),
      () => ({ status: 'broken', fault }),
    );
  } catch {
    return { status: 'broken', fault: '' };
  }
}

const post = (body: object): Asking => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function entriesOf({ url }: Rig): Promise<readonly Entry[]> {
  const { accounts } = (await (await fetch(`${url}/_standin/accounts`)).json()) as { accounts: { name: string }[] };
  const name = accounts[0]?.name ?? '';
  const answer = await fetch(`${url}/_standin/accounts/${encodeURIComponent(name)}/journal`);
  return ((await answer.json()) as { readonly entries: Entry[] }).entries;
}

/** Creates until the server accepts, then polls and downloads. */
async function play(rig: Rig, body: object): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  let id: string | null = null;
  for (let attempt = 0; attempt < MOST_ATTEMPTS && id === null; attempt += 1) {
    seen.push(await ask(rig, '/v1/videos', post(body)));
    const made = (await entriesOf(rig)).find(
      ({ operation, upstream }) => operation === 'create' && upstream?.status === 202,
    );
    // A cut answer shows no id to the client. The journal entry contains the id.
    if (made !== undefined) id = made.generation ?? 'unknown';
  }
  if (id === null) return seen;
  for (let poll = 0; poll < MOST_ATTEMPTS; poll += 1) seen.push(await ask(rig, `/v1/videos/${id}`));
  for (const headers of [{}, { range: 'bytes=10-19' }, {}] as Record<string, string>[]) {
    seen.push(await ask(rig, `/v1/videos/${id}/content`, { headers }));
  }
  return seen;
}

describe.skipIf(!hasPython).concurrent(`in front of the independent server${withoutPython}`, () => {
  test.for(playable.filter((name) => !WITHOUT_RULES.has(name)))(
    '%s: the client meets it, the server one create and one charge at most',
    async (name, { expect: expects }) => {
      const server = await startIndependent();
      const rig = await openRig(server.url, { scenario: name, pace: 'quick' });
      try {
        const seen = await play(rig, name.startsWith('source_') ? EDIT : TEXT);
        // The third create of a batch.
        if (name === 'insufficient_mid_batch')
          for (let more = 0; more < 2; more += 1) await ask(rig, '/v1/videos', post(TEXT));
        const entries = await entriesOf(rig);
        const faulty = entries.filter(({ faults }) => faults.some((rule) => rule.startsWith(`${name}:`)));
        expects(faulty.length).toBeGreaterThan(0);
        // The client sees the fault: a header names it, or the answer is incomplete.
        const isMet = seen.some(({ fault, status }) => fault.startsWith(`${name}:`) || status === 'broken');
        expects(isMet || name === 'insufficient_mid_batch').toBe(true);
        const accepted = entries.filter(
          ({ operation, upstream }) => operation === 'create' && upstream?.status === 202,
        );
        expects(accepted.length).toBeLessThanOrEqual(1);
        expects(rig.proxy.spending()).toMatchObject({ creates: accepted.length, spent: 0.4 * accepted.length });
        // A direct request to the server shows whether its credits are spent.
        const straight = await fetch(`${server.url}/v1/videos`, {
          ...post(TEXT),
          headers: { ...KEY, 'content-type': 'application/json' },
        });
        expects(straight.status).toBe(accepted.length === 1 ? 402 : 202);
      } finally {
        await rig.close();
        server.stop();
      }
    },
  );
});

test('the page names those that are refused, and no other', async () => {
  const page = await readFile(join(ROOT, 'docs', 'proxy.md'), 'utf8');
  const [, list = ''] = /scenarios that need such changes\.\s+These\s+scenarios\s+are\s+([^.]*)\./.exec(page) ?? [];
  expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(refused.toSorted());
});

test('those that reach into a service are refused by name, and no other', async () => {
  expect(refused.toSorted()).toEqual([
    'clock_jump',
    'concurrent_poll_refund',
    'content_range_elsewhere',
    'content_range_short',
    'content_range_total',
    'content_redirect',
    'content_replaced',
    'cost_drift',
    'exact_balance',
    'fails_in_batch',
    'fails_in_pending',
    'fails_while_running_refund',
    'idempotency_expired',
    'moderated_output',
    'refund_needs_poll',
    'skips_running',
    'stuck_pending',
    'stuck_running',
  ]);
  for (const scenario of refused) {
    await expect(openRig('http://127.0.0.1:9', { scenario })).rejects.toThrow(
      new RegExp(`The scenario ${scenario} cannot run in a proxy: its effect`),
    );
  }
  expect(playable.length).toBeGreaterThan(30);
});

test('a rule whose effect reaches into a service is refused, by settings, header and control API', async () => {
  const faults = [{ effect: { kind: 'price', factor: 2 } }] as const;
  await expect(openRig('http://127.0.0.1:9', { faults: [...faults] })).rejects.toThrow('but the real service decides');
  const rig = await openRig('http://127.0.0.1:9');
  const headers = { 'content-type': 'application/json' };
  const put = await fetch(`${rig.url}/_standin/accounts/caller/faults`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ rules: faults }),
  });
  expect([put.status, await put.text()]).toEqual([400, expect.stringContaining('but the real service decides')]);
  const named = await rig.ask('/v1/videos/some', { headers: { 'x-standin-scenario': 'clock_jump' } });
  expect([named.status, await named.text()]).toEqual([400, expect.stringContaining('moves the clock')]);
  await rig.close();
});
