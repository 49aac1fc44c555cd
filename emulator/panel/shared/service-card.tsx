/** The real service behind a proxy: what was spent in it, and which promises it broke. */

import type { VNode } from 'preact';
import { dollars } from '../model/money-text.ts';
import { readServer, server } from '../server.ts';
import { Card, Sums } from './parts.tsx';
import { DataTable } from './data-table.tsx';
import { useReload } from './use-events.ts';

/** Nothing in an emulator. */
export function ServiceCard(): VNode | null {
  // Where it fails, the stream says so.
  useReload(
    () => void readServer().catch(() => undefined),
    ({ type }) => type === 'request',
  );
  const { service = null } = server.value ?? {};
  if (service === null) return null;
  const { url, budget_usd: budget, spent_usd: spent, uncertain_usd: uncertain, left_usd: left, creates } = service;
  return (
    <Card id="service" title="The service behind this proxy">
      <p>
        <code>{url}</code> took {creates} {creates === 1 ? 'create' : 'creates'}.{' '}
        {budget === null
          ? 'The proxy forwards no create requests. Start it with --budget and an amount in US dollars.'
          : ''}
      </p>
      <Sums
        sums={[
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
  if (checked === null) return <p class="soft">Start the proxy with --check to have its answers judged.</p>;
  const { judged, broken } = checked;
  return (
    <>
      <p class={broken.length === 0 ? 'good' : 'bad'}>
        {judged} answers judged, {broken.length === 0 ? 'no promise broken.' : 'promises broken:'}
      </p>
      {broken.length === 0 ? null : (
        <DataTable
          name="Broken promises"
          heads={['Promise', 'Times', 'How it was broken first']}
          rows={broken.map(({ check, times, why }) => [{ shown: <code>{check}</code> }, String(times), why])}
        />
      )}
    </>
  );
}
