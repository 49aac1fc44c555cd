/** The conflicting store detects mutators that do not name a change: clients see wrong responses. */

import { onTestFinished, expect, test } from 'vitest';
import { buildEmulator } from '../../emulator/emulator.ts';
import type { Emulator } from '../../emulator/index.ts';
import type { Changes } from '../../emulator/domain/changes.ts';
import { STORES, CONFLICTING, type TestedStore } from './stores.ts';

type Forget = (changes: Changes) => Partial<Changes>;

/** Returns the store with a part of its changes removed. */
function forgetting({ createStore }: TestedStore, forget: Forget): TestedStore['createStore'] {
  return async (bounds, listener) => {
    const store = await createStore(bounds, listener);
    return { ...store, commit: (account, changes) => store.commit(account, { ...changes, ...forget(changes) }) };
  };
}

const KEY = 'sk_standin_forgetful';
const BODY = JSON.stringify({ model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4 });

function ask(emulator: Emulator, call: string, headers: Record<string, string> = {}): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  const json = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers };
  const body = method === 'POST' ? BODY : method === 'PUT' ? JSON.stringify({ rules: [RULE] }) : undefined;
  return emulator.fetch(new Request(`http://localhost${path}`, { method, headers: json, ...(body && { body }) }));
}

const RULE = { id: 'once', match: { operation: 'get' }, effect: { kind: 'answer', status: 418 }, limit: { hits: 1 } };

/** Sends a create and its replay, polls to the end, reads the ledger, and triggers a rule that fires once. */
async function walk(createStore: TestedStore['createStore']): Promise<unknown[]> {
  const emulator = buildEmulator({ latency: 'polls:1,1', clock: 'frozen' }, createStore);
  onTestFinished(() => emulator.close());
  const seen: unknown[] = [];
  const headers = { 'idempotency-key': 'k' };
  const { id } = (await (await ask(emulator, 'POST /v1/videos', headers)).json()) as { id: string };
  const replay = await ask(emulator, 'POST /v1/videos', headers);
  seen.push(replay.headers.get('idempotent-replayed'), ((await replay.json()) as { id: string }).id === id);
  for (let at = 0; at < 3; at += 1) {
    const { status } = (await (await ask(emulator, `GET /v1/videos/${id}`)).json()) as { status?: string };
    seen.push(status);
  }
  seen.push(await emulator.account('forgetful').ledger());
  await ask(emulator, 'PUT /_standin/accounts/forgetful/faults');
  for (let at = 0; at < 2; at += 1) seen.push((await ask(emulator, `GET /v1/videos/${id}`)).status);
  return seen;
}

const RIGHT = [
  'true',
  true,
  'pending',
  'running',
  'completed',
  { granted: 1e9, balance: 1e9 - 1.12e6, reserved: 0, captured: 1.12e6 },
  418,
  200,
];

test.each(STORES)('over $name all is as it should be', async ({ createStore }) => {
  expect(await walk(createStore)).toEqual(RIGHT);
});

test.each<{ what: string; forget: Forget }>([
  { what: 'generations', forget: () => ({ generations: [] }) },
  { what: 'Idempotency-Keys', forget: () => ({ idempotencyKeys: [] }) },
  { what: 'fault rules', forget: () => ({ hasNewRules: false }) },
  { what: 'what rules count', forget: () => ({ faultCounts: [] }) },
])('over a store that conflicts a mutator is found that forgets $what', async ({ forget }) => {
  const seen = await walk(forgetting(CONFLICTING, forget)).catch((cause: unknown) => cause);
  expect(seen).not.toEqual(RIGHT);
});
