/** Requests for the clips of a run: downloads, parts and HEAD, and the ETags of their responses. */

import { header, type HeaderLine } from '../../client/exchange.ts';
import type { Sent } from '../../client/spec.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import type { ProbeTools, SendOptions } from '../../engine/probe-tools.ts';
import { BASE, DEFAULTS, EDIT, EXTEND, FRAMES, IMAGE, LARGE, REFERENCE, WATCHED } from './clips.ts';
import { EXTEND_MANY } from './replays.ts';
import { SPENDING } from './failing.ts';
import { REFERENCE_DEFAULTS } from './thorough-clips.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { once, pathOf } from './answers.ts';
import { ofClip } from './lookups.ts';

/** A range within every clip. */
export const FIRST_PART: HeaderLine = ['Range', 'bytes=0-99'];

export type Validators = Readonly<Record<'tag' | 'date', string | undefined>>;

/** Returns the ETag and the date of a response. */
export function validatorsOf({ exchange: { response } }: Sent): Validators {
  const [tag, date] = ['etag', 'last-modified'].map((name) => response && header(response, name));
  return { tag, date };
}

/** The downloads of a generation with special headers. */
const DOWNLOADS = {
  content: [],
  part: [FIRST_PART],
  condition: [['If-None-Match', '*']],
  'other tag': [['If-None-Match', '"no-such-tag"']],
} as const satisfies Readonly<Record<string, readonly HeaderLine[]>>;

/** A request for a generation: a get request, a download, or HEAD for the record or the content. */
type Look = 'get' | 'head record' | 'head' | keyof typeof DOWNLOADS;

/** Sends a request for a generation. */
export function look(
  kit: ProbeTools,
  [kind, label]: readonly [kind: Look, label: string],
  { id, headers = [], ...options }: { readonly id: string } & SendOptions,
): Promise<Sent> {
  const [head, path] = [{ method: 'HEAD', headers, ...options }, `/v1/videos/${id}`];
  if (kind === 'get') return kit.get(label, id, { headers, ...options });
  if (kind === 'head record') return kit.send(label, { ...head, path });
  if (kind === 'head') return kit.send(label, { ...head, path: `${path}/content`, follow: true });
  return kit.content(label, id, { ...options, headers: [...DOWNLOADS[kind], ...headers] });
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

/** Returns the download of the clip that another probe makes. Each clip has one download. */
export const downloadOf = once((probe: Probe): Probe => {
  if (probe === BASE) return DOWNLOAD;
  const name = probe.id.replace(/^clip\./, '');
  return defineProbe({
    id: `download.${name}`,
    sends: `A download of the clip "${name}", without Range.`,
    after: [probe],
    // Without `--thorough`, the generation with the longest sources fails on purpose.
    group: probe === EXTEND_MANY ? 'thorough' : probe.group,
    run: async (kit) => {
      const { id, key } = kit.generation(probe);
      await kit.content('whole', id, { key });
    },
  });
});

const PAID_CLIPS = [BASE, DEFAULTS, LARGE, EDIT, EXTEND, IMAGE, FRAMES, REFERENCE, WATCHED];

/** The downloads that cover each workflow and each aspect ratio. */
export const CLIP_DOWNLOADS: readonly Probe[] = [...PAID_CLIPS, SPENDING, REFERENCE_DEFAULTS].map(downloadOf);

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

/** Returns whether a response is 200 with a whole clip and without a content coding. */
export function isWholeClip({ request, response }: Answered): boolean {
  const isContent = request.method === 'GET' && pathOf(request.url).endsWith('/content');
  return isContent && response.status === 200 && response.complete && codingOf(response) === undefined;
}

/** Returns the content coding of a response, or undefined for a response without a coding. */
export function codingOf(response: Answered['response'] | undefined): string | undefined {
  const coding = response && header(response, 'content-encoding')?.trim().toLowerCase();
  return coding === 'identity' ? undefined : coding;
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
  if (tag !== 'none' && tag !== own && !hasSeveralTags(evidence.every))
    return [`ETag: ${tag}, as in the 200`, String(own)];
  const lost = ['cache-control', 'vary', 'expires', 'content-location'].find(
    (name) => header(whole, name) !== undefined && header(other, name) === undefined,
  );
  return lost === undefined ? undefined : [`${lost}, as in the 200`, 'none'];
}
