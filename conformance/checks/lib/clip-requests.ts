/** Sends tables of requests for a clip. */

import { header, type HeaderLine } from '../../client/exchange.ts';
import type { Sent } from '../../client/spec.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import type { MadeGeneration, ProbeTools, SendOptions } from '../../engine/probe-tools.ts';
import { DOWNLOAD } from './downloads.ts';

/** A range within every clip. */
export const FIRST_PART: HeaderLine = ['Range', 'bytes=0-99'];

/** The headers of a download, or of a HEAD request for the content or the record. */
export type ClipRequest = readonly HeaderLine[] | { readonly head: readonly HeaderLine[]; readonly of?: 'record' };

/** Requests by their labels, in order. */
export type ClipRequests = Readonly<Record<string, ClipRequest>>;

interface Validators {
  readonly tag: string | undefined;
  readonly date: string | undefined;
}

/** Returns the ETag and the date of a response. */
export function validatorsOf({ exchange: { response } }: Sent): Validators {
  const [tag, date] = ['etag', 'last-modified'].map((name) => response && header(response, name));
  return { tag, date };
}

/** Sends a HEAD request for the content of a generation. */
export function sendHead(
  kit: ProbeTools,
  label: string,
  { id, ...options }: { id: string } & SendOptions,
): Promise<Sent> {
  return kit.send(label, { method: 'HEAD', path: `/v1/videos/${id}/content`, follow: true, ...options });
}

/** Sends the requests of a table. */
async function sendTo(
  kit: ProbeTools,
  { id, key }: Pick<MadeGeneration, 'id' | 'key'>,
  requests: ClipRequests,
): Promise<void> {
  for (const [label, asked] of Object.entries(requests)) {
    if ('head' in asked && asked.of === 'record')
      await kit.send(label, { method: 'HEAD', path: `/v1/videos/${id}`, key });
    else if ('head' in asked) await sendHead(kit, label, { id, key, headers: asked.head });
    else await kit.content(label, id, { key, headers: asked });
  }
}

interface ClipProbe extends Pick<Probe, 'id' | 'sends'> {
  /** The label of a range request. Its response has the validators for the other requests. */
  readonly first: string;
  readonly requests: (validators: Validators) => ClipRequests;
}

/** Defines a probe of requests for a completed clip. */
export function clipProbe({ id, sends, first, requests }: ClipProbe): Probe {
  return defineProbe({
    id,
    sends,
    after: [DOWNLOAD],
    run: async (kit) => {
      const clip = kit.generation('any-clip');
      const plain = await kit.content(first, clip.id, { key: clip.key, headers: [FIRST_PART] });
      await sendTo(kit, clip, requests(validatorsOf(plain)));
    },
  });
}
