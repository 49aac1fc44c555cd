/** Shows the real service behind a proxy: the money spent, and the promises that the service broke. */

import type { VNode } from 'preact';
import { countText, dollars } from '../model/texts.ts';
import { readServer, server } from '../server.ts';
import { Card, Facts } from './parts.tsx';
import { DataTable } from './data-table.tsx';
import { useReload } from './use-events.ts';

/** Shows the card, or nothing in an emulator. */
export function ServiceCard(): VNode | null {
  // If this fails, the state of the stream shows the problem.
  useReload(
    () => void readServer().catch(() => undefined),
    ({ type }) => type === 'request',
  );
  const { service = null } = server.value ?? {};
  if (service === null) return null;
  const { url, budget_usd: budget, spent_usd: spent, uncertain_usd: uncertain, left_usd: left, creates } = service;
  return (
    <Card title="The service behind this proxy">
      <p>
        <code>{url}</code> received {countText(creates, 'create')}.{' '}
        {budget === null
          ? 'The proxy forwards no create requests. Start it with --budget and an amount in US dollars.'
          : ''}
      </p>
      <Facts
        look="sums"
        facts={[
          ['Budget', dollars(budget ?? 0)],
          ['Spent', dollars(spent)],
          ['Perhaps spent', dollars(uncertain)],
          ['Left', dollars(left)],
        ]}
      />
      <Checked checked={service.checked} />
    </Card>
  );
}

type Service = NonNullable<NonNullable<typeof server.value>['service']>;

function Checked({ checked }: Pick<Service, 'checked'>): VNode {
  if (checked === null) return <p class="soft">To check the responses of the service, start the proxy with --check.</p>;
  const { judged, broken } = checked;
  if (broken.length === 0) return <p class="good">{judged} responses checked, no broken promises.</p>;
  return (
    <>
      <p class="bad">{judged} responses checked. Broken promises:</p>
      <DataTable
        name="Broken promises"
        heads={['Promise', 'Times', 'First time']}
        rows={broken.map(({ check, times, why }) => [{ shown: <code>{check}</code> }, String(times), why])}
      />
    </>
  );
}
