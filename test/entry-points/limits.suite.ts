/** Rate and concurrency limits on the clock of the account. They are off by default. */

import { describe, expect, test } from 'vitest';
import { Client, enter, expectError, NO_ID, TEXT } from './client.ts';
import type { EntryPoint } from './entry-points.ts';

export function limitsSuite(entryPoint: EntryPoint): void {
  describe('without limits', () => {
    test('no answer speaks of a rate, and 200 requests at one instant pass', async () => {
      const client = new Client(await enter(entryPoint));
      const answers = await Promise.all(Array.from({ length: 200 }, () => client.post(TEXT)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
      expect(answers[0]?.headers.get('ratelimit')).toBeNull();
      expect(answers[0]?.headers.get('ratelimit-policy')).toBeNull();
    });
  });

  describe('the rate', () => {
    test('of creates is 10 at once, then one every two seconds', async () => {
      const client = new Client(await enter(entryPoint, { limits: 'realistic' }));
      for (let sent = 0; sent < 10; sent += 1) {
        const answer = await client.post('{');
        expect(answer.status).toBe(400);
        expect(answer.headers.get('ratelimit-policy')).toBe('"create";q=30;w=60, "create-burst";q=10;w=20');
        expect(answer.headers.get('ratelimit')).toBe(`"create-burst";r=${9 - sent};t=${sent < 9 ? 0 : 2}`);
      }
      const refused = await client.post(TEXT);
      expect(refused.headers.get('retry-after')).toBe('2');
      expect(refused.headers.get('ratelimit')).toBe('"create-burst";r=0;t=2');
      await expectError(refused, 'rate_limited');
      await client.account.advance(1999);
      await expectError(await client.post(TEXT), 'rate_limited');
      await client.account.advance(1);
      await client.create();
      await expectError(await client.post(TEXT), 'rate_limited');
    });

    test('a refusal reserves nothing and costs no turn', async () => {
      const client = new Client(await enter(entryPoint, { limits: 'realistic' }));
      for (let sent = 0; sent < 10; sent += 1) await client.post('{');
      for (let sent = 0; sent < 50; sent += 1) await expectError(await client.post(TEXT), 'rate_limited');
      expect(await client.books()).toMatchObject({ reserved: 0 });
      await client.account.advance(2000);
      await client.create();
    });

    test.each([
      ['polls', '', 60],
      ['downloads', '/content', 60],
    ])('of %s has a bucket of its own', async (_, suffix, burst) => {
      const client = new Client(await enter(entryPoint, { limits: 'realistic' }));
      for (let sent = 0; sent < 10; sent += 1) await client.post('{');
      for (let sent = 0; sent < burst; sent += 1) {
        await expectError(await client.send(`/v1/videos/${NO_ID}${suffix}`), 'video_not_found');
      }
      const refused = await client.send(`/v1/videos/${NO_ID}${suffix}`);
      expect(Number(refused.headers.get('retry-after'))).toBe(1);
      await expectError(refused, 'rate_limited');
      expect((await client.head(NO_ID)).status).toBe(suffix === '' ? 429 : 404);
    });

    test('of one account does not affect another account', async () => {
      const open = await enter(entryPoint, { limits: 'realistic' });
      for (let sent = 0; sent < 11; sent += 1) await new Client(open, 'sk_standin_one').post('{');
      await new Client(open, 'sk_standin_other').create();
    });

    test('is let in again after Retry-After, also on a clock that was set back meanwhile', async () => {
      const client = new Client(await enter(entryPoint, { limits: 'realistic' }));
      for (let sent = 0; sent < 10; sent += 1) await client.post('{');
      await client.account.advance(-86_400_000);
      const refused = await client.post(TEXT);
      await expectError(refused, 'rate_limited');
      await client.account.advance(Number(refused.headers.get('retry-after')) * 1000);
      await client.create();
    });
  });

  describe('concurrency', () => {
    test('lets five run; the sixth waits in pending until one has ended', async () => {
      const client = new Client(await enter(entryPoint, { limits: 'realistic' }));
      const ids: string[] = [];
      for (let at = 0; at < 6; at += 1) ids.push((await client.create()).id);
      const statuses = async () => Promise.all(ids.map(async (id) => (await client.poll(id)).status));
      await client.account.advance(1000);
      expect(await statuses()).toEqual([...Array(5).fill('running'), 'pending']);
      await client.account.advance(1999);
      expect((await statuses()).at(-1)).toBe('pending');
      await client.account.advance(1);
      expect(await statuses()).toEqual([...Array(5).fill('completed'), 'running']);
      await client.account.advance(2000);
      expect((await statuses()).at(-1)).toBe('completed');
    });

    test('refuses the 51st live one, tells when to come back, and reserves nothing for it', async () => {
      const client = new Client(await enter(entryPoint, { limits: 'realistic', latency: 'manual' }));
      const ids: string[] = [];
      for (let at = 0; at < 50; at += 1) {
        ids.push((await client.create({ ...TEXT, resolution: '480p' })).id);
        await client.account.advance(2000);
      }
      const refused = await client.post(TEXT, { 'idempotency-key': 'late' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      await expectError(refused, 'concurrency_limited');
      expect(await client.books()).toMatchObject({ reserved: 24 });
      await client.account.move(ids[0] ?? '', 'completed');
      await client.create(TEXT, { 'idempotency-key': 'late' });
    });

    test('counts those as ended that have ended by their clock, looked at or not', async () => {
      const client = new Client(await enter(entryPoint, { limits: 'realistic' }));
      for (let at = 0; at < 60; at += 1) {
        await client.create({ ...TEXT, resolution: '480p' });
        await client.account.advance(3000);
      }
      expect((await client.books()).reserved).toBe(28.8);
    });
  });
}
