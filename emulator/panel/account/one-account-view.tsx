/** Shows one account: a header with its key and failures, and below it tabs for all actions. */

import type { ComponentType, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { read } from '../api.ts';
import { clockNow, toLines } from '../model/account-lines.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { catalog, isProxy } from '../server.ts';
import { DoneNote } from '../shared/command-button.tsx';
import { forgetDone, lastDone } from '../shared/do-command.ts';
import { Alert, Card, useTick } from '../shared/parts.tsx';
import { Tabs } from '../shared/tabs.tsx';
import { useLoaded } from '../shared/use-loaded.ts';
import { AccountHeader } from './account-header.tsx';
import type { AccountTabProps } from './account-tab-props.ts';
import { ClockTab } from './clock-tab.tsx';
import { FailuresTab } from './failures-tab.tsx';
import { GenerationsTab } from './generations-tab.tsx';
import { MoneyTab } from './money-tab.tsx';
import { MoreTab } from './more-tab.tsx';
import { SendTab } from './send-tab.tsx';

/** Shows the account in the URL. */
export function OneAccountView(): VNode {
  const { name = '' } = panelRoute.value.query;
  return <OneAccount key={name} name={name} />;
}

/** The most generations that are loaded. More would slow down each reload. */
const MOST_GENERATIONS = 100;
const TICK_MS = 1000;
/** The time that a note is shown. Notes with a problem or with Undo stay longer. */
const NOTE_MS = 6000;

function OneAccount({ name }: { readonly name: string }): VNode {
  const { data, problem, isGone, reload } = useLoaded(
    () => readAccount(name),
    ({ account }) => account === name || account === null,
  );
  const done = lastDone.value;
  useEffect(forgetDone, []);
  useEffect(() => {
    if (done === undefined) return undefined;
    reload();
    if (done.undo !== undefined || done.problem !== undefined) return undefined;
    const timer = setTimeout(forgetDone, NOTE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  useTick(data !== undefined && data.account.clock.rate > 0 ? TICK_MS : 0);
  const note = <DoneNote account={name} />;
  if (data === undefined || isGone)
    return (
      <>
        {note}
        {problem === undefined ? (
          <p class="soft">Reading {name} …</p>
        ) : (
          <Card title={`Unknown account "${name}".`}>
            <p>The first request with its key creates it.</p>
            <a href={linkTo('accounts')}>Show all accounts</a>
          </Card>
        )}
      </>
    );
  const now = clockNow(data.account.clock, Date.now() - data.readAt);
  const part: AccountTabProps = { ...data, name, now, lines: toLines(data.generations, now), catalog: catalog.value };
  return (
    <div class="stack">
      <AccountHeader {...part} />
      {note}
      <Alert text={problem} />
      <AccountTabs {...part} />
    </div>
  );
}

/** Reads the data of the header and the tabs together. The ledger is read separately. */
async function readAccount(name: string) {
  const [account, faults, scenarios, generations] = await Promise.all([
    read('/accounts/{name}', { name }),
    read('/accounts/{name}/faults', { name }),
    read('/accounts/{name}/scenarios', { name }),
    isProxy()
      ? { generations: [], total: 0 }
      : read('/accounts/{name}/generations', { name, query: { limit: MOST_GENERATIONS } }),
  ]);
  return { account, readAt: Date.now(), rules: faults.rules, active: scenarios.scenarios, ...generations };
}

const TABS: Readonly<Record<string, ComponentType<AccountTabProps>>> = {
  Failures: FailuresTab,
  Generations: GenerationsTab,
  Money: MoneyTab,
  Clock: ClockTab,
  Send: SendTab,
  More: MoreTab,
};
/** The tabs that need an emulator. */
const EMULATED = new Set(['Generations', 'Money', 'Clock']);

function AccountTabs(part: AccountTabProps): VNode {
  const { tab } = panelRoute.value.query;
  const counts: Readonly<Record<string, number>> = {
    Failures: part.active.length + part.rules.length,
    Generations: part.total,
  };
  const names = Object.keys(TABS).filter((name) => !isProxy() || !EMULATED.has(name));
  const chosen = names.find((name) => name.toLowerCase() === tab) ?? 'Failures';
  const Tab = TABS[chosen] ?? FailuresTab;
  return (
    <Tabs
      label="Account"
      tabs={names.map((name) => [name, counts[name] ?? 0])}
      chosen={chosen}
      onChoose={(name) => choose({ tab: name.toLowerCase() })}
    >
      <Tab {...part} />
    </Tabs>
  );
}
