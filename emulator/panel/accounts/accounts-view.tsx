/** Lists the accounts, pinned ones first and then the latest. A button creates an account. */

import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountListView } from '../../control/routes/accounts.ts';
import { read, send, tried } from '../api.ts';
import { chipLook, failuresOf, firedWords } from '../model/account-scenarios.ts';
import { lostState, shortIds } from '../model/requests.ts';
import { dollars } from '../model/texts.ts';
import { linkTo, panelRoute } from '../router.ts';
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
  const { find = '' } = panelRoute.value.query;
  const refused = server.value?.refused.find((one) => one.operation_id === 'openAccount')?.why;
  const { accounts = [], total } = data ?? {};
  const found = accounts
    .filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()))
    .toSorted((a, b) => Number(isPinned(b.name)) - Number(isPinned(a.name)));
  return (
    <div class="stack page">
      {isProxy() && <ServiceCard />}
      <div class="row end">
        {accounts.length > 0 && <SearchBox label="Search accounts" />}
        {refused === undefined ? <NewAccount /> : <p class="soft">{refused}</p>}
      </div>
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
            heads={['Account', 'Failures', 'Latest (UTC)', '#Requests', ...(isProxy() ? [] : ['#Balance'])]}
            rows={found.map((one) => [Name(one), Failures(one), Latest(one), Requests(one), ...balanceOf(one)])}
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
      <Button label="Create account" type="submit" onPress={open} />
    </form>
  );
}

/** A proxy does not know the balances of the service. */
function balanceOf({ ledger }: Listed): string[] {
  return isProxy() ? [] : [dollars(ledger.balance_usd)];
}

function Failures(account: Listed) {
  return failuresOf(account).map(({ name, ...counts }) => (
    <Fragment key={name}>
      <code class={chipLook(counts)} title={firedWords(counts)}>
        {name} {counts.spent && firedWords(counts)}
      </code>{' '}
    </Fragment>
  ));
}

function Requests({ name, activity: { requests } }: Listed) {
  return (
    <a href={linkTo('requests', { find: `account:${name}` })} aria-label={`${requests} requests of ${name}`}>
      {requests}
    </a>
  );
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
  const today = new Date().toISOString().slice(0, 11);
  return (
    <span class="fixed">
      <time>{at.replace(today, '').replace('T', ' ').slice(0, -5)}</time>
      {'\u2003'}
      <StatusMark {...latest} state={lostState(latest)} /> {method} {shortIds(path)}
    </span>
  );
}
