/** Shows one account: a header with its key and failures, and below it tabs for all actions. */

import { useEffect, useState } from 'preact/hooks';
import { read } from '../api.ts';
import { clockNow, toLines } from '../model/account-lines.ts';
import { firedWords, turnRule, turnScenario } from '../model/account-scenarios.ts';
import { clockText, dollars, speedText } from '../model/texts.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { isProxy } from '../server.ts';
import { Alert, Button, Card, CopyButton, Crumbs, Facts, Tabs } from '../shared/parts.tsx';
import { CommandButton, DoneNote, forgetDone, lastDone, runCommand } from '../shared/run-command.tsx';
import { keyOf } from '../shared/send.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { ClockTab } from './clock-tab.tsx';
import { FailuresTab } from './failures-tab.tsx';
import { GenerationsTab } from './generations-tab.tsx';
import { MoneyTab } from './money-tab.tsx';
import { MoreTab } from './more-tab.tsx';
import { SendTab } from './send-tab.tsx';

/** The most generations that are loaded. More would slow down each reload. */
const MOST_GENERATIONS = 100;
const TICK_MS = 1000;
/** The time that a note is shown. Notes with a problem or with Undo stay longer. */
const NOTE_MS = 6000;

/** Reads the data that the header and the tabs show. The tab of the ledger reads the ledger itself. */
async function readAccountPage(name: string) {
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
function atPresent(page: Awaited<ReturnType<typeof readAccountPage>>) {
  const now = clockNow(page.account.clock, Date.now() - page.readAt);
  return { ...page, now, lines: toLines(page.generations, now) };
}

/** The properties of each tab of an account. */
export type AccountTabProps = ReturnType<typeof atPresent>;

export function OneAccountView() {
  const { name = '' } = panelRoute.value.query;
  const { data, problem, isGone, reload } = useLoaded(
    () => readAccountPage(name),
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
  const [, tick] = useState(0);
  const isTicking = data !== undefined && data.account.clock.rate > 0;
  useEffect(() => {
    const timer = isTicking ? setInterval(() => tick(Date.now()), TICK_MS) : undefined;
    return () => clearInterval(timer);
  }, [isTicking]);
  const part = data && !isGone ? atPresent(data) : undefined;
  return (
    <div class="stack">
      {part && <AccountHeader {...part} />}
      <DoneNote account={name} />
      {part && <Alert text={problem} />}
      {part ? <AccountTabs {...part} /> : problem === undefined ? <p class="soft">Reading {name} …</p> : <Unknown />}
    </div>
  );
}

function Unknown() {
  return (
    <Card title={`Unknown account "${panelRoute.value.query['name']}".`}>
      <p>The first request with its key creates it.</p>
      <a href={linkTo('accounts')}>Show all accounts</a>
    </Card>
  );
}

const TABS = {
  Failures: FailuresTab,
  Generations: GenerationsTab,
  Money: MoneyTab,
  Clock: ClockTab,
  Send: SendTab,
  More: MoreTab,
} as const;
/** The tabs without those that need an emulator. */
const PROXY_TABS = ['Failures', 'Send', 'More'] as const;

function AccountTabs(part: AccountTabProps) {
  const { tab } = panelRoute.value.query;
  const counts: Readonly<Record<string, number>> = {
    Failures: part.active.length + part.rules.length,
    Generations: part.total,
  };
  const names = isProxy() ? PROXY_TABS : (Object.keys(TABS) as (keyof typeof TABS)[]);
  const chosen = names.find((name) => name.toLowerCase() === tab) ?? 'Failures';
  const Tab = TABS[chosen];
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

const KEY_WORDS = { revoked: 'revoked: requests get 401', some_revoked: 'some keys are revoked' } as const;

function AccountHeader(part: AccountTabProps) {
  const { name, account, now } = part;
  const { ledger, clock, keys } = account;
  const key = keyOf(name);
  const reserved = ledger.reserved_usd > 0 && ` + ${dollars(ledger.reserved_usd)} reserved`;
  const url = ['Base URL', copied('base URL', location.origin)] as const;
  const shownKey = keys === 'valid' ? copied('key', key) : <b class="bad">{KEY_WORDS[keys]}</b>;
  const facts = [
    ...(key === '' ? [] : [['Key', shownKey] as const]),
    url,
    ['Balance', [dollars(ledger.balance_usd), <span class="soft">{reserved}</span>]],
    ['Clock', [<time>{clockText(now)}</time>, <span class="soft">{speedText(clock)}</span>]],
  ] as const;
  return (
    <header class="card stack">
      <div class="row">
        <Crumbs>
          <bdi>{name}</bdi>
        </Crumbs>
        <a class="button" href={linkTo('requests', { account: name })}>
          View live requests
        </a>
      </div>
      <Facts facts={isProxy() ? [url] : facts} />
      <ActiveFailures {...part} />
    </header>
  );
}

/** Shows a value with the button that copies it. */
function copied(what: string, text: string) {
  return [<code aria-label={what}>{text}</code>, <CopyButton what={what} text={text} />];
}

/** Lists the active failures, independent of the search in the tab. */
function ActiveFailures(part: AccountTabProps) {
  const scenarios = part.active.map((one) => ({
    ...one,
    off: turnScenario(part, one.name, 'Turn off'),
    again: one.spent && turnScenario(part, one.name, 'Restart'),
  }));
  const rules = part.rules.filter(({ enabled }) => enabled !== false);
  const all = [
    ...scenarios,
    ...rules.map((one) => ({ ...one, name: one.id, off: turnRule(part, one), again: false as const })),
  ];
  if (all.length === 0) return null;
  return (
    <div class="row" role="group" aria-label="Active failures">
      <span class="soft">Active failures</span>
      {all.map((one) => (
        <span key={one.name} class={one.spent ? 'chip' : 'chip fault'}>
          <code>{one.name}</code> {firedWords(one)}{' '}
          {one.again && <CommandButton command={one.again} of={one.name} look="small" />}
          <Button label="×" look="quiet" name={`Turn off ${one.name}`} onPress={() => void runCommand(one.off)} />
        </span>
      ))}
    </div>
  );
}
