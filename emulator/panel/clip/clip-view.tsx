/** Shows the clip of one generation: its frames, its bytes and its record. The clip comes from the control API. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { GenerationView } from '../../control/routes/generations.ts';
import type { Entry } from '../../journal/entry.ts';
import { fetchControl, read } from '../api.ts';
import { failureKind } from '../model/account-lines.ts';
import { accountPath } from '../model/command.ts';
import { toClipBytes } from '../model/clip-bytes.ts';
import { ruleName } from '../model/requests.ts';
import { dollars, promptText } from '../model/texts.ts';
import { linkTo, panelRoute } from '../router.ts';
import { isProxy, showProblem } from '../server.ts';
import { Card, CopyButton, Crumbs, StatusMark } from '../shared/parts.tsx';
import { useLoaded } from '../shared/use-loaded.ts';
import { ByteBar } from './byte-bar.tsx';
import { FrameSteps } from './frame-steps.tsx';

export function ClipView() {
  const { account = '', id = '' } = panelRoute.value.query;
  const { data, cause } = useLoaded(
    () =>
      Promise.all([
        isProxy() ? undefined : read<GenerationView>(generationPath(account, id)),
        read<{ entries: Entry[] }>(accountPath(account, `/journal?limit=1000&generation=${encodeURIComponent(id)}`)),
      ]),
    (event) => event.account === account || event.account === null,
  );
  if (data === undefined)
    return (
      <Card title={cause ? `Could not load ${id}.` : 'Reading …'}>
        <a href={linkTo('account', { name: account, tab: 'generations' })}>Generations of {account}</a>
      </Card>
    );
  const [generation, { entries }] = data;
  const isFailed = generation?.status === 'failed';
  const failed = entries.find(({ changes }) => changes.some((change) => change.generation?.after === 'failed'));
  return (
    <div class="stack page">
      <Crumbs account={account}>{promptText(generation?.prompt ?? id)}</Crumbs>
      <p class="row facts-line soft">
        {generation && <StatusMark state={generation.status} kind={failureKind(generation)} />}
        {generation && <span>{aboutText(generation)}</span>}
        <code>{id.slice(0, 8)}</code>
        <CopyButton what="id" text={id} />
        <a href={linkTo('requests', { find: `account:${account} ${id}` })}>Requests</a>
        {failed && <a href={linkTo('requests', { selected: failed.request_id })}>Why did it fail?</a>}
      </p>
      <div class={isFailed ? 'stack' : 'parts'}>
        <Card title={isFailed ? 'No clip' : 'Clip'} lead={leadText(generation, failed)}>
          {generation?.status === 'completed' && <Player account={account} id={id} />}
        </Card>
        {!isFailed && <ByteBar bytes={toClipBytes(entries, id)} />}
      </div>
    </div>
  );
}

function generationPath(account: string, id: string): string {
  return accountPath(account, `/generations/${encodeURIComponent(id)}`);
}

/** Describes whether the generation has a clip. */
function leadText(generation: GenerationView | undefined, failed: Entry | undefined): string {
  if (generation === undefined) return 'Only the service behind this proxy can send the clip.';
  const { status, failure_code: code, refunded_usd: refund } = generation;
  const refunded = refund > 0 ? ` ${dollars(refund)} was refunded.` : '';
  const rule = failureKind(generation) === 'fault' && failed?.response.headers['x-standin-fault'];
  const by = rule ? ` Caused by ${ruleName(rule)}.` : '';
  if (status === 'completed') return 'If you play the clip here, this does not count as a download.';
  if (status === 'failed') return `The generation failed with ${code}.${by}${refunded}`;
  return `No clip yet: a client last saw this generation as ${status}.`;
}

/** Describes a generation as `5 s · 720p · text`, with its sources. */
function aboutText({ workflow, duration_seconds, resolution, source_video_ids }: GenerationView): string {
  return [`${duration_seconds} s`, resolution, workflow, ...source_video_ids].join(' · ');
}

/** Loads and plays the clip. A video element cannot send the control token, so it cannot load the clip. */
function Player({ account, id }: { readonly account: string; readonly id: string }) {
  const [url, setUrl] = useState('');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const load = async (): Promise<void> => {
    const response = await fetchControl({ method: 'GET', path: `${generationPath(account, id)}/clip` });
    setUrl(URL.createObjectURL(await response.blob()));
  };
  useEffect(() => void load().catch(showProblem), []);
  return (
    <>
      <div class="stage">
        {url && (
          <video
            ref={video}
            src={url}
            controls
            playsInline
            aria-label={`Clip of ${id}`}
            onError={() => showProblem('This browser does not support H.264.')}
          />
        )}
      </div>
      {url && <FrameSteps video={video} />}
    </>
  );
}
