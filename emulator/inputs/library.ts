/** Finds input files by URL in mapped folders, on the fixture host, and as placeholders or on the network. */

import { FIXTURE_HOST } from '../domain/fixture-paths.ts';
import { judgeFile, judgeWeight } from '../domain/media-rules.ts';
import type { JudgedFile, MediaDecoder, MediaKind, MediaLibrary } from '../domain/ports.ts';
import { lazy } from '../../lib/lazy.ts';
import { createLru } from '../../lib/lru.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { mapFolder, type FolderMapping } from './mapped-folder.ts';
import { unreadable, type Found, type MediaFile, type MediaSource, type NotFound } from './media-file.ts';
import type { NetworkOptions } from './network/network-source.ts';

export interface MediaLibraryOptions {
  /** Folders to serve under URL prefixes. The longest matching prefix applies, even before the fixture host. */
  readonly folders?: readonly FolderMapping[] | undefined;
  /** Fetches other URLs from the network. By default, other URLs have placeholder files. */
  readonly fetch?: boolean | undefined;
  /** Checks that existing files can be decoded. By default, their headers are trusted. */
  readonly decodes?: MediaDecoder | undefined;
  /** The options of fetches, for tests and embedding code. */
  readonly network?: NetworkOptions | undefined;
}

const MOST_REMEMBERED = 4096;
/** The number of files that are read at the same time. A file may have 30 MB. */
const READ_AT_ONCE = 4;

/**
 * Creates the media library.
 *
 * @example
 * await createMediaLibrary().inspect('https://media.standin.test/image/299x720.png', 'image'); // { ok: false, ... }
 */
export function createMediaLibrary(options: MediaLibraryOptions = {}): MediaLibrary {
  const find = chooseSource(options);
  const validate = fileValidator(options.decodes ?? (async () => true));
  const found = (address: string, kind: MediaKind): Promise<Found> => {
    const url = withoutFragment(address);
    return find(url)(url, kind);
  };
  const judge = async (url: string, kind: MediaKind, file: Found): Promise<JudgedFile> => {
    if (!file.ok) return refuse(kind, file);
    return 'facts' in file ? judged(file.facts) : validate(url, kind, file.file);
  };
  return {
    inspect: async (url, kind) => judge(url, kind, await found(url, kind)),
    open: async (url, kind) => {
      const file = await found(url, kind);
      const inspection = await judge(url, kind, file);
      if (!inspection.ok) throw new Error(`The file ${url} ${inspection.detail}`);
      if (!file.ok) throw new Error(`The file ${url} was judged and not found`);
      if ('facts' in file) return { kind: 'stand-in', url: withoutFragment(url).href, facts: file.facts };
      const { digest, read, size } = file.file;
      return { kind: 'file', digest, bytes: () => read(0, size) };
    },
  };
}

function chooseSource({ folders = [], fetch = false, network = {} }: MediaLibraryOptions): (url: URL) => MediaSource {
  const mapped = folders.map(mapFolder).sort((a, b) => b.rank - a.rank);
  const fixtures = lazySource(async () => (await import('./facts-by-url.ts')).serveFixture);
  const fallback = fetch
    ? lazySource(async () => (await import('./network/network-source.ts')).createNetworkSource(network))
    : lazySource(async () => (await import('./facts-by-url.ts')).serveStandIn);
  return (url) => {
    const folder = mapped.find(({ covers }) => covers(url));
    if (folder !== undefined) return folder.serve;
    return url.hostname === FIXTURE_HOST ? fixtures : fallback;
  };
}

/** Loads a source on first use, because most servers never need one. */
function lazySource(load: () => Promise<MediaSource>): MediaSource {
  const source = lazy(load);
  return async (url, kind) => (await source.load())(url, kind);
}

/** Returns a function that validates existing files. It reads each version of a file once, and few at a time. */
function fileValidator(decodes: MediaDecoder): (url: string, kind: MediaKind, file: MediaFile) => Promise<JudgedFile> {
  const inspections = createLru<JudgedFile>(MOST_REMEMBERED);
  const judging = createSingleFlight<JudgedFile>();
  const semaphore = createSemaphore(READ_AT_ONCE);
  return async (url, kind, file) => {
    const key = `${kind} ${url} ${file.stamp}`;
    const known = inspections.get(key);
    if (known !== undefined) return known;
    return judging.join(key, async () => {
      const inspection = await semaphore.run(() => judgeContent(kind, file, decodes));
      // A read error is not cached, because a later read may succeed.
      if (inspection.ok || inspection.problem === `${kind}_invalid`) inspections.set(key, inspection);
      return inspection;
    });
  };
}

const images = lazy(() => import('./probe-image.ts'));
const sounds = lazy(() => import('./probe-sound.ts'));

async function judgeContent(kind: MediaKind, file: MediaFile, decodes: MediaDecoder): Promise<JudgedFile> {
  const tooHeavy = judgeWeight(kind, file.size);
  if (tooHeavy !== undefined) return refuse(kind, { reason: 'invalid', detail: tooHeavy });
  const probe = kind === 'image' ? (await images.load()).probeImage : (await sounds.load()).probeSound;
  try {
    const facts = await probe(file);
    if (facts === undefined) return refuse(kind, unreadable(kind));
    const inspection = judged(facts);
    if (!inspection.ok || (await decodes(kind, () => file.read(0, file.size)))) return inspection;
    return refuse(kind, { reason: 'invalid', detail: 'cannot be decoded' });
  } catch {
    return refuse(kind, { reason: 'fetch_failed', detail: 'could not be read' });
  }
}

function judged(facts: Extract<JudgedFile, { ok: true }>['facts']): JudgedFile {
  const problem = judgeFile(facts);
  return problem === undefined ? { ok: true, facts } : refuse(facts.kind, { reason: 'invalid', detail: problem });
}

function refuse(kind: MediaKind, { reason, detail }: Omit<NotFound, 'ok'>): JudgedFile {
  return { ok: false, problem: `${kind}_${reason}`, detail };
}

/** Removes the fragment, which clients do not send. */
function withoutFragment(address: string): URL {
  const url = new URL(address);
  url.hash = '';
  return url;
}
