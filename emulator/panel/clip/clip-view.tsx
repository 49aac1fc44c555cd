/** Shows the clip of one generation: its frames, its bytes and its record. */

import type { VNode } from 'preact';
import type { Entry } from '../../journal/entry.ts';
import { read } from '../api.ts';
import { toClipBytes } from '../model/clip-bytes.ts';
import type { GenerationView } from '../../control/routes/generations.ts';
import { linkTo, panelRoute } from '../router.ts';
import { isProxy } from '../server.ts';
import { Alert, Card, Crumbs } from '../shared/parts.tsx';
import { visibleText } from '../model/texts.ts';
import { useReload } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { ByteBar } from './byte-bar.tsx';
import { ClipPlayer } from './clip-player.tsx';

/** Shows the clip in the URL. */
export function ClipView(): VNode {
  const { account = '', id = '' } = panelRoute.value.query;
  return <OneClip key={`${account} ${id}`} account={account} id={id} />;
}

const MOST_ENTRIES = 1000;
const MOST_PROMPT = 120;

function OneClip({ account, id }: { readonly account: string; readonly id: string }): VNode {
  const { data, problem, reload } = useLoaded(
    () =>
      Promise.all([
        isProxy() ? undefined : read('/accounts/{name}/generations/{id}', { name: account, id }),
        read('/accounts/{name}/journal', { name: account, query: { generation: id, limit: MOST_ENTRIES } }),
      ]),
    [],
  );
  useReload(reload, (event) => event.account === account || event.account === null);
  if (data === undefined)
    return (
      <Card title={problem ?? 'Reading the generation …'}>
        <a href={linkTo('accounts')}>Show all accounts</a>
      </Card>
    );
  const [generation, { entries }] = data;
  return (
    <div class="stack page">
      <Crumbs account={account}>{visibleText(generation?.prompt.slice(0, MOST_PROMPT) ?? id)}</Crumbs>
      <p class="soft">
        {generation === undefined ? null : `${aboutText(generation)} · `}
        <a href={linkTo('requests', { account, generation: id })}>Requests</a>
      </p>
      <Alert text={problem} />
      <div class="parts">
        <ClipPlayer account={account} generation={generation} refund={refundIn(entries)} />
        {generation?.status === 'failed' ? null : <ByteBar bytes={toClipBytes(entries, id)} />}
      </div>
    </div>
  );
}

/** `id · failed · text · 5 s · 720p`, and the sources. */
function aboutText({ id, status, workflow, duration_seconds, resolution, source_video_ids }: GenerationView): string {
  return [id, status, workflow, `${duration_seconds} s`, resolution, ...source_video_ids].join(' · ');
}

/** The amount that the failure gave back. */
function refundIn(entries: readonly Entry[]): number {
  const changes = entries.flatMap((entry) => entry.changes);
  const ledger = changes.find(({ generation }) => generation?.after === 'failed')?.ledger;
  return ledger ? ledger.after.balance_usd - ledger.before.balance_usd : 0;
}
