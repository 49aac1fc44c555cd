/** An emulator for any client: it opens accounts by the keys in the requests. */

import * as z from 'zod';
import { createEmulator } from '../../emulator/index.ts';
import type { StoryPace } from '../cases/audition-case.ts';
import type { JournalEntry } from '../evidence/journal-entry.ts';
import { callControl } from './control.ts';
import { countOpenRequests } from './open-requests.ts';
import { JOURNAL, paidIn, settledEntries } from './stage.ts';

export interface WatchedAccount {
  readonly label: string;
  readonly scenario: string | undefined;
}

export interface WatchedStage {
  readonly url: string;
  /** The URL whose DELETE ends the watch. */
  readonly endUrl: string;
  isEnded(): Promise<boolean>;
  /** Returns how many requests came, and whether one is in progress. */
  traffic(): { readonly count: number; readonly isBusy: boolean };
  accounts(): Promise<WatchedAccount[]>;
  entriesOf(label: string): Promise<readonly JournalEntry[]>;
  paidBy(label: string): Promise<number>;
  close(): Promise<void>;
}

/** The account that represents the watch. When a client deletes it, the watch is over. */
const END = 'audition';
const Accounts = z.object({
  accounts: z.array(z.object({ name: z.string(), scenarios: z.array(z.string()) })),
});

/** Opens an emulator whose generations take a few polls, as many stories require. */
export async function openWatchedStage(pace: StoryPace, port = 0): Promise<WatchedStage> {
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
    endUrl: `${url}/_standin/accounts/${END}`,
    isEnded: async () => !(await list()).some(({ name }) => name === END),
    traffic: () => {
      const entries = journals().flatMap((journal) => journal.entries());
      // While a clip is rendered, its response has not begun, so the journal does not have an entry yet.
      return { count: entries.length, isBusy: open.count > 0 };
    },
    accounts: async () =>
      (await list())
        .filter(({ name }) => name !== END)
        .map(({ name, scenarios: [scenario] }) => ({ label: name, scenario })),
    entriesOf: (label) => settledEntries(() => emulator.account(label).journal.entries()),
    paidBy: (label) => paidIn(emulator, label),
    close: async () => {
      open.close();
      await emulator.close();
    },
  };
}
