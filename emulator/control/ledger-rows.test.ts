import { expect, test } from 'vitest';

import { openRig } from '../../test/support/control/rig.ts';
import type { LedgerInDollars } from '../domain/ledger.ts';
import type { Entry } from '../journal/entry.ts';
import { toLedgerSheet, type LedgerSheet, type LedgerSources } from './ledger-rows.ts';

const KEY = 'sk_standin_ledger~balance-5';

interface Row {
  readonly kind: string;
  readonly amount_usd: number;
  readonly at: string | null;
  readonly generation: string | null;
  readonly request_id: string | null;
}

/** A ledger of ten dollars of which so much is reserved. */
function reserved(amount: number): LedgerInDollars {
  return { granted_usd: 10, balance_usd: 10 - amount, reserved_usd: amount, captured_usd: 0 };
}

function entryOf(
  requestId: string,
  before: LedgerInDollars,
  after: LedgerInDollars,
): Pick<Entry, 'seq' | 'at' | 'request_id' | 'changes'> {
  return { seq: 0, at: '', request_id: requestId, changes: [{ generation: null, ledger: { before, after } }] };
}

function sheetOf(entries: LedgerSources['entries'], current: LedgerInDollars): LedgerSheet {
  return toLedgerSheet({ entries, ledgerChanges: [] }, current);
}

/** Expects each row to lead from the sums of the previous row to its own sums. */
function expectToAddUp({ opening, rows, ledger }: Read): void {
  let reached = opening;
  for (const { kind, amount_usd: amount, ledger: after } of rows.toReversed()) {
    const signs = { reserve: [0, -1, 1, 0], capture: [0, 0, -1, 1], refund: [0, 1, -1, 0], grant: [1, 1, 0, 0] }[kind];
    const sums = SUMS.map((sum, at) => Math.round((reached[sum] + amount * (signs?.[at] ?? Number.NaN)) * 1e6));
    expect(SUMS.map((sum) => Math.round(after[sum] * 1e6))).toEqual(sums);
    reached = after;
  }
  expect(reached).toEqual(ledger);
}

const SUMS = ['granted_usd', 'balance_usd', 'reserved_usd', 'captured_usd'] as const;

interface Read {
  readonly opening: LedgerInDollars;
  readonly rows: readonly (Row & { readonly ledger: LedgerInDollars })[];
  readonly ledger: LedgerInDollars;
}

test('an account without requests has its opening and no row', () => {
  expect(sheetOf([], reserved(0))).toEqual({ opening: reserved(0), rows: [], refunded: 0 });
});

test('the changes of requests and of the control API form a chain from the opening to the current ledger', async () => {
  const { emulator, control, create } = openRig({ latency: 'manual' });
  const [one, two] = [await create(KEY), await create(KEY)];
  const account = emulator.account('ledger');
  await account.move(one, 'failed');
  await account.move(two, 'completed');
  await create(KEY);
  const [first] = emulator.journal.of('ledger').entries();
  const { status, body } = await control('GET', '/accounts/ledger/ledger');
  expect(status).toBe(200);
  const rows: Row[] = body.rows.toReversed();
  expect(rows.map(({ kind, amount_usd, at }) => [kind, amount_usd, at !== null])).toEqual([
    ['reserve', 0.48, true],
    ['reserve', 0.48, true],
    ['refund', 0.48, true],
    ['capture', 0.48, true],
    ['reserve', 0.48, true],
  ]);
  expect(rows[0]).toMatchObject({ generation: one, request_id: first?.request_id });
  expect(body.opening).toEqual({ granted_usd: 5, balance_usd: 5, reserved_usd: 0, captured_usd: 0 });
  expect(body.rows[0].ledger).toEqual(body.ledger);
  expect(body.ledger).toEqual({ granted_usd: 5, balance_usd: 4.04, reserved_usd: 0.48, captured_usd: 0.48 });
  expect(body).toMatchObject({ refunded_usd: 0.48, total: 5, is_lossy: false });
  expectToAddUp(body);
  const page = await control('GET', '/accounts/ledger/ledger?limit=2&offset=1');
  expect(page.body.rows).toEqual(body.rows.slice(1, 3));
  expect(page.body.total).toBe(5);
});

