/** Input files by URL: mapped folders, the fixture host, and for all other URLs stand-ins or, when turned on, the network. */

import { judgeFile, judgeWeight } from '../domain/media-rules.ts';
import type { MediaKind, MediaLibrary, MediaLook, MediaProblem } from '../domain/ports.ts';
import { createLru } from '../lib/lru.ts';
import { FIXTURE_HOST, type Found, type MediaFile, type MediaSource } from './media-file.ts';
import type { NetworkOptions } from './network/network-source.ts';
import { mapFolder, type FolderMapping } from './mapped-folder.ts';

export interface MediaLibraryOptions {
  /** Folders to serve under URL prefixes; the longest prefix that fits wins, over the fixture host too. */
  readonly folders?: readonly FolderMapping[] | undefined;
  /** Fetches URLs that nothing else covers from the network. Off by default: a stand-in is made from the URL. */
  readonly fetch?: boolean | undefined;
  /** How to fetch; of use to tests and embedding code. */
  readonly network?: NetworkOptions | undefined;
}

/** Thrown when a file is asked for that cannot be had, or no longer keeps the rules. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable';
  readonly problem: MediaProblem;

  constructor(url: string, problem: MediaProblem, detail: string) {
    super(`the file ${url} ${detail}`);
    this.problem = problem;
  }
}

/** A look that failed comes without a file. */
type Opened =
  | { readonly look: Extract<MediaLook, { ok: true }>; readonly file: MediaFile }
  | { readonly look: Extract<MediaLook, { ok: false }>; readonly file?: never };

const REMEMBERED_LOOKS = 4096;

/**
 * Makes the library.
 *
 * @example await createMediaLibrary().look('https://media.standin.test/image/299x720.png', 'image') // { ok: false, ... }
 */
export function createMediaLibrary(options: MediaLibraryOptions = {}): MediaLibrary {
  const find = chooseSource(options);
  const looks = createLru<MediaLook>(REMEMBERED_LOOKS);
  const open = async (address: string, kind: MediaKind): Promise<Opened> => {
    const url = withoutFragment(address);
    const found = await find(url)(url, kind);
    if (!found.ok) return { look: refuse(kind, found) };
    const key = `${kind} ${url.href} ${found.file.stamp}`;
    const look = looks.get(key) ?? (await judge(kind, found.file));
    // What could not be read now may be readable later.
    if (look.ok || look.problem === `${kind}_invalid`) looks.set(key, look);
    return look.ok ? { look, file: found.file } : { look };
  };
  return {
    look: async (url, kind) => (await open(url, kind)).look,
    bytes: async (url, kind) => {
      const { look, file } = await open(url, kind);
      if (file === undefined) throw new MediaUnavailable(url, look.problem, look.detail);
      return file.whole();
    },
  };
}

function chooseSource({ folders = [], fetch = false, network = {} }: MediaLibraryOptions): (url: URL) => MediaSource {
  const mapped = folders.map(mapFolder).sort((a, b) => b.rank - a.rank);
  const fixtures = later(async () => (await import('./fixture-host.ts')).serveFixture);
  const others = fetch
    ? later(async () => (await import('./network/network-source.ts')).createNetworkSource(network))
    : later(async () => (await import('./stand-in.ts')).serveStandIn);
  return (url) => {
    const folder = mapped.find(({ covers }) => covers(url));
    if (folder !== undefined) return folder.serve;
    return url.hostname === FIXTURE_HOST ? fixtures : others;
  };
}

/** Loaded when the first file is asked for: most servers start without ever needing one. */
function later(load: () => Promise<MediaSource>): MediaSource {
  let source: Promise<MediaSource> | undefined;
  return async (url, kind) => (await (source ??= load()))(url, kind);
}

async function judge(kind: MediaKind, file: MediaFile): Promise<MediaLook> {
  const invalid = (detail: string) => refuse(kind, { reason: 'invalid', detail });
  const tooHeavy = judgeWeight(kind, file.size);
  if (tooHeavy !== undefined) return invalid(tooHeavy);
  const head = await file.head().catch(() => undefined);
  if (head === undefined) return refuse(kind, { reason: 'fetch_failed', detail: 'could not be read' });
  const { readFacts } = await import('./probe-file.ts');
  const facts = readFacts(kind, head, file.size);
  if (facts === undefined) return invalid(kind === 'image' ? 'is no JPEG, PNG or WebP' : 'is no MP3 or WAV');
  const problem = judgeFile(facts);
  return problem === undefined ? { ok: true, facts } : invalid(problem);
}

function refuse(kind: MediaKind, { reason, detail }: Omit<Extract<Found, { ok: false }>, 'ok'>) {
  return { ok: false, problem: `${kind}_${reason}`, detail } as const;
}

/** The part behind # never leaves a client. */
function withoutFragment(address: string): URL {
  const url = new URL(address);
  url.hash = '';
  return url;
}
