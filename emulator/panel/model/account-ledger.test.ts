import type { LedgerJson } from './control-json.ts';
import { expect, test } from 'vitest';

import { createEmulator, type Entry } from '../../index.ts';
import { toLedgerSheet } from './account-ledger.ts';

const opened: LedgerJson = { granted_usd: 10, balance_usd: 10, reserved_usd: 0, captured_usd: 0 };

test('an account without requests has its opening row', () => {
  const { rows, refunded } = toLedgerSheet([], opened);
  expect(rows).toEqual([
    {
      kind: 'opening',
      amount: 10,
      after: { balance: 10, reserved: 0, captured: 0 },
      at: null,
      requestId: null,
      generation: null,
    },
  ]);
  expect(refunded).toBe(0);
});

test('what requests did and what was done by hand in between follow each other', async () => {
  const emulator = createEmulator({ latency: 'manual' });
  const key = 'sk_standin_ledger~balance-5';
  const create = async (): Promise<string> => {
    const response = await emulator.fetch('http://standin.test/v1/videos', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'videomodel-2.5', prompt: 'a boat', duration_seconds: 4, resolution: '480p' }),
    });
    return ((await response.json()) as { id: string }).id;
  };
  const [one, two] = [await create(), await create()];
  const account = emulator.account('ledger');
  await account.move(one, 'failed');
  await account.move(two, 'completed');
  await create();
  const { entries } = emulator.journal.of('ledger').since(0);
  const { ledger } = (await (await emulator.fetch('http://127.0.0.1/_standin/accounts/ledger')).json()) as {
    ledger: LedgerJson;
  };
  await emulator.close();
  const { rows, refunded } = toLedgerSheet(entries, ledger);
  expect(rows.map(({ kind, amount, at }) => [kind, amount, at !== null])).toEqual([
    ['opening', 5, false],
    ['reserve', 0.48, true],
    ['reserve', 0.48, true],
    ['capture', 0.48, false],
    ['refund', 0.48, false],
    ['reserve', 0.48, true],
  ]);
  expect(rows[1]).toMatchObject({ generation: one, requestId: entries[0]?.request_id });
  expect(rows.at(-1)?.after).toEqual({ balance: 4.04, reserved: 0.48, captured: 0.48 });
  expect(refunded).toBe(0.48);
});

test('steps of parallel requests stand in the order in which they happened', () => {
  const ledgers = [10, 9, 8, 7].map((balance) => ({ granted: 10, balance, reserved: 10 - balance, captured: 0 }));
  const entry = (from: number): Pick<Entry, 'at' | 'request_id' | 'changes'> => {
    const [before, after] = [ledgers[from], ledgers[from + 1]];
    const ledger = before === undefined || after === undefined ? null : { before, after };
    return { at: '', request_id: `r${from}`, changes: [{ generation: null, ledger }] };
  };
  const now = { granted_usd: 10, balance_usd: 7, reserved_usd: 3, captured_usd: 0 };
  const { rows } = toLedgerSheet([entry(2), entry(0), entry(1)], now);
  expect(rows.map(({ requestId }) => requestId)).toEqual([null, 'r0', 'r1', 'r2']);
});

test('a refund that came twice shows as a refund and a grant', () => {
  const before = { granted: 10, balance: 9, reserved: 1, captured: 0 };
  const after = { granted: 11, balance: 11, reserved: 0, captured: 0 };
  const changes = [{ generation: null, ledger: { before, after } }];
  const now = { granted_usd: 11, balance_usd: 11, reserved_usd: 0, captured_usd: 0 };
  const { rows } = toLedgerSheet([{ at: '', request_id: 'poll', changes }], now);
  expect(rows.slice(1).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['refund', 1],
    ['grant', 1],
  ]);
});

test('credits that were taken out are a grant below nothing', () => {
  const now = { granted_usd: 9.5, balance_usd: 9.5, reserved_usd: 0, captured_usd: 0 };
  const full = { granted: 10, balance: 10, reserved: 0, captured: 0 };
  const changes = [{ generation: null, ledger: { before: full, after: full } }];
  expect(toLedgerSheet([{ at: '', request_id: 'a', changes }], now).rows.at(-1)).toMatchObject({
    kind: 'grant',
    amount: -0.5,
  });
});
