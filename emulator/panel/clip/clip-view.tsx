/** Shows the clip of one generation: its frames, its bytes and its record. */

import type { VNode } from 'preact';
import type { Entry } from '../../journal/entry.ts';
import { read } from '../api.ts';
import { toClipBytes } from '../model/clip-bytes.ts';
import type { GenerationView } from '../../control/routes/generations.ts';
import { readable } from '../model/answer.ts';
import { linkTo, panelRoute } from '../router.ts';
import { isProxy } from '../server.ts';
import { CopyBlock } from '../shared/copy-block.tsx';
import { Alert, Card, Crumbs, Facts } from '../shared/parts.tsx';
import { clockText, countText } from '../model/texts.ts';
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

function OneClip({ account, id }: { readonly account: string; readonly id: string }): VNode {
  const { data, problem, reload } = useLoaded(
    () =>
      Promise.all([
        isProxy() ? undefined : read('/accounts/{name}/generations/{id}', { name: account, id }),
        read('/accounts/{name}/journal', {
          name: account,
          query: { generation: id, limit: MOST_ENTRIES },
        }),
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
  const [generation, journal] = data;
  const entries = journal.entries;
  return (
    <div class="stack page">
      <Crumbs account={account}>
        <span title={id}>{id.slice(0, 8)}</span>
      </Crumbs>
      <Alert text={problem} />
      <div class="parts">
        <ClipPlayer account={account} id={id} status={generation?.status} />
        <div>
          <ByteBar bytes={toClipBytes(entries, id)} />
          {entries.length < MOST_ENTRIES ? null : (
            <p class="soft">The bytes are those of the newest {countText(MOST_ENTRIES, 'request')}.</p>
          )}
          <RecordPart generation={generation} entries={entries} />
        </div>
      </div>
    </div>
  );
}

interface RecordProps {
  readonly generation: GenerationView | undefined;
  readonly entries: readonly Entry[];
}

/** Shows the facts from the control API, and the last record that a client received. */
function RecordPart({ generation, entries }: RecordProps): VNode {
  const last = entries.findLast(
    ({ operation, status }) => (operation === 'get' || operation === 'create') && status < 300,
  );
  const body = last?.response.body ?? null;
  return (
    <Card title="Record">
      <Facts facts={factsOf(generation)} />
      {body === null ? (
        <p class="soft">No client has read the record yet.</p>
      ) : (
        <CopyBlock what="last record that a client received" text={readable(body)} />
      )}
    </Card>
  );
}

function factsOf(generation: GenerationView | undefined): [name: string, value: string][] {
  if (generation === undefined) return [];
  const { workflow, resolution, duration_seconds: seconds, prompt, source_video_ids: sources } = generation;
  return [
    ['Created', clockText(Date.parse(generation.created_at))],
    ['Workflow', `${workflow}, ${resolution}, ${seconds} s`],
    ['Prompt', prompt],
    ...(sources.length === 0 ? [] : [['Sources', sources.join(', ')] as [string, string]]),
  ];
}
