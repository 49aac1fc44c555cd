/** Builds the renderer and its readiness check. */

import { FileError, readNamedFile } from '../../lib/named-file.ts';
import type { Readiness } from '../control/control.ts';
import type { ClipRenderer, MediaLibrary } from '../domain/ports.ts';
import { lazy } from '../../lib/lazy.ts';
import type { FfmpegSearch } from '../render/ffmpeg-find.ts';
import { FontError, parseFont } from '../render/raster/font.ts';
import { createRendererOnDemand } from '../render/renderer-on-demand.ts';
import { cacheFolder } from '../settings/cache-folder.ts';
import { SettingsError, type Settings } from '../settings/settings.ts';

const finding = lazy(() => import('../render/ffmpeg-find.ts'));
const rendering = lazy(() => import('../render/renderer.ts'));

const MEBIBYTE = 2 ** 20;

export interface Clips {
  readonly renderer: ClipRenderer;
  /** Returns whether clips can be rendered. A problem of the store, a sentence, is a reason not to be ready. */
  readonly readiness: (storeProblem: string | undefined) => Promise<Readiness>;
}

/** Creates the renderer with its ffmpeg and its cache folder. Loads its modules when it renders the first clip. */
export function wireClips(settings: Settings, media: MediaLibrary, report: (cause: unknown) => void): Clips {
  const font = settings.font === undefined ? undefined : readFont(settings.font);
  const folder = settings.cacheFolder ?? cacheFolder({ env: process.env });
  const find = async (): Promise<FfmpegSearch> => {
    const { findFfmpeg } = await finding.load();
    return findFfmpeg(process.env, { cacheFolder: folder, chosen: settings.ffmpeg });
  };
  const renderer = createRendererOnDemand({
    find,
    report,
    make: async (ffmpeg) => {
      const { createRenderer } = await rendering.load();
      return createRenderer({
        ffmpeg,
        media,
        cacheFolder: folder,
        cacheBytes: settings.cacheMebibytes * MEBIBYTE,
        memoryBytes: settings.memoryMebibytes * MEBIBYTE,
        clipsAhead: settings.renderAhead,
        font,
      });
    },
  });
  return { renderer, readiness: async (problem) => toReadiness(await find(), problem) };
}

/** Reads a font file. Accepts a single TrueType font only. */
function readFont(path: string): Uint8Array {
  let file: Uint8Array;
  try {
    file = readNamedFile(path, 'font');
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    const says = `cannot read ${path}: ${cause.message}; pass the path of a TrueType file (.ttf)`;
    throw new SettingsError(says, { path: 'font', cause });
  }
  const kind = Buffer.from(file.subarray(0, 4)).toString('latin1');
  if (kind !== '\0\x01\0\0' && kind !== 'true') throw wrongFont(`${path} is ${KINDS[kind] ?? 'not a font'}`);
  try {
    // An unusable font makes startup fail, instead of the first clip.
    parseFont(file);
    return file;
  } catch (cause) {
    if (!(cause instanceof FontError)) throw cause;
    throw wrongFont(`${path} cannot be used: ${cause.message}`, cause);
  }
}

function wrongFont(says: string, cause?: unknown): SettingsError {
  return new SettingsError(`${says}; pass a single TrueType font (.ttf)`, { path: 'font', cause });
}

const KINDS: Readonly<Record<string, string>> = {
  OTTO: 'a font with PostScript outlines',
  ttcf: 'a collection of fonts',
  wOFF: 'a font for web pages',
  wOF2: 'a font for web pages',
};

function toReadiness(search: FfmpegSearch, problem: string | undefined): Readiness {
  const { found } = search;
  const { version, origin } = found ? search.binary : { version: null, origin: null };
  const reason = problem ?? (found ? null : search.message);
  return { status: reason === null ? 'ready' : 'not_ready', ffmpeg: { found, version, origin }, reason };
}

/** The readiness of a proxy, which renders nothing. */
export const READY_WITHOUT_CLIPS: Readiness = {
  status: 'ready',
  ffmpeg: { found: false, version: null, origin: null },
  reason: null,
};
