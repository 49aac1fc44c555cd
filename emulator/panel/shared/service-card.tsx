/** Shows the real service behind a proxy: the money spent, and the promises that the service broke. */

import { countText, dollars } from '../model/texts.ts';
import { readServer, server } from '../server.ts';
import { DataTable } from './data-table.tsx';
import { Card, Facts } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

export function ServiceCard() {
  useLoaded(readServer, ({ type }) => type === 'request');
  const { service = null } = server.value ?? {};
  if (service === null) return null;
  const { url, budget_usd: budget, spent_usd: spent, uncertain_usd: uncertain, left_usd: left, creates } = service;
  const { judged = 0, broken = [] } = service.checked ?? {};
  return (
    <Card title="The service behind this proxy">
      <p>
        <code>{url}</code> received {countText(creates, 'create')}.{' '}
        {budget === null && 'To forward create requests, start the proxy with --budget.'}
      </p>
      <Facts
        look="sums"
        facts={{
          Budget: dollars(budget ?? 0),
          Spent: dollars(spent),
          'Perhaps spent': dollars(uncertain),
          Left: dollars(left),
        }}
      />
      {service.checked === null ? (
        <p class="soft">To check the responses of the service, start the proxy with --check.</p>
      ) : (
        <p class={broken.length === 0 ? 'good' : 'bad'}>
          {countText(judged, 'response')} checked, {countText(broken.length, 'broken promise')}.
        </p>
      )}
      {broken.length > 0 && (
        <DataTable
          name="Broken promises"
          heads={['Promise', 'Times', 'First time']}
          rows={broken.map(({ check, times, why }) => [<code key={check}>{check}</code>, times, why])}
        />
      )}
    </Card>
  );
}
