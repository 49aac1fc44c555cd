/** Requests for the clips of a run: downloads, parts and HEAD, and the ETags of their responses. */

import { header, type HeaderLine } from '../../client/exchange.ts';
import type { Sent } from '../../client/spec.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import type { MadeGeneration, ProbeTools, SendOptions } from '../../engine/probe-tools.ts';
import { BASE, DEFAULTS, EDIT, EXTEND, FRAMES, IMAGE, LARGE, REFERENCE, WATCHED } from './clips.ts';
import { EXTEND_MANY } from './replays.ts';
import { SPENDING } from './failing.ts';
import { REFERENCE_DEFAULTS } from './thorough-clips.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { once, pathOf } from './answers.ts';
import { ofClip } from './lookups.ts';

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
    ...ofDownload(async (kit, clip) => {
      const plain = await kit.content(first, clip.id, { key: clip.key, headers: [FIRST_PART] });
      await sendTo(kit, clip, requests(validatorsOf(plain)));
    }),
  });
}

/** The download of the clip that most checks use. A run keeps only the bytes of this clip. */
export const DOWNLOAD = defineProbe({
  id: 'download',
  sends: 'A download of a completed clip, without Range.',
  ...ofClip(async (kit, clip) => {
    kit.saveClip(clip, await kit.content('whole', clip.id, { key: clip.key }));
  }),
});

/** Returns the run of a probe that sends requests for any completed clip, after the kit has downloaded the clip. */
export function ofDownload(run: Parameters<typeof ofClip>[0]): Pick<Probe, 'after' | 'run'> {
  return { ...ofClip(run), after: ['any-clip', DOWNLOAD] };
}

const KNOWN = new Map<Probe, Probe>([[BASE, DOWNLOAD]]);

/** The downloads that cover each workflow and each aspect ratio. */
export const CLIP_DOWNLOADS: readonly Probe[] = [
  BASE,
  DEFAULTS,
  LARGE,
  EDIT,
  EXTEND,
  IMAGE,
  FRAMES,
  REFERENCE,
  WATCHED,
  SPENDING,
  REFERENCE_DEFAULTS,
].map((probe) => downloadOf(probe));

/** Returns the download of the clip that another probe makes. Each clip has one download. */
export function downloadOf(probe: Probe): Probe {
  const known = KNOWN.get(probe) ?? define(probe);
  KNOWN.set(probe, known);
  return known;
}

function define(probe: Probe): Probe {
  const name = probe.id.replace(/^clip\./, '');
  // Without `--thorough`, the generation with the longest sources fails on purpose.
  const group = probe === EXTEND_MANY ? 'thorough' : probe.group;
  return defineProbe({
    id: `download.${name}`,
    sends: `A download of the clip "${name}", without Range.`,
    after: [probe],
    ...(group === undefined ? {} : { group }),
    run: async (kit) => {
      const { id, key } = kit.generation(probe);
      await kit.content('whole', id, { key });
    },
  });
}

/**
 * Returns whether downloads of one clip had the same bytes and different ETags. Then the ETag of a part, a 304 or a
 * HEAD may come from another replica and proves nothing. An ETag must change with the bytes. RFC 9110, 8.8.1, allows
 * other changes.
 */
export const hasSeveralTags = once((every: Evidence['every']): boolean => {
  const tags = new Map<string, string>();
  return every.some((answer) => {
    const tag = header(answer.response, 'etag');
    if (tag === undefined || !isWholeClip(answer)) return false;
    const bytes = `${pathOf(answer.request.url)} ${answer.response.body.sha256}`;
    const isOther = tags.has(bytes) && tags.get(bytes) !== tag;
    tags.set(bytes, tag);
    return isOther;
  });
});

function isWholeClip({ request, response }: Answered): boolean {
  const isCoded = header(response, 'content-encoding') !== undefined;
  return request.method === 'GET' && response.status === 200 && !isCoded && pathOf(request.url).endsWith('/content');
}

/**
 * Returns the flaw of a 206 or 304 that lacks the ETag or a cache header of the 200. The values of cache headers are
 * not compared, because they may depend on the time.
 */
export function headerFlaw(
  evidence: Evidence,
  whole: Answered['response'],
  other: Answered['response'],
): readonly [expected: string, got: string] | undefined {
  const [tag, own] = [whole, other].map((response) => header(response, 'etag') ?? 'none');
  if (tag !== own && !hasSeveralTags(evidence.every)) return [`ETag: ${tag}, as in the 200`, String(own)];
  const lost = ['cache-control', 'vary', 'expires', 'content-location'].find(
    (name) => header(whole, name) !== undefined && header(other, name) === undefined,
  );
  return lost === undefined ? undefined : [`${lost}, as in the 200`, 'none'];
}