test('moves by hand are rows of their own, each with its time and its generation, and every row adds up', async () => {
  const { control, create } = openRig({ latency: 'manual', clock: 'frozen@2026-01-01T00:00:00Z' });
  const id = await create(KEY);
  const advance = (): Promise<unknown> => control('POST', '/accounts/ledger/clock/advance', { by_seconds: 1 });
  await advance();
  await control('POST', `/accounts/ledger/generations/${id}/move`, { status: 'failed' });
  await advance();
  await control('PUT', '/accounts/ledger/balance', { balance_usd: 500 });
  await advance();
  await control('PUT', '/accounts/ledger/balance', { balance_usd: 20 });
  const { body } = await control('GET', '/accounts/ledger/ledger');
  const rows: Read['rows'] = body.rows.toReversed();
  expect(
    rows.map(({ kind, amount_usd, ledger, at }) => [kind, amount_usd, ledger.balance_usd, at?.slice(17, 19)]),
  ).toEqual([
    ['reserve', 0.48, 4.52, '00'],
    ['refund', 0.48, 5, '01'],
    ['grant', 495, 500, '02'],
    ['grant', -480, 20, '03'],
  ]);
  expect(rows.map(({ generation }) => generation)).toEqual([id, id, null, null]);
  expect(rows.map(({ request_id }) => request_id !== null)).toEqual([true, false, false, false]);
  expectToAddUp(body);
});

test('a snapshot that is restored is a row with its time, and what was cleared does not come back', async () => {
  const { control, create } = openRig({ latency: 'manual' });
  const before = await control(
    'GET',
    `/accounts/${(await control('POST', '/accounts', { name: 'ledger' })).body.account.name}/snapshot`,
  );
  const id = await create('sk_standin_ledger');
  await control('POST', `/accounts/ledger/generations/${id}/move`, { status: 'completed' });
  await control('PUT', '/accounts/ledger/snapshot', before.body);
  const { body } = await control('GET', '/accounts/ledger/ledger');
  expect(body.rows.map(({ kind, amount_usd, at }: Row) => [kind, amount_usd, at !== null])).toEqual([
    ['refund', 0.48, true],
    ['capture', -0.48, true],
    ['capture', 0.48, true],
    ['reserve', 0.48, true],
  ]);
  expectToAddUp(body);
  await control('DELETE', '/accounts/ledger/journal', {});
  expect((await control('GET', '/accounts/ledger/ledger')).body).toMatchObject({ rows: [], is_lossy: true });
});

test('changes that were not recorded carry the sums from row to row', () => {
  const after = { granted_usd: 20, balance_usd: 18, reserved_usd: 1, captured_usd: 1 };
  const { rows } = sheetOf([entryOf('a', reserved(0), reserved(3))], after);
  expect(rows.map(({ kind, amount_usd: amount, ledger: { balance_usd: balance } }) => [kind, amount, balance])).toEqual(
    [
      ['reserve', 3, 7],
      ['refund', 1, 8],
      ['grant', 10, 18],
      ['capture', 1, 18],
    ],
  );
  expect(rows.at(-1)?.ledger).toEqual(after);
});

test('the opening contains the changes that the journal lost, and the answer reports the loss', async () => {
  const { control, create } = openRig({ latency: 'manual' });
  await create(KEY);
  await control('DELETE', '/accounts/ledger/journal', {});
  await create(KEY);
  const { body } = await control('GET', '/accounts/ledger/ledger');
  expect(body).toMatchObject({ opening: { balance_usd: 4.52, reserved_usd: 0.48 }, total: 1, is_lossy: true });
});

test('without a journal, the ledger has no rows', async () => {
  const { control, create } = openRig({ journal: false });
  await create(KEY);
  const { status, body } = await control('GET', '/accounts/ledger/ledger');
  expect([status, body.error.code]).toEqual([409, 'journal_off']);
});

test('steps of parallel requests stand in the order in which they happened', () => {
  const steps = [2, 0, 1].map((from) => entryOf(`r${from}`, reserved(from), reserved(from + 1)));
  const { opening, rows } = sheetOf(steps, reserved(3));
  expect(opening).toEqual(reserved(0));
  expect(rows.map(({ request_id: requestId }) => requestId)).toEqual(['r0', 'r1', 'r2']);
});

test('the same amount back and forth is a row each time', () => {
  const steps = Array.from({ length: 2000 }, (_, at) => entryOf(`r${at}`, reserved(at % 2), reserved((at + 1) % 2)));
  const { rows, refunded } = sheetOf(steps, reserved(0));
  expect(rows).toHaveLength(2000);
  expect(refunded).toBe(1000);
  expect(rows.at(-1)?.ledger).toEqual(reserved(0));
});

test('a refund that came twice shows as a refund and a grant', () => {
  const after = { granted_usd: 11, balance_usd: 11, reserved_usd: 0, captured_usd: 0 };
  const { rows } = sheetOf([entryOf('poll', reserved(1), after)], after);
  expect(rows.map(({ kind, amount_usd: amount }) => [kind, amount])).toEqual([
    ['refund', 1],
    ['grant', 1],
  ]);
});

test('credits that were taken out are a grant below nothing', () => {
  const less = { ...reserved(0), granted_usd: 9.5, balance_usd: 9.5 };
  const { rows } = sheetOf([entryOf('a', reserved(0), reserved(0))], less);
  expect(rows.at(-1)).toMatchObject({ kind: 'grant', amount_usd: -0.5 });
});
