/** Shows one account: a header with its key and failures, and below it tabs for all actions. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { clockNow, toLines } from '../model/account-lines.ts';
import { firedWords, turnRule, turnScenario } from '../model/account-scenarios.ts';
import { clockText, dollars, speedText } from '../model/texts.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { isProxy } from '../server.ts';
import { Alert, Button, Card, CopyValue, Crumbs, Facts, Tabs } from '../shared/parts.tsx';
import { CommandButton, DoneNote, forgetDone, lastDone, runCommand } from '../shared/run-command.tsx';
import { keyOf } from '../shared/send.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { ClockTab } from './clock-tab.tsx';
import { FailuresTab } from './failures-tab.tsx';
import { GenerationsTab } from './generations-tab.tsx';
import { MoneyTab } from './money-tab.tsx';
import { MoreTab } from './more-tab.tsx';
import { readAccountPage, type AccountTabProps } from './read-account-page.ts';
import { SendTab } from './send-tab.tsx';

const TICK_MS = 1000;
/** The time that a note is shown. Notes with a problem or with Undo stay longer. */
const NOTE_MS = 6000;

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
  const part: AccountTabProps = { ...data, now, lines: toLines(data.generations, now) };
  return (
    <div class="stack">
      <AccountHeader {...part} />
      {note}
      <Alert text={problem} />
      <AccountTabs {...part} />
    </div>
  );
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

function AccountTabs(part: AccountTabProps) {
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

const KEY_WORDS = { revoked: 'revoked: requests get 401', some_revoked: 'some keys are revoked' } as const;

function AccountHeader(part: AccountTabProps) {
  const { name, account, now } = part;
  const { ledger, clock, keys } = account;
  const key = keyOf(name);
  const shownKey = keys === 'valid' ? <CopyValue what="key" text={key} /> : <b class="bad">{KEY_WORDS[keys]}</b>;
  const reserved = ledger.reserved_usd > 0 && ` + ${dollars(ledger.reserved_usd)} reserved`;
  const url = ['Base URL', <CopyValue key="url" what="base URL" text={location.origin} />] as const;
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

/** Lists the active failures, independent of the search in the tab. */
function ActiveFailures({ name, active, rules }: AccountTabProps) {
  const scenarios = active.map((one) => ({
    ...one,
    turnOff: turnScenario({ name, active }, one.name, 'Turn off'),
    restart: one.spent && turnScenario({ name, active }, one.name, 'Restart'),
  }));
  const others = rules
    .filter(({ enabled }) => enabled !== false)
    .map((rule) => ({ ...rule, name: rule.id, turnOff: turnRule(name, rules, rule), restart: false as const }));
  const on = [...scenarios, ...others];
  if (on.length === 0) return null;
  return (
    <div class="row" role="group" aria-label="Active failures">
      <span class="soft">Active failures</span>
      {on.map((one) => (
        <span key={one.name} class={one.spent ? 'chip' : 'chip fault'}>
          <code>{one.name}</code> {firedWords(one)}{' '}
          {one.restart && <CommandButton command={one.restart} of={one.name} look="small" />}
          <Button label="×" look="quiet" name={`Turn off ${one.name}`} onPress={() => void runCommand(one.turnOff)} />
        </span>
      ))}
    </div>
  );
}
