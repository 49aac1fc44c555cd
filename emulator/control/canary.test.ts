/** A key that the control API issued, sent in wrong places by another account, appears in none of its responses. */

import { expect, test } from 'vitest';
import { openRig, REQUEST, type Rig } from '../../test/support/control/rig.ts';

const CANARY = 'canary.7f3a~live/key+9';
const OTHER = 'sk_standin_other';
const SPELLINGS = {
  plain: CANARY,
  percent: encodeURIComponent(CANARY),
  base64: Buffer.from(CANARY).toString('base64'),
  basic: Buffer.from(`user:${CANARY}`).toString('base64'),
  base64url: Buffer.from(`"${CANARY}"`).toString('base64url'),
};

/** All the ways in which the control API comes to know a key. */
const LEARNED_BY: Record<string, (rig: Rig) => Promise<{ status: number }>> = {
  'opening an account': ({ control }) => control('POST', '/accounts', { name: 'mine', key: CANARY }),
  'issuing a key': async ({ control }) => {
    await control('POST', '/accounts', { name: 'mine' });
    return control('POST', '/accounts/mine/keys', { key: CANARY });
  },
  'forking an account': async ({ control }) => {
    await control('POST', '/accounts', { name: 'first' });
    return control('POST', '/accounts/first/fork', { name: 'mine', key: CANARY });
  },
};

async function sendEverywhere({ api, create }: Rig, spelled: string): Promise<void> {
  await api(OTHER, 'POST /v1/videos', { body: { ...REQUEST, prompt: `a fox ${spelled} jumps` } });
  await api(OTHER, 'POST /v1/videos', { body: { ...REQUEST, [spelled]: spelled } });
  await api(OTHER, `GET /v1/videos/${encodeURIComponent(spelled)}?key=${encodeURIComponent(spelled)}`);
  for (const header of ['user-agent', 'range', 'x-api-key', 'x-custom', 'cookie', 'x-standin-scenario', 'if-range']) {
    await api(OTHER, 'GET /v1/videos/none', { headers: { [header]: spelled } });
  }
  await create(OTHER, { 'idempotency-key': spelled });
}

/** Everything that the control API shows of an account, and the events that it sent to subscribers. */
async function shown({ emulator, control }: Rig, events: AsyncIterable<Uint8Array>): Promise<string> {
  const { body } = await control('GET', '/accounts/other/journal');
  const entries = body.entries as { request_id: string }[];
  expect(entries.length).toBeGreaterThan(10);
  const answers = [
    body,
    ...(await Promise.all(entries.map(({ request_id }) => control('GET', `/explain/${request_id}`)))),
    await control('GET', '/accounts/other/journal/export?format=har'),
    await control('GET', '/accounts/other/journal/export?format=jsonl'),
    await control('POST', '/accounts/other/journal/wait', { filter: { status: 599 }, timeout_seconds: 0 }),
    await control('GET', '/accounts/other/generations'),
    await control('GET', '/accounts/other'),
    await control('GET', '/accounts'),
  ];
  await emulator.close();
  let heard = '';
  for await (const chunk of events) heard += Buffer.from(chunk).toString();
  expect(heard).toContain('event: request');
  return JSON.stringify(answers) + heard;
}

async function listen({ emulator }: Rig): Promise<AsyncIterable<Uint8Array>> {
  const { body } = await emulator.fetch(new Request('http://localhost/_standin/events'));
  if (body === null) throw new Error('The events have no body');
  return body;
}

test.each(Object.entries(LEARNED_BY))(
  '%s by the control API keeps the key out of all that is shown',
  async (_, learn) => {
    const rig = openRig();
    expect((await learn(rig)).status).toBeLessThan(300);
    const events = await listen(rig);
    for (const spelled of Object.values(SPELLINGS)) await sendEverywhere(rig, spelled);
    const text = await shown(rig, events);
    expect(text).toContain('[redacted]');
    for (const spelled of Object.values(SPELLINGS)) {
      expect(text).not.toContain(spelled);
      expect(text).not.toContain(spelled.slice(0, Math.ceil(spelled.length / 2)));
    }
  },
);

test('a prompt is kept without the key, so snapshots and generations do not have it', async () => {
  const rig = openRig();
  await rig.control('POST', '/accounts', { name: 'mine', key: CANARY });
  for (const spelled of [...Object.values(SPELLINGS), 'sk_standin_somebody~seed-1']) {
    await rig.api(OTHER, 'POST /v1/videos', { body: { ...REQUEST, prompt: `a fox ${spelled} jumps` } });
  }
  const { body } = await rig.control('GET', '/accounts/other/snapshot');
  const prompts = (body.state.open as { assignment: { prompt: string } }[]).map(({ assignment }) => assignment.prompt);
  expect(new Set(prompts)).toEqual(new Set(['a fox [redacted] jumps']));
  expect(prompts).toHaveLength(6);
  const restored = await rig.control('PUT', '/accounts/again/snapshot', body);
  expect(restored.status).toBe(200);
  for (const spelled of Object.values(SPELLINGS)) expect(JSON.stringify(body)).not.toContain(spelled);
});

test('a prompt is kept without the key of its own request, of whatever form that is', async () => {
  const rig = openRig({ auth: 'any' });
  for (const spelled of Object.values(SPELLINGS)) {
    await rig.api(CANARY, 'POST /v1/videos', { body: { ...REQUEST, prompt: `a fox ${spelled} jumps` } });
  }
  const { accounts } = (await rig.control('GET', '/accounts')).body;
  const place = `/accounts/${encodeURIComponent(accounts[0].name)}/generations`;
  const { generations } = (await rig.control('GET', place)).body as { generations: { prompt: string }[] };
  expect(generations.map(({ prompt }) => prompt)).toEqual(Array.from({ length: 5 }, () => 'a fox [redacted] jumps'));
});

test('a working key is not taken for a leaked key: its account answers', async () => {
  const rig = openRig();
  await rig.control('POST', '/accounts', { name: 'mine', key: CANARY });
  expect((await rig.api(CANARY, 'POST /v1/videos', { body: REQUEST })).status).toBe(202);
});
