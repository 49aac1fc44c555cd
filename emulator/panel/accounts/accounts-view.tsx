/** Lists the accounts, pinned ones first and then the latest. A button creates an account. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountListView } from '../../control/routes/accounts.ts';
import { read, send, tried } from '../api.ts';
import { chipLook, failuresOf, firedWords } from '../model/account-scenarios.ts';
import { lostState, shortIds } from '../model/requests.ts';
import { clockText, countText, dollars } from '../model/texts.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { isProxy, server, showProblem } from '../server.ts';
import { DataTable } from '../shared/data-table.tsx';
import { SearchBox } from '../shared/filters.tsx';
import { Button, Card, FirstRequest, InputBox, StatusMark } from '../shared/parts.tsx';
import { openAccount } from '../shared/send.ts';
import { ServiceCard } from '../shared/service-card.tsx';
import { useLoaded } from '../shared/use-loaded.ts';
import { pageSignal } from '../signal.ts';

type Listed = AccountListView['accounts'][number];

export function AccountsView() {
  const { data } = useLoaded(
    () => read<AccountListView>('/accounts?order=latest&limit=1000'),
    ({ type }) => type !== 'lost',
  );
  const { find = '', sort = 'Latest (UTC)' } = panelRoute.value.query;
  const columns = isProxy() ? COLUMNS : [...COLUMNS, ...MONEY_COLUMNS];
  const refused = server.value?.refused.find((one) => one.operation_id === 'openAccount')?.why;
  const { accounts = [], total, damaged = [] } = data ?? {};
  const found = accounts.filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()));
  return (
    <div class="stack page">
      {isProxy() && <ServiceCard />}
      <div class="row end">
        {accounts.length > 0 && (
          <SearchBox label="Search accounts" placeholder={`Search ${countText(accounts.length, 'account')}`} />
        )}
        {refused === undefined ? <NewAccount /> : <p class="soft">{refused}</p>}
      </div>
      {damaged.map(({ name, problem }) => (
        <p key={name} class="bad">
          {problem}
        </p>
      ))}
      {total === 0 && (
        <Card title="No accounts yet.">
          <p>The first request with a key creates its account.</p>
          <FirstRequest />
        </Card>
      )}
      {accounts.length > 0 && (
        <section class="card">
          <DataTable
            name="Accounts"
            heads={columns.map(([head]) => head)}
            rows={sorted(found, columns, sort).map((account) => columns.map(([, , show]) => show(account)))}
            sort={sort}
            onSort={(wanted) => choose({ sort: wanted })}
          />
        </section>
      )}
    </div>
  );
}

function NewAccount() {
  const [name, setName] = useState('');
  const open = (): void => {
    const body = name.trim() === '' ? {} : { name: name.trim() };
    send({ method: 'POST', path: '/accounts', body }).then(openAccount, showProblem);
  };
  return (
    <form class="row end">
      <InputBox label="Account name (optional)" value={name} onValue={setName} />
      <Button label="Create account" type="submit" look="main" onPress={open} />
    </form>
  );
}

/** The heading of a column, the value by which accounts are sorted in ascending order, and the cell. */
type Column = readonly [string, (account: Listed) => string | number, (account: Listed) => ComponentChildren];

const COLUMNS: readonly Column[] = [
  ['Account', ({ name }) => name.toLowerCase(), Name],
  ['Failures', (account) => -failuresOf(account).length, Failures],
  ['Latest (UTC)', ({ activity: { latest } }) => (latest === null ? 0 : -Date.parse(latest.real_at)), Latest],
  ['#Requests', ({ activity }) => -activity.requests, Requests],
];

/** The columns about money. They are missing in a proxy, because it does not know the balances of the service. */
const MONEY_COLUMNS: readonly Column[] = [
  ['#Generations', ({ counters }) => -counters.created, ({ counters }) => counters.created],
  ['#Balance', ({ ledger }) => -ledger.balance_usd, ({ ledger }) => dollars(ledger.balance_usd)],
];

/** The number of failures in a row of the list. */
const MOST_CHIPS = 2;

function Failures(account: Listed) {
  const all = failuresOf(account);
  if (all.length === 0) return null;
  return (
    <span class="chips">
      {all.slice(0, MOST_CHIPS).map(({ name, ...counts }) => (
        <code key={name} class={chipLook(counts)}>
          {name} {counts.spent && firedWords(counts)}
        </code>
      ))}
      {all.length > MOST_CHIPS && <span class="chip">+{all.length - MOST_CHIPS}</span>}
    </span>
  );
}

function Requests({ name, activity: { requests } }: Listed) {
  return (
    <a href={linkTo('requests', { find: `account:${name}` })} aria-label={`${requests} requests of ${name}`}>
      {requests.toLocaleString('en')}
    </a>
  );
}

/** Sorts accounts by a column, with pinned accounts first. */
function sorted(accounts: readonly Listed[], columns: readonly Column[], sort: string): readonly Listed[] {
  const [, by] = columns.find(([head]) => head.replace('#', '') === sort.replace('-', '')) ?? ['', () => 0];
  const sign = sort.startsWith('-') ? -1 : 1;
  return accounts
    .toSorted((a, b) => sign * (by(a) < by(b) ? -1 : Number(by(a) > by(b))))
    .toSorted((a, b) => Number(isPinned(b.name)) - Number(isPinned(a.name)));
}

const PINS = 'standin-pins';
/** The names of the pinned accounts, with spaces between them. */
const pins = pageSignal(tried(() => localStorage.getItem(PINS)) ?? '');

function isPinned(name: string): boolean {
  return pins.value.split(' ').includes(name);
}

function Name({ name }: Listed) {
  const isOn = isPinned(name);
  const pin = (): void => {
    const others = pins.value.split(' ').filter((other) => other !== name);
    pins.value = (isOn ? others : [...others, name]).join(' ');
    tried(() => localStorage.setItem(PINS, pins.value));
  };
  return (
    <span class="fixed">
      <Button label={isOn ? '★' : '☆'} look="quiet pin" aria-pressed={isOn} name={`Pin ${name}`} onPress={pin} />{' '}
      <a href={linkTo('account', { name })}>
        <bdi>{name}</bdi>
      </a>
    </span>
  );
}

function Latest({ activity: { latest } }: Listed) {
  if (latest === null) return null;
  const { method, path, real_at: at } = latest;
  return (
    <span class="fixed">
      <time class="soft">{clockText(Date.parse(at)).replace(' UTC', '')}</time>
      {'\u2003'}
      <StatusMark {...latest} state={lostState(latest)} /> {method} {shortIds(path)}
    </span>
  );
}
