/** The accounts, the latest first, and a new one by a click. */

import type { VNode } from 'preact';
import { read } from '../api.ts';
import type { AccountListView } from '../../control/routes/accounts.ts';
import { dollars } from '../model/money-text.ts';
import { agoText } from '../model/duration-text.ts';
import { linkTo } from '../router.ts';
import { isProxy, whyNot } from '../server.ts';
import { Alert } from '../shared/alert.tsx';
import { DataTable, numberCell, type TableCell } from '../shared/data-table.tsx';
import { Empty } from '../shared/empty.tsx';
import { ServiceCard } from '../shared/service-card.tsx';
import { useReload } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { StatusMark } from '../now/status-mark.tsx';
import { NewAccount } from './new-account.tsx';

type Listed = AccountListView['accounts'][number];

/** Lists the accounts. */
export function AccountsView(): VNode {
  const { data, problem, reload } = useLoaded(() => read('/accounts', { query: { order: 'latest' } }), []);
  useReload(reload, ({ type }) => type !== 'lost');
  const refused = whyNot('openAccount');
  return (
    <>
      <ServiceCard />
      {refused === undefined ? <NewAccount onOpened={reload} /> : <p class="soft">{refused}</p>}
      <Alert text={problem} />
      {data?.damaged.map((damaged) => (
        <Alert key={damaged.name} text={damaged.problem} />
      ))}
      {data?.total === 0 ? (
        <Empty title="No account is open yet.">
          <p>
            One opens {refused === undefined ? 'by a click above, or ' : ''}with the first request that carries its key.
          </p>
        </Empty>
      ) : null}
      {data !== undefined && data.total > 0 ? (
        <DataTable
          name="Accounts"
          heads={['Account', 'Latest request', numberCell('Requests'), ...(isProxy() ? [] : MONEY_HEADS), 'Scenarios']}
          rows={data.accounts.map(toCells)}
        />
      ) : null}
    </>
  );
}

/** Of a service behind a proxy nobody here knows them. */
const MONEY_HEADS = [numberCell('Balance'), numberCell('Generations')];

function toCells({ name, ledger, counters, activity, scenarios }: Listed): (TableCell | string)[] {
  const { latest, requests } = activity;
  return [
    { shown: <a href={linkTo('account', { name })}>{name}</a> },
    { shown: latest === null ? <span class="soft">none yet</span> : <Latest {...latest} /> },
    numberCell(
      <a href={linkTo('now', { account: name })} aria-label={`${requests} requests of ${name}`}>
        {requests}
      </a>,
    ),
    ...(isProxy() ? [] : [numberCell(dollars(ledger.balance_usd)), numberCell(counters.created)]),
    scenarios.join(', '),
  ];
}

function Latest({ method, path, status, real_at }: NonNullable<Listed['activity']['latest']>): VNode {
  return (
    <>
      <StatusMark row={{ status, faults: [] }} /> {method} {path}{' '}
      <time dateTime={real_at} title={real_at} class="soft">
        {agoText(Date.now() - Date.parse(real_at))}
      </time>
    </>
  );
}
