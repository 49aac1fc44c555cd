/** Keys, the accounts that they open, and the responses if memory is full. */

import { describe, expect, test } from 'vitest';
import { Client, enter, errorOf, expectError, TEXT } from './client.ts';
import type { EntryPoint } from './entry-points.ts';

export function accountsSuite(entryPoint: EntryPoint): void {
  describe('without a key', () => {
    test.each([
      ['no Authorization', {}],
      ['another scheme', { authorization: 'Basic c2tfc3RhbmRpbjo=' }],
      ['Bearer without a token', { authorization: 'Bearer' }],
      ['a bare token', { authorization: 'sk_standin_x' }],
    ])('%s is 401 missing_api_key with WWW-Authenticate', async (_, headers) => {
      const open = await enter(entryPoint);
      for (const path of ['/v1/videos/x', '/v1/videos/x/content']) {
        const response = await open.request(path, { headers });
        expect(response.headers.get('www-authenticate')).toBe('Bearer');
        await expectError(response, 'missing_api_key');
      }
      await expectError(await open.request('/v1/videos', { method: 'POST', headers, body: '{}' }), 'missing_api_key');
    });
  });

  describe('a key that opens nothing', () => {
    test.each([
      ['a key of another family', 'sk_live_0123456789'],
      ['a label with a sign that none has', 'sk_standin_a%20b'],
      ['no label', 'sk_standin_'],
      ['two keys', 'sk_standin_a, Bearer sk_standin_b'],
      ['8 KB of key', `sk_${'x'.repeat(8000)}`],
    ])('%s is 401 invalid_api_key, and the answer does not repeat it', async (_, key) => {
      const open = await enter(entryPoint);
      const response = await open.request('/v1/videos/x', { headers: { authorization: `Bearer ${key}` } });
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      const { message } = await expectError(response, 'invalid_api_key');
      expect(message).not.toContain(key);
    });
  });

  test('the scheme is Bearer in any case', async () => {
    const open = await enter(entryPoint);
    for (const scheme of ['bearer', 'BEARER', 'BeArEr']) {
      const response = await open.request('/v1/videos/x', { headers: { authorization: `${scheme} sk_standin_a` } });
      await expectError(response, 'video_not_found');
    }
  });

  describe('a key carries its set-up', () => {
    test('balance, latency, seed, settle, limits and clock', async () => {
      const open = await enter(entryPoint);
      const client = new Client(
        open,
        'sk_standin_all~balance-5~latency-polls-1-0~seed-7~settle-eager~limits-realistic~clock-frozen',
      );
      const { id } = await client.create();
      expect(await client.books()).toMatchObject({ granted: 5 });
      expect((await client.poll(id)).status).toBe('pending');
      expect((await client.poll(id)).status).toBe('completed');
      expect((await client.head(id)).headers.get('ratelimit')).toContain('get-burst');
      expect((await client.account.generation(id))?.seed).toBe(7);
    });

    test('and a key without one joins the account', async () => {
      const open = await enter(entryPoint);
      const { id } = await new Client(open, 'sk_standin_shared~balance-5').create();
      const plain = new Client(open, 'sk_standin_shared');
      expect((await plain.poll(id)).id).toBe(id);
      expect(await plain.books()).toMatchObject({ granted: 5 });
    });

    test('in any order', async () => {
      const open = await enter(entryPoint);
      const { id } = await new Client(open, 'sk_standin_order~balance-5~seed-1').create();
      await new Client(open, 'sk_standin_order~seed-1~balance-5').poll(id);
    });

    test('but another set-up for an open account is refused', async () => {
      const open = await enter(entryPoint);
      await new Client(open, 'sk_standin_taken~balance-5').create();
      const other = new Client(open, 'sk_standin_taken~balance-6');
      const { message } = await expectError(await other.post(TEXT), 'invalid_api_key');
      expect(message).toContain('was created with the settings ~balance-5, but this key contains ~balance-6');
    });

    test.each([
      ['~ballance-5', '"ballance-5" is not a setting; did you mean balance?'],
      ['~color-red', '"color-red" is not a setting; the settings are balance, '],
      ['~balance', '"balance" has no value; write ~balance-0.47'],
      ['~balance-abc', '"balance-abc" is not a value of balance; write ~balance-0.47'],
      ['~latency-slow', '"latency-slow" is not a value of latency'],
      ['~clock-x', 'write ~clock-frozen or ~clock-x60'],
      ['~seed-1~seed-1', 'contains seed twice'],
      ['~', '"" is not a setting'],
      ['~constructor-1', '"constructor-1" is not a setting'],
      ['~__proto__-1', '"__proto__-1" is not a setting'],
    ])('%s is refused with what would be right', async (setUp, told) => {
      const client = new Client(await enter(entryPoint), `sk_standin_misspelled${setUp}`);
      const { message } = await expectError(await client.post(TEXT), 'invalid_api_key');
      expect(message).toContain(told);
      expect(message).not.toContain('sk_standin');
    });
  });

  describe('listed accounts', () => {
    const accounts = [
      { name: 'acme', keys: ['acme-key-1', 'acme-key-2'], balance: 3 },
      { name: 'other', keys: ['other-key'] },
    ];

    test('open with each of their keys, of any form, and their settings', async () => {
      const open = await enter(entryPoint, { accounts, balance: 9 });
      const { id } = await new Client(open, 'acme-key-1', 'acme').create();
      const second = new Client(open, 'acme-key-2', 'acme');
      expect((await second.poll(id)).id).toBe(id);
      expect(await second.books()).toMatchObject({ granted: 3 });
      const other = new Client(open, 'other-key', 'other');
      await other.create();
      expect(await other.books()).toMatchObject({ granted: 9 });
    });

    test('open as they are listed when a label names them first', async () => {
      const client = new Client(await enter(entryPoint, { accounts }), 'sk_standin_acme');
      await client.create();
      expect(await client.books()).toMatchObject({ granted: 3 });
    });

    test('are the only ones where auth says so', async () => {
      const open = await enter(entryPoint, { accounts, auth: 'listed' });
      await new Client(open, 'acme-key-1', 'acme').create();
      await expectError(await new Client(open, 'sk_standin_x').post(TEXT), 'invalid_api_key');
    });
  });

  describe('auth any', () => {
    test('gives every key an account of its own', async () => {
      const open = await enter(entryPoint, { auth: 'any' });
      const { id } = await new Client(open, 'whatever').create();
      await new Client(open, 'whatever').poll(id);
      await expectError(await new Client(open, 'whatever2').send(`/v1/videos/${id}`), 'video_not_found');
    });

    test('still wants a key', async () => {
      const open = await enter(entryPoint, { auth: 'any' });
      await expectError(await open.request('/v1/videos/x'), 'missing_api_key');
      const response = await open.request('/v1/videos/x', { headers: { authorization: 'Bearer a b' } });
      expect((await errorOf(response)).status).toBe(401);
    });
  });

  describe('bounds', () => {
    const live = { latency: 'manual' } as const;
    const idle = () => new Promise((resolve) => setTimeout(resolve, 150));

    test('one account too many is 503 with a reason and Retry-After, and the others work on', async () => {
      const open = await enter(entryPoint, { ...live, maxAccounts: 2 });
      const [one, two] = [new Client(open, 'sk_standin_1'), new Client(open, 'sk_standin_2')];
      const { id } = await one.create();
      await two.create();
      const refused = await new Client(open, 'sk_standin_3').post(TEXT);
      expect(refused.headers.get('retry-after')).toBe('60');
      const { message } = await expectError(refused, 'service_unavailable');
      expect(message).toContain('no account is idle');
      expect((await one.poll(id)).status).toBe('pending');
    });

    test('an idle account without a live generation makes room; an account with a live generation never does', async () => {
      const open = await enter(entryPoint, { ...live, maxAccounts: 2, accountIdleSeconds: 0.1 });
      const [one, two] = [new Client(open, 'sk_standin_1'), new Client(open, 'sk_standin_2')];
      const { id } = await one.create();
      const ended = await two.create();
      await two.account.move(ended.id, 'completed');
      await idle();
      await new Client(open, 'sk_standin_3').create();
      expect((await one.poll(id)).status).toBe('pending');
      await idle();
      await expectError(await new Client(open, 'sk_standin_4').post(TEXT), 'service_unavailable');
    });

    test('a full account gets 503 with a reason while all generations are live; the first that ended makes room', async () => {
      const client = new Client(await enter(entryPoint, { ...live, maxGenerationsPerAccount: 2 }));
      const [first, second] = [await client.create(), await client.create()];
      const refused = await client.post(TEXT);
      expect(refused.headers.get('retry-after')).toBe('5');
      const { message } = await expectError(refused, 'service_unavailable');
      expect(message).toContain('none of its generations has ended');
      expect(await client.books()).toMatchObject({ reserved: 2.24 });
      await client.account.move(second.id, 'completed');
      const third = await client.create();
      await expectError(await client.send(`/v1/videos/${second.id}`), 'video_not_found');
      for (const { id } of [first, third]) expect((await client.poll(id)).status).toBe('pending');
    });

    test('a generation that ended by its clock makes room too, and is settled first', async () => {
      const client = new Client(await enter(entryPoint, { maxGenerationsPerAccount: 2 }));
      for (let at = 0; at < 2; at += 1) await client.create();
      await client.account.advance(3000);
      await client.create();
      expect(await client.books()).toEqual({ granted: 1000, balance: 996.64, reserved: 2.24, captured: 1.12 });
    });

    test('a full server takes room from the ended ones of other accounts, never from live ones', async () => {
      const open = await enter(entryPoint, { ...live, maxGenerations: 2 });
      const [one, two] = [new Client(open, 'sk_standin_1'), new Client(open, 'sk_standin_2')];
      const [ended, kept] = [await one.create(), await one.create()];
      await expectError(await two.post(TEXT), 'service_unavailable');
      await one.account.move(ended.id, 'completed');
      await two.create();
      expect((await one.poll(kept.id)).status).toBe('pending');
      await expectError(await one.send(`/v1/videos/${ended.id}`), 'video_not_found');
      await expectError(await two.post(TEXT), 'service_unavailable');
    });

    test('an Idempotency-Key whose generation made room is free again', async () => {
      const client = new Client(await enter(entryPoint, { ...live, maxGenerationsPerAccount: 1 }));
      const key = { 'idempotency-key': 'k' };
      const { id } = await client.create(TEXT, key);
      await client.account.move(id, 'completed');
      await client.create();
      await expectError(await client.post({ ...TEXT, audio: false }, key), 'service_unavailable');
    });
  });
}
