/** Shows one account: a header with its key and failures, and below it tabs for all actions. */

import { useEffect, useState } from 'preact/hooks';
import { chipLook, failuresOf, firedWords } from '../model/account-scenarios.ts';
import { commandsOn } from '../model/command.ts';
import { clockText, dollars } from '../model/texts.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { isProxy } from '../server.ts';
import { Button, Card, CopyButton, Crumbs, Facts, Tabs } from '../shared/parts.tsx';
import { CommandButton, runCommand } from '../shared/run-command.tsx';
import { keyOf } from '../shared/send.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { ClockTab } from './clock-tab.tsx';
import { FailuresTab } from './failures-tab.tsx';
import { GenerationsTab } from './generations-tab.tsx';
import { MoneyTab } from './money-tab.tsx';
import { MoreTab } from './more-tab.tsx';
import { atPresent, readAccountPage, type AccountTabProps } from './read-account-page.ts';
import { SendTab } from './send-tab.tsx';

const TICK_MS = 1000;

export function OneAccountView() {
  const { name = '' } = panelRoute.value.query;
  const { data, cause } = useLoaded(
    () => readAccountPage(name),
    ({ account }) => account === name || account === null,
  );
  const isGone = cause?.cause === 404;
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (data === undefined || isGone)
    return (
      <Card title={isGone ? `Unknown account "${name}".` : cause ? `Could not load ${name}.` : 'Reading …'}>
        <a href={linkTo('accounts')}>Show all accounts</a>
      </Card>
    );
  const part = atPresent(data);
  return (
    <div class="stack">
      <AccountHeader {...part} />
      <AccountTabs {...part} />
    </div>
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
/** The tabs that need no emulator. */
const PROXY_TABS = ['Failures', 'Send', 'More'] as const;

function AccountTabs(part: AccountTabProps) {
  const { tab } = panelRoute.value.query;
  const names = isProxy() ? PROXY_TABS : (Object.keys(TABS) as (keyof typeof TABS)[]);
  const chosen = names.find((name) => name.toLowerCase() === tab) ?? 'Failures';
  const Tab = TABS[chosen];
  return (
    <Tabs label="Account" names={names} chosen={chosen} onChoose={(name) => choose({ tab: name.toLowerCase() })}>
      <Tab {...part} />
    </Tabs>
  );
}

function AccountHeader(part: AccountTabProps) {
  const { name, account, now } = part;
  const { ledger, clock, keys } = account;
  const key = keyOf(name);
  const speed = { frozen: 'frozen', real: 'machine time', scaled: `${clock.rate} × real time` }[clock.mode];
  const reserved = ledger.reserved_usd > 0 && ` + ${dollars(ledger.reserved_usd)} reserved`;
  const url = { 'Base URL': copied('base URL', location.origin) };
  const shownKey = keys === 'valid' ? copied('key', key) : <b class="bad">{keys.replace('_', ' ')}</b>;
  const facts = {
    ...(key !== '' && { Key: shownKey }),
    ...url,
    Balance: [dollars(ledger.balance_usd), <span class="soft">{reserved}</span>],
    Clock: [<time>{clockText(now)}</time>, <span class={`soft ${clock.mode}`}>{speed}</span>],
  };
  return (
    <header class="card stack">
      <div class="row">
        <Crumbs>
          <bdi>{name}</bdi>
        </Crumbs>
        <a class="button" href={linkTo('requests', { find: `account:${name}` })}>
          Live requests
        </a>
      </div>
      <Facts facts={isProxy() ? url : facts} />
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
  const failures = failuresOf(part);
  return (
    <div class="row" role="group" aria-label="Failures">
      <span class="soft">{failures.length === 0 ? 'No failures are on.' : 'Failures'}</span>
      {failures.map(({ name, off, ...counts }) => (
        <span key={name} class={chipLook(counts)}>
          <code>{name}</code> {(counts.spent || counts.hits > 0) && firedWords(counts)}{' '}
          <Button label="×" look="quiet" name={`Turn off ${name}`} onPress={() => void runCommand(off)} />
        </span>
      ))}
      {failures.some(({ spent }) => spent) && (
        <CommandButton command={commandsOn(part.name).restartCounts()} look="small" />
      )}
    </div>
  );
}
