/** Reads the data of one account that its header and its tabs show. The tab of the ledger reads the ledger itself. */

import type { GenerationView } from '../../control/routes/generations.ts';
import type { AccountView } from '../../control/view-schemas.ts';
import { read, readFailures } from '../api.ts';
import { clockNow, toLines } from '../model/account-lines.ts';
import { accountPath } from '../model/command.ts';
import { isProxy } from '../server.ts';

/** The most generations that are loaded. More would slow down each reload. */
const MOST_GENERATIONS = 100;

type Generations = Readonly<{ generations: readonly GenerationView[]; total: number }>;

export async function readAccountPage(name: string) {
  const [account, failures, generations] = await Promise.all([
    read<AccountView>(accountPath(name)),
    readFailures(name),
    isProxy()
      ? { generations: [], total: 0 }
      : read<Generations>(accountPath(name, `/generations?limit=${MOST_GENERATIONS}`)),
  ]);
  return { ...failures, account, readAt: Date.now(), ...generations };
}

/** Adds the time of the account's clock in milliseconds, and the timelines of the generations at this time. */
export function atPresent(page: Awaited<ReturnType<typeof readAccountPage>>) {
  const now = clockNow(page.account.clock, Date.now() - page.readAt);
  return { ...page, now, lines: toLines(page.generations, now) };
}

/** The properties of each tab of an account. */
export type AccountTabProps = ReturnType<typeof atPresent>;
