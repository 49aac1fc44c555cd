/** Wiring of what makes clips: the renderer with its ffmpeg, and whether the service is ready. */

import type { Readiness } from './control/health.ts';
import type { ClipRenderer, MediaLibrary } from './domain/ports.ts';
import type { FfmpegSearch } from './render/ffmpeg-find.ts';
import { createRendererOnDemand } from './render/renderer-on-demand.ts';
import { cacheFolder } from './settings/cache-folder.ts';
import type { Settings } from './settings/settings.ts';

const MEBIBYTE = 2 ** 20;

export interface Clips {
  readonly renderer: ClipRenderer;
  readonly readiness: () => Promise<Readiness>;
}

/** The renderer with its ffmpeg and its cache folder; its modules are loaded with the first clip. */
export function wireClips(settings: Settings, media: MediaLibrary, report: (cause: unknown) => void): Clips {
  const env = settings.ffmpeg === undefined ? process.env : { ...process.env, STANDIN_FFMPEG: settings.ffmpeg };
  const folder = settings.cacheFolder ?? cacheFolder({ env: process.env });
  const find = async (): Promise<FfmpegSearch> => {
    const { findFfmpeg } = await import('./render/ffmpeg-find.ts');
    return findFfmpeg(env, { cacheFolder: folder });
  };
  const renderer = createRendererOnDemand({
    find,
    report,
    make: async (ffmpeg) => {
      const { createRenderer } = await import('./render/renderer.ts');
      return createRenderer({
        ffmpeg,
        media,
        cacheFolder: folder,
        cacheBytes: settings.cacheMebibytes * MEBIBYTE,
        memoryBytes: settings.memoryMebibytes * MEBIBYTE,
      });
    },
  });
  return { renderer, readiness: async () => toReadiness(await find()) };
}

function toReadiness(search: FfmpegSearch): Readiness {
  if (!search.found) {
    return { status: 'not_ready', ffmpeg: { found: false, version: null, origin: null }, reason: search.message };
  }
  const { version, origin } = search.binary;
  return { status: 'ready', ffmpeg: { found: true, version, origin }, reason: null };
}

/** Not ready either while the store cannot be reached. */
export function withStore(readiness: Readiness, problem: string | undefined): Readiness {
  if (problem === undefined) return readiness;
  return { ...readiness, status: 'not_ready', reason: `The store cannot be reached: ${problem}.` };
}
