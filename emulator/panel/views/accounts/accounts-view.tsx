/** The accounts, the latest first, and a new one by a click. */

import type { VNode } from 'preact';
import { call, type PanelAnswer } from '../../api.ts';
import { agoText } from '../../model/now-timeline.ts';
import { linkTo } from '../../router.ts';
import { Alert } from '../shared/alert.tsx';
import { Empty } from '../shared/empty.tsx';
import { useReload } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { StatusMark } from '../now/status-mark.tsx';
import { NewAccount } from './new-account.tsx';

type Listed = PanelAnswer<'GET /_standin/accounts'>['accounts'][number];

/** Lists the accounts. */
export function AccountsView(): VNode {
  const { data, problem, reload } = useLoaded(() => call('GET /_standin/accounts', { query: { order: 'latest' } }), []);
  useReload(reload, ({ type }) => type !== 'lost');
  return (
    <>
      <NewAccount onOpened={reload} />
      <Alert text={problem} />
      {data?.total === 0 ? (
        <Empty title="No account is open yet.">
          <p>One opens by a click above, or with the first request that carries its key.</p>
        </Empty>
      ) : null}
      {data !== undefined && data.total > 0 ? (
        <div class="scroll" tabIndex={0} role="region" aria-label="Accounts">
          <table>
            <thead>
              <tr>
                <th>Account</th>
                <th>Latest request</th>
                <th class="number">Requests</th>
                <th class="number">Balance</th>
                <th class="number">Generations</th>
                <th>Scenarios</th>
              </tr>
            </thead>
            <tbody>
              {data.accounts.map((account) => (
                <Row key={account.name} account={account} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  );
}

function Row({ account: { name, ledger, counters, activity, scenarios } }: { readonly account: Listed }): VNode {
  return (
    <tr>
      <td>
        <a href={linkTo('account', { name })}>{name}</a>
      </td>
      <td>{activity.latest === null ? <span class="soft">none yet</span> : <Latest {...activity.latest} />}</td>
      <td class="number">
        <a href={linkTo('now', { account: name })} aria-label={`${activity.requests} requests of ${name}`}>
          {activity.requests}
        </a>
      </td>
      <td class="number">${ledger.balance_usd.toFixed(2)}</td>
      <td class="number">{counters.created}</td>
      <td>{scenarios.join(', ')}</td>
    </tr>
  );
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
