import { describe, expect, onTestFinished, test } from 'vitest';
import { AccountError, createEmulator } from './index.ts';

const CREATE = { model: 'videomodel-2.5', prompt: 'x', duration_seconds: 4 };

async function openOne(settings = {}) {
  const emulator = createEmulator({ clock: 'frozen@2026-01-01T00:00:00Z', ...settings });
  onTestFinished(() => emulator.close());
  const headers = { authorization: 'Bearer sk_standin_hand', 'content-type': 'application/json' };
  const request = new Request('http://emulator.test/v1/videos', {
    method: 'POST',
    headers,
    body: JSON.stringify(CREATE),
  });
  const { id } = (await (await emulator.fetch(request)).json()) as { id: string };
  return { account: emulator.account('hand'), id };
}

describe('an account handle', () => {
  test('shows its ledger in millionths of a dollar', async () => {
    const { account } = await openOne();
    expect(await account.ledger()).toEqual({ granted: 1e9, balance: 998_880_000, reserved: 1_120_000, captured: 0 });
  });

  test('shows a generation without polling it', async () => {
    const { account, id } = await openOne({ latency: 'instant' });
    expect(await account.generation(id)).toMatchObject({ id, status: 'pending', cost: 1_120_000 });
    expect(await account.ledger()).toMatchObject({ captured: 0 });
    expect(await account.generation('none')).toBeUndefined();
  });

  test('accepts the id of a generation in any letter case', async () => {
    const { account, id } = await openOne({ latency: 'manual' });
    expect(await account.generation(id.toUpperCase())).toMatchObject({ id, status: 'pending' });
    expect(await account.move(id.toUpperCase(), 'completed')).toMatchObject({ id, status: 'completed' });
    expect((await account.clip(id.toUpperCase()))?.length).toBeGreaterThan(0);
  });

  test('moves its clock, and returns the new reading', async () => {
    const { account } = await openOne();
    expect(await account.advance(1500)).toEqual(new Date('2026-01-01T00:00:01.500Z'));
    expect(await account.advance(-500)).toEqual(new Date('2026-01-01T00:00:01Z'));
    expect(await account.setClock('frozen@2027-01-01T00:00:00Z')).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect(await account.setClock('frozen')).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect((await account.setClock('x60')).getTime()).toBeGreaterThanOrEqual(Date.parse('2027-01-01T00:00:00Z'));
    expect(Math.abs((await account.setClock('real')).getTime() - Date.now())).toBeLessThan(60_000);
  });

  test('moves a generation and settles it', async () => {
    const { account, id } = await openOne({ latency: 'manual' });
    expect(await account.move(id, 'failed', { code: 'queue_timeout', from: 'pending' })).toMatchObject({
      status: 'failed',
    });
    expect(await account.ledger()).toMatchObject({ balance: 1e9, reserved: 0 });
    expect(await account.move('none', 'failed')).toBeUndefined();
  });

  test('of an account that is not open explains how to open it', async () => {
    const { ledger, advance, generation, move } = createEmulator().account('nobody');
    for (const step of [ledger(), advance(1), generation('x'), move('x', 'failed')]) {
      await expect(step).rejects.toThrow(/^No account "nobody" exists\. To create the account, send a request/);
    }
  });

  test.each(['noon', 'x', ''])('rejects the clock "%s" and lists the valid clocks', async (text) => {
    const { account } = await openOne();
    await expect(account.setClock(text)).rejects.toThrow(AccountError);
    await expect(account.setClock(text)).rejects.toThrow('real, frozen, frozen@<ISO 8601 time>');
  });

  test.each([Number.NaN, Infinity])('rejects a step of %d', async (step) => {
    const { account } = await openOne();
    await expect(account.advance(step)).rejects.toThrow(AccountError);
  });
});
