/** The Idempotency-Key: one key, one generation, one answer. */

import { describe, expect, test } from 'vitest';
import { Client, enter, expectError, TEXT } from './client.ts';
import type { EntryPoint } from './entry-points.ts';

const KEY = { 'idempotency-key': 'order-7' };
const DAY_MS = 86_400_000;

export function idempotencySuite(entryPoint: EntryPoint): void {
  describe('the same Idempotency-Key', () => {
    test('with the same body gives the stored answer byte for byte, and reserves once', async () => {
      const client = new Client(await enter(entryPoint));
      const first = await client.post(TEXT, KEY);
      const body = await first.text();
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      await client.account.advance(3000);
      await client.poll((JSON.parse(body) as { id: string }).id);
      const replay = await client.post(TEXT, KEY);
      expect(replay.status).toBe(202);
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      expect(replay.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect(await replay.text()).toBe(body);
      expect(await client.books()).toMatchObject({ balance: 998.88 });
    });

    test('with a body that says the same in another order and spacing is a replay', async () => {
      const client = new Client(await enter(entryPoint));
      const { id } = await client.create(TEXT, KEY);
      const { model, prompt, duration_seconds } = TEXT;
      const other = JSON.stringify({ duration_seconds, prompt, model }, null, 4);
      expect((await client.create(other, KEY)).id).toBe(id);
    });

    test.each([
      ['another value', { ...TEXT, duration_seconds: 5 }],
      ['a default spelled out', { ...TEXT, audio: true }],
      ['a body that would be refused', { ...TEXT, duration_seconds: 99 }],
    ])('with %s is refused', async (_, body) => {
      const client = new Client(await enter(entryPoint));
      await client.create(TEXT, KEY);
      await expectError(await client.post(body, KEY), 'idempotency_key_reused');
      expect(await client.books()).toMatchObject({ reserved: 1.12 });
    });

    test('stays taken when its generation failed', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'manual' }));
      const { id } = await client.create(TEXT, KEY);
      await client.account.move(id, 'failed');
      const again = await client.create(TEXT, KEY);
      expect(again).toMatchObject({ id, status: 'pending' });
    });

    test('is free after 24 hours of the account, and not a millisecond before', async () => {
      const client = new Client(await enter(entryPoint));
      const { id } = await client.create(TEXT, KEY);
      await client.account.advance(DAY_MS - 1);
      expect((await client.create(TEXT, KEY)).id).toBe(id);
      await client.account.advance(1);
      const next = await client.create({ ...TEXT, audio: false }, KEY);
      expect(next.id).not.toBe(id);
      expect((await client.create({ ...TEXT, audio: false }, KEY)).id).toBe(next.id);
    });

    test('is another key in another account', async () => {
      const open = await enter(entryPoint);
      const one = await new Client(open, 'sk_standin_one').create(TEXT, KEY);
      const other = await new Client(open, 'sk_standin_other').create(TEXT, KEY);
      expect(other.id).not.toBe(one.id);
    });

    test('in 50 parallel posts makes one generation, one reservation and 50 equal bodies', async () => {
      const client = new Client(await enter(entryPoint));
      const answers = await Promise.all(Array.from({ length: 50 }, () => client.post(TEXT, KEY)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
      expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
      expect(await client.books()).toMatchObject({ reserved: 1.12, balance: 998.88 });
    });

    test('in 20 parallel posts with two bodies lets one of the two win', async () => {
      const client = new Client(await enter(entryPoint));
      const bodies = Array.from({ length: 20 }, (_, at) => ({ ...TEXT, audio: at % 2 === 0 }));
      const answers = await Promise.all(bodies.map((body) => client.post(body, KEY)));
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
      expect(await client.books()).toMatchObject({ reserved: 1.12 });
    });

    test('stays free after a refusal: 400, 402 and 429 leave nothing behind', async () => {
      const client = new Client(await enter(entryPoint, { balance: 1.12, latency: 'manual', limits: 'realistic' }));
      await expectError(await client.post({ ...TEXT, duration_seconds: 99 }, KEY), 'invalid_duration');
      await expectError(await client.post({ ...TEXT, duration_seconds: 30 }, KEY), 'insufficient_credits');
      for (let sent = 0; sent < 8; sent += 1) await expectError(await client.post('{'), 'invalid_json');
      await expectError(await client.post(TEXT, KEY), 'rate_limited');
      await client.account.advance(60_000);
      await client.create(TEXT, KEY);
    });
  });

  describe('an Idempotency-Key', () => {
    test.each([
      ['empty', ''],
      ['of 129 characters', 'x'.repeat(129)],
      ['that is not ASCII', 'schlüssel'],
      ['with a tab in it', 'a\tb'],
    ])('%s is refused', async (_, key) => {
      const client = new Client(await enter(entryPoint));
      await expectError(await client.post(TEXT, { 'idempotency-key': key }), 'invalid_idempotency_key');
    });

    test.each([
      ['of 128 characters', 'x'.repeat(128)],
      ['with spaces and signs', 'a b "c" ~!{}'],
      ['of one character', '0'],
    ])('%s is taken', async (_, key) => {
      const client = new Client(await enter(entryPoint));
      const { id } = await client.create(TEXT, { 'idempotency-key': key });
      expect((await client.create(TEXT, { 'idempotency-key': key })).id).toBe(id);
    });
  });

  describe('a replay by the settings', () => {
    test('answers 200 where replayStatus says so', async () => {
      const client = new Client(await enter(entryPoint, { replayStatus: 200 }));
      await client.create(TEXT, KEY);
      expect((await client.post(TEXT, KEY)).status).toBe(200);
    });

    test('answers with the current record where replayBody says so', async () => {
      const client = new Client(await enter(entryPoint, { replayBody: 'current' }));
      await client.create(TEXT, KEY);
      await client.account.advance(3000);
      const replay = await client.post(TEXT, KEY);
      expect(await replay.json()).toMatchObject({ status: 'completed' });
      expect(await client.books()).toMatchObject({ captured: 1.12 });
    });

    test.each([
      ['400', 400],
      ['409', 409],
      ['422', 422],
    ] as const)('refuses another body with %s where mismatch says so', async (mismatch, status) => {
      const client = new Client(await enter(entryPoint, { mismatch }));
      await client.create(TEXT, KEY);
      await expectError(await client.post({ ...TEXT, audio: false }, KEY), 'idempotency_key_reused', status);
    });

    test('ignores another body where mismatch says so', async () => {
      const client = new Client(await enter(entryPoint, { mismatch: 'ignore' }));
      const { id } = await client.create(TEXT, KEY);
      expect((await client.create({ ...TEXT, audio: false }, KEY)).id).toBe(id);
    });

    test('keeps a key for as long as idempotencyHours says', async () => {
      const client = new Client(await enter(entryPoint, { idempotencyHours: 1 }));
      const { id } = await client.create(TEXT, KEY);
      await client.account.advance(3_600_000);
      expect((await client.create(TEXT, KEY)).id).not.toBe(id);
    });
  });
}
