/** Requests that were answered before the engine had read them: the journal keeps what came and what was answered. */

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

import { orderOf, testEmulator } from '../../test/support/journal/test-emulator.ts';
import type { AnswerEffect } from '../faults/effect.ts';
import { hashOf } from './entry.ts';

const BODY = JSON.stringify(orderOf('a cat'));

test('creates that a scenario refuses are one retry chain, each with its body, prompt and code', async () => {
  const { emulator, create } = testEmulator({ scenario: 'rate_limit_burst_then_ok' });
  for (let at = 0; at < 5; at += 1) await create('a cat');
  const entries = emulator.account('a').journal.entries();
  expect(entries.map(({ status, attempt, code }) => [status, attempt, code])).toEqual([
    [429, 1, 'rate_limited'],
    [429, 2, 'rate_limited'],
    [429, 3, 'rate_limited'],
    [202, 4, null],
    [202, 5, null],
  ]);
  for (const { request: sent } of entries) {
    expect(sent).toMatchObject({ prompt: 'a cat', body: BODY, bytes: BODY.length, body_hash: hashOf(BODY) });
  }
});

test('a create that is refused before authentication keeps the hash of its body, whatever was in it', async () => {
  const { emulator, ask } = testEmulator();
  const unknown = { authorization: 'Bearer another-services-key' };
  for (const body of [BODY, 'no JSON']) await ask('POST', '/v1/videos', { headers: unknown, body });
  await ask('POST', '/v1/videos', { headers: { 'content-type': 'text/plain' }, body: 'a cat' });
  const entries = [...emulator.journal.of(null).entries(), ...emulator.account('a').journal.entries()];
  expect(entries.map(({ code, request: sent }) => [code, sent.body_hash])).toEqual([
    ['invalid_api_key', hashOf(BODY)],
    ['invalid_api_key', hashOf('no JSON')],
    ['invalid_content_type', hashOf('a cat')],
  ]);
});

test('an injected answer has the code that its body tells', async () => {
  const bodies: AnswerEffect['body'][] = [
    'envelope',
    'html',
    'malformed',
    'empty',
    { json: { error: { code: 'busy' } } },
    { json: [] },
  ];
  const faults = bodies.map((body, at) => ({
    id: `rule-${at}`,
    match: { nth: at + 1 },
    effect: { kind: 'answer' as const, status: 503, body },
  }));
  const { emulator, ask } = testEmulator({ faults });
  for (const _ of bodies) await ask('GET', '/v1/videos/1');
  const codes = emulator
    .account('a')
    .journal.entries()
    .map(({ code }) => code);
  expect(codes).toEqual(['service_unavailable', null, null, null, 'busy', null]);
});

test('requests with a revoked key are in the journal of its account, with the fingerprint of the key', async () => {
  const { emulator, ask, create } = testEmulator({ scenario: 'key_revoked_mid_poll', latency: 'polls:9,9' });
  const { id } = await create('a cat');
  const statuses: number[] = [];
  while (statuses.at(-1) !== 401 && statuses.length < 9) {
    statuses.push((await ask('GET', `/v1/videos/${id}`)).status);
  }
  await create('a cat');
  await ask('GET', '/v1/videos/1', { headers: { authorization: 'Bearer sk_standin_a~seed-5' } });
  const { journal } = emulator.account('a');
  const key = journal.find({ status: 202 })?.key ?? '';
  expect(journal.entries({ key, status: 401 })).toMatchObject([
    { operation: 'get', account: 'a', code: 'invalid_api_key' },
    { operation: 'create', account: 'a', request: { body_hash: hashOf(BODY) }, at: '2026-01-01T00:00:00.000Z' },
  ]);
  // One with another set-up names the account as well.
  expect(journal.find({ status: 401 })?.key).not.toBe(key);
  expect(emulator.journal.of(null).count()).toBe(0);
});

test('a body in a packet of its own is kept, and a missing body does not delay a refusal', async () => {
  const { emulator } = testEmulator({ faults: [{ id: 'down', match: { operation: 'create' } }] });
  const { port } = await emulator.listen({ port: 0 });
  const head = `POST /v1/videos HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_standin_a\r\nContent-Length: ${BODY.length}\r\n\r\n`;
  const late = connect(port, '127.0.0.1').setNoDelay();
  late.write(head);
  await once(late, 'connect');
  setTimeout(() => late.end(BODY), 30);
  expect(await text(late)).toMatch(/^HTTP\/1.1 503 /);
  const held = connect(port, '127.0.0.1');
  held.write(head);
  const [answer] = (await once(held, 'data')) as [Buffer];
  held.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1.1 503 /);
  expect(emulator.account('a').journal.entries()).toMatchObject([
    { status: 503, request: { prompt: 'a cat', body_hash: hashOf(BODY) } },
    { status: 503, request: { prompt: null, body_hash: null } },
  ]);
});

test('requests of one connection share its number, and entry points without connections have no number', async () => {
  const { emulator, ask } = testEmulator();
  const { port } = await emulator.listen({ port: 0 });
  const get = async (agent: Agent): Promise<void> => {
    const headers = { authorization: 'Bearer sk_standin_a' };
    const sent = request({ port, path: '/v1/videos/1', agent, headers }).end();
    const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
    await text(response);
  };
  const [kept, other] = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true })];
  for (const agent of [kept, kept, other, kept]) await get(agent);
  await ask('GET', '/v1/videos/1');
  kept.destroy();
  other.destroy();
  const [first, second, third, fourth, fifth] = emulator.account('a').journal.entries();
  expect([second?.connection, fourth?.connection]).toEqual([first?.connection, first?.connection]);
  expect(third?.connection).toBeGreaterThan(first?.connection ?? Infinity);
  expect(fifth?.connection).toBeNull();
});

test('arrivals and pauses of all entries use one clock that only goes forward', async () => {
  const { emulator, ask } = testEmulator();
  const before = performance.now();
  for (let at = 0; at < 3; at += 1) await ask('GET', '/v1/videos/1');
  const entries = emulator.account('a').journal.entries();
  let last = before;
  for (const { timing, real_pause_ms } of entries) {
    if (real_pause_ms !== null) expect(timing.arrived_ms - real_pause_ms).toBeCloseTo(last, 6);
    expect(timing.arrived_ms).toBeGreaterThanOrEqual(last);
    last = timing.arrived_ms + (timing.total_ms ?? 0);
  }
  expect(entries.map(({ real_pause_ms }) => real_pause_ms === null)).toEqual([true, false, false]);
});
