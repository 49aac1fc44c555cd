/** The accounts, pinned ones first and then the latest; and a new one by a click. */

import type { VNode } from 'preact';
import { read } from '../api.ts';
import type { AccountListView } from '../../control/routes/accounts.ts';
import { agoText, countText, dollars } from '../model/texts.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { isProxy, whyNot } from '../server.ts';
import { Alert, Card, useTick } from '../shared/parts.tsx';
import { DataTable, type TableCell } from '../shared/data-table.tsx';
import { ServiceCard } from '../shared/service-card.tsx';
import { useReload } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { StatusMark } from '../requests/status-mark.tsx';
import { NewAccount } from './new-account.tsx';
import { isPinned, togglePin } from './pins.ts';

type Listed = AccountListView['accounts'][number];

const TICK_MS = 10_000;

/** Lists the accounts. */
export function AccountsView(): VNode {
  const { data, problem, reload } = useLoaded(() => read('/accounts', { query: { order: 'latest', limit: 1000 } }), []);
  useReload(reload, ({ type }) => type !== 'lost');
  useTick(TICK_MS);
  const { find = '' } = panelRoute.value.query;
  const refused = whyNot('openAccount');
  const found = (data?.accounts ?? []).filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()));
  const listed = found.toSorted((a, b) => Number(isPinned(b.name)) - Number(isPinned(a.name)));
  return (
    <div class="stack page">
      <ServiceCard />
      {refused === undefined ? <NewAccount /> : <p class="soft">{refused}</p>}
      <Alert text={problem} />
      {data?.damaged.map((damaged) => (
        <Alert key={damaged.name} text={damaged.problem} />
      ))}
      {data?.total === 0 ? (
        <Card title="No accounts yet.">
          <p>
            {refused === undefined ? 'Create one above, or send' : 'Send'} a request: the first request with a key
            creates its account.
          </p>
        </Card>
      ) : null}
      {data !== undefined && data.total > 0 ? (
        <section class="card stack">
          <input
            type="search"
            aria-label="Search accounts"
            placeholder={`Search ${countText(data.total, 'account')}`}
            value={find}
            onInput={({ currentTarget }) => choose({ find: currentTarget.value })}
          />
          <DataTable
            name="Accounts"
            // A proxy does not know the money of the service.
            heads={['Account', 'Failures on', 'Latest request', '#Requests', ...(isProxy() ? [] : MONEY_HEADS)]}
            rows={listed.map(toCells)}
          />
        </section>
      ) : null}
    </div>
  );
}

const MONEY_HEADS = ['#Generations', '#Balance'];

function toCells({ name, ledger, counters, activity, scenarios }: Listed): (TableCell | string)[] {
  const { latest, requests } = activity;
  return [
    {
      shown: (
        <>
          <button
            class="quiet pin"
            aria-pressed={isPinned(name)}
            aria-label={`Pin ${name}`}
            title="Pin"
            onClick={() => togglePin(name)}
          >
            {isPinned(name) ? '★' : '☆'}
          </button>{' '}
          <a href={linkTo('account', { name })}>
            <bdi>{name}</bdi>
          </a>
        </>
      ),
    },
    {
      shown: scenarios.length > 0 && (
        <span class="row">
          {scenarios.map((scenario) => (
            <span key={scenario} class="chip fault">
              {scenario}
            </span>
          ))}
        </span>
      ),
    },
    { shown: latest === null ? <span class="soft">none yet</span> : <Latest {...latest} /> },
    {
      shown: (
        <a href={linkTo('requests', { account: name })} aria-label={`${requests} requests of ${name}`}>
          {requests}
        </a>
      ),
    },
    ...(isProxy() ? [] : [String(counters.created), dollars(ledger.balance_usd)]),
  ];
}

function Latest({ method, path, status, real_at }: NonNullable<Listed['activity']['latest']>): VNode {
  return (
    <>
      <StatusMark row={{ status, faults: [] }} /> {method} {path.replace(/([0-9a-f]{8})-[0-9a-f-]{27}/, '$1…')}{' '}
      <span title={real_at} class="soft">
        {agoText(Date.now() - Date.parse(real_at))}
      </span>
    </>
  );
}
