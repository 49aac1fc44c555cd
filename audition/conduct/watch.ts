/** Watches any client, without a driver: one key per case. At the end, the checks judge the journal. */

import * as z from 'zod';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTHY, type StoryPace } from '../cases/audition-case.ts';
import type { CaseRecord } from '../evidence/case-record.ts';
import { callControl } from '../stage/open-accounts.ts';
import { JOURNAL, paidIn, settledEntries } from '../stage/stage.ts';
import { createEmulator } from '../../emulator/index.ts';

export interface WatchOptions {
  readonly pace: StoryPace;
  /** The port; a free one by default. */
  readonly port?: number;
  /** Ends the watch when requests have come and then none has come for this many seconds. */
  readonly idleSeconds?: number | undefined;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  readonly onReady: (ready: { readonly url: string; readonly endUrl: string }) => void;
}

const LOOK_MS = 200;

/** Resolves to one record for each account whose scenario has expectations. */
export async function watch(options: WatchOptions): Promise<CaseRecord[]> {
  const stage = await openWatchedStage(options.pace, options.port);
  try {
    options.onReady({ url: stage.url, endUrl: stage.endUrl });
    await untilOver(stage, options);
    const accounts = await stage.accounts();
    return await Promise.all(accounts.map((account) => recordOf(stage, account, options.pace)));
  } finally {
    await stage.close();
  }
}

async function untilOver(stage: WatchedStage, { signal, idleSeconds = Infinity }: WatchOptions): Promise<void> {
  let last = 0;
  let since = performance.now();
  while (!signal.aborted && !(await stage.isEnded())) {
    const { count, isBusy } = stage.traffic();
    if (count !== last || isBusy || count === 0) since = performance.now();
    last = count;
    if (performance.now() - since >= idleSeconds * 1000) return;
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function recordOf(
  stage: WatchedStage,
  { label, scenario }: { readonly label: string; readonly scenario: string | undefined },
  pace: StoryPace,
): Promise<CaseRecord> {
  const entries = await stage.entriesOf(label);
  const prompts = entries.flatMap(({ operation, request }) => (operation === 'create' ? (request.prompt ?? []) : []));
  const paid = await stage.paidBy(label);
  return {
    client: 'watched',
    label,
    scenario: scenario ?? HEALTHY,
    pace,
    deadlineSeconds: 0,
    prompts: [...new Set(prompts)],
    entries: [...entries],
    outcome: { end: 'not-observed', how: 'was watched', ranMs: 0, leaks: [] },
    paid,
    careful: paid,
  };
}

type WatchedStage = Awaited<ReturnType<typeof openWatchedStage>>;

/** The account that represents the watch. When a client deletes it, the watch is over. */
const END = 'audition';
const Accounts = z.object({
  accounts: z.array(z.object({ name: z.string(), scenarios: z.array(z.string()) })),
});

/** Opens an emulator whose generations take a few polls, as many stories require. */
async function openWatchedStage(pace: StoryPace, port = 0) {
  const emulator = createEmulator({ pace, latency: 'polls:1,1', ...JOURNAL });
  const { url, port: taken } = await emulator.listen({ port, host: '127.0.0.1' });
  const open = countOpenRequests(taken);
  await callControl(emulator, 'POST /accounts', { name: END });
  const list = async (): Promise<z.output<typeof Accounts>['accounts']> =>
    Accounts.parse(await callControl(emulator, 'GET /accounts?limit=10000')).accounts;
  const journals = (): ReturnType<typeof emulator.journal.of>[] =>
    emulator.journal.accounts().map((name) => emulator.journal.of(name));
  return {
    url,
    /** The URL whose DELETE ends the watch. */
    endUrl: `${url}/_standin/accounts/${END}`,
    isEnded: async () => !(await list()).some(({ name }) => name === END),
    /** Returns how many requests came, and whether one is in progress. */
    traffic: () => {
      const entries = journals().flatMap((journal) => journal.entries());
      // While a clip is rendered, its response has not begun, so the journal does not have an entry yet.
      return { count: entries.length, isBusy: open.count > 0 };
    },
    accounts: async () =>
      (await list())
        .filter(({ name }) => name !== END)
        .map(({ name, scenarios: [scenario] }) => ({ label: name, scenario })),
    entriesOf: (label: string) => settledEntries(() => emulator.account(label).journal.entries()),
    paidBy: (label: string) => paidIn(emulator, label),
    close: async () => {
      open.close();
      await emulator.close();
    },
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
