/** Puts the renderer together from the settings: which ffmpeg, which cache, and whether it is ready. Loaded when the first clip is asked for. */

import { cacheFolder } from './cache-folder.ts';
import type { Readiness } from './control/health.ts';
import type { ClipRenderer, MediaLibrary } from './domain/ports.ts';
import type { FfmpegSearch } from './render/ffmpeg-find.ts';
import { createRendererOnDemand } from './render/renderer-on-demand.ts';
import type { Settings } from './settings/schema.ts';

export interface ClipRoom {
  readonly renderer: ClipRenderer;
  readonly readiness: () => Promise<Readiness>;
}

const MEBIBYTE = 2 ** 20;

/** Makes the room where clips are made. */
export function createClipRoom(settings: Settings, media: MediaLibrary, report: (cause: unknown) => void): ClipRoom {
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
