/** Shows one account: a header with its key and failures, and below it tabs for all actions. */

import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { read } from '../api.ts';
import { scenarioCatalog } from '../catalog.ts';
import { clockNow, toLines } from '../model/account-lines.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { isProxy } from '../server.ts';
import { Alert, Card, useTick } from '../shared/parts.tsx';
import { DoneNote } from '../shared/command-button.tsx';
import { forgetDone, lastDone } from '../shared/do-command.ts';
import { Tabs, type TabChoice } from '../shared/tabs.tsx';
import { useReload } from '../shared/use-events.ts';
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
  const loaded = useLoaded(() => readAccount(name), []);
  const soon = useReload(loaded.reload, ({ account }) => account === name || account === null);
  useEffect(forgetDone, []);
  const done = lastDone.value;
  useEffect(() => {
    if (done === undefined) return undefined;
    soon();
    if (done.undo !== undefined || done.problem !== undefined) return undefined;
    const timer = setTimeout(forgetDone, NOTE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const { data } = loaded;
  useTick(data !== undefined && data.account.clock.rate > 0 ? TICK_MS : undefined);
  if (data === undefined || loaded.isGone)
    return (
      <>
        <DoneNote account={name} />
        <NotThere name={name} problem={loaded.problem} />
      </>
    );
  const now = clockNow({ clock: data.account.clock, readAt: data.readAt }, Date.now());
  const part: AccountTabProps = {
    ...data,
    name,
    now,
    lines: toLines(data.generations, now),
    catalog: scenarioCatalog(),
  };
  return (
    <div class="stack">
      <AccountHeader {...part} />
      <DoneNote account={name} />
      <Alert text={loaded.problem} />
      <AccountTabs part={part} />
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

function AccountTabs({ part }: { readonly part: AccountTabProps }): VNode {
  const { tab = 'failures' } = panelRoute.value.query;
  const tabs: readonly TabChoice[] = [
    { name: 'failures', title: 'Failures', count: part.active.length + part.rules.length },
    ...(isProxy()
      ? []
      : [
          { name: 'generations', title: 'Generations', count: part.total },
          { name: 'money', title: 'Money' },
          { name: 'clock', title: 'Clock' },
        ]),
    { name: 'send', title: 'Send' },
    { name: 'more', title: 'More' },
  ];
  const chosen = tabs.some(({ name }) => name === tab) ? tab : 'failures';
  return (
    <Tabs label="Account" tabs={tabs} chosen={chosen} onChoose={(name) => choose({ tab: name })}>
      {chosen === 'failures' ? <FailuresTab {...part} /> : null}
      {chosen === 'generations' ? <GenerationsTab {...part} /> : null}
      {chosen === 'money' ? <MoneyTab {...part} /> : null}
      {chosen === 'clock' ? <ClockTab {...part} /> : null}
      {chosen === 'send' ? <SendTab {...part} /> : null}
      {chosen === 'more' ? <MoreTab {...part} /> : null}
    </Tabs>
  );
}

function NotThere({ name, problem }: { readonly name: string; readonly problem: string | undefined }): VNode {
  if (problem === undefined) return <p class="soft">Reading {name} …</p>;
  return (
    <Card title={`Unknown account "${name}".`}>
      <p>The first request with its key creates it.</p>
      <a href={linkTo('accounts')}>Show all accounts</a>
    </Card>
  );
}
