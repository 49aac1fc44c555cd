/** Watches any client, without a driver: one key per case. At the end, the checks judge the journal. */

import * as z from 'zod';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTHY, type Pace } from '../cases/case-scenario.ts';
import type { CaseRecord } from '../evidence/case-record.ts';
import { callControl, paidIn } from '../stage/open-accounts.ts';
import { JOURNAL, settledEntries, StageError } from '../stage/stage.ts';
import { createEmulator, type Emulator } from '../../emulator/index.ts';

export interface WatchOptions {
  readonly pace: Pace;
  /** The port; a free one by default. */
  readonly port?: number;
  /** Ends the watch when no request has come for this many seconds. */
  readonly idleSeconds?: number | undefined;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  readonly onReady: (ready: { readonly url: string; readonly endUrl: string }) => void;
}

const POLL_MS = 200;
/** The account that represents the watch. When a client deletes it, the watch is over. */
const END = 'audition';

/** Resolves to one record for each account whose scenario has expectations. Throws if no request arrives. */
export async function watch(options: WatchOptions): Promise<CaseRecord[]> {
  const { pace, port = 0, onReady } = options;
  // The generations take a few polls, as many scenarios require.
  const emulator = createEmulator({ pace, latency: 'polls:1,1', ...JOURNAL });
  const { url, port: taken } = await emulator.listen({ port, host: '127.0.0.1' });
  const open = countOpenRequests(taken);
  try {
    await callControl(emulator, 'POST /accounts', { name: END });
    onReady({ url, endUrl: `${url}/_standin/accounts/${END}` });
    await untilOver(emulator, open, options);
    if (emulator.journal.accounts().length === 0) throw new StageError('No request arrived.');
    const accounts = (await accountsOf(emulator)).filter(({ name }) => name !== END);
    return await Promise.all(accounts.map((account) => recordOf(emulator, account, pace)));
  } finally {
    open.close();
    await emulator.close();
  }
}

async function untilOver(
  emulator: Emulator,
  open: ReturnType<typeof countOpenRequests>,
  { signal, idleSeconds = Infinity }: WatchOptions,
): Promise<void> {
  const { journal } = emulator;
  let [last, since] = [0, performance.now()];
  while (!signal.aborted && (await accountsOf(emulator)).some(({ name }) => name === END)) {
    const count = journal.accounts().reduce((sum, name) => sum + journal.of(name).entries().length, 0);
    // While a clip is rendered, its response has not begun, so the journal does not have an entry yet.
    if (count !== last || open.count > 0) since = performance.now();
    last = count;
    if (performance.now() - since >= idleSeconds * 1000) return;
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

const Accounts = z.object({
  accounts: z.array(z.object({ name: z.string(), scenarios: z.array(z.string()) })),
});
type WatchedAccount = z.output<typeof Accounts>['accounts'][number];

async function accountsOf(emulator: Emulator): Promise<WatchedAccount[]> {
  return Accounts.parse(await callControl(emulator, 'GET /accounts?limit=10000')).accounts;
}

async function recordOf(
  emulator: Emulator,
  { name: label, scenarios: [scenario = HEALTHY] }: WatchedAccount,
  pace: Pace,
): Promise<CaseRecord> {
  const entries = await settledEntries(() => emulator.account(label).journal.entries());
  const prompts = entries.flatMap(({ operation, request }) => (operation === 'create' ? (request.prompt ?? []) : []));
  const paid = await paidIn(emulator, label);
  return {
    client: 'watched',
    label,
    scenario,
    pace,
    deadlineSeconds: 0,
    prompts: [...new Set(prompts)],
    entries,
    outcome: { end: 'not-observed', how: 'was watched', ranMs: 0, leaks: [] },
    paid,
    careful: paid,
  };
}

const STARTED = 'http.server.request.start';

/** Counts the open requests on this port from now on. */
export function countOpenRequests(port: number) {
  let count = 0;
  const onStart = (message: unknown): void => {
    const { response, socket } = message as { readonly response: ServerResponse; readonly socket: Socket };
    if (socket.localPort !== port) return;
    count += 1;
    response.once('close', () => {
      count -= 1;
    });
  };
  subscribe(STARTED, onStart);
  return {
    get count() {
      return count;
    },
    close: () => void unsubscribe(STARTED, onStart),
  };
}
