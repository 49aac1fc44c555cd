/** Reads the data of one account that its header and its tabs show. The tab of the ledger reads the ledger itself. */

import { read } from '../api.ts';
import { clockNow, toLines } from '../model/account-lines.ts';
import { isProxy } from '../server.ts';

/** The most generations that are loaded. More would slow down each reload. */
const MOST_GENERATIONS = 100;

export async function readAccountPage(name: string) {
  const [account, { rules }, { scenarios }, generations] = await Promise.all([
    read('/accounts/{name}', { name }),
    read('/accounts/{name}/faults', { name }),
    read('/accounts/{name}/scenarios', { name }),
    isProxy()
      ? { generations: [], total: 0 }
      : read('/accounts/{name}/generations', { name, query: { limit: MOST_GENERATIONS } }),
  ]);
  return { name, account, readAt: Date.now(), rules, active: scenarios, ...generations };
}

/** Adds the time of the account's clock in milliseconds, and the timelines of the generations at this time. */
export function atPresent(page: Awaited<ReturnType<typeof readAccountPage>>) {
  const now = clockNow(page.account.clock, Date.now() - page.readAt);
  return { ...page, now, lines: toLines(page.generations, now) };
}

/** The properties of each tab of an account. */
export type AccountTabProps = ReturnType<typeof atPresent>;
