/** Binaries, input files and plans for the tests of the renderer. */

import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

import type { ClipPlan } from '../../../emulator/domain/clip-plan.ts';
import type { ClipRenderer, MediaLibrary } from '../../../emulator/domain/ports.ts';
import type { FfmpegBinary } from '../../../emulator/render/ffmpeg-find.ts';
import type { RendererOptions } from '../../../emulator/render/renderer.ts';
import { withKey } from '../../../emulator/api/to-clip-plan.ts';
import { findFfmpeg } from '../../../emulator/render/ffmpeg-find.ts';
import { createRenderer } from '../../../emulator/render/renderer.ts';
import { ffmpeg } from './decode.ts';

/** Returns every ffmpeg on this machine: the ffmpeg inside npm, and another one if it exists. */
export async function allBinaries(): Promise<FfmpegBinary[]> {
  const searches = await Promise.all([findFfmpeg({ PATH: '' }), findFfmpeg(process.env)]);
  const found = searches.flatMap((search) => (search.found ? [search.binary] : []));
  if (found.length === 0) throw new Error('These tests need an ffmpeg; npm ci brings one');
  return found.filter((binary, index) => found.findIndex(({ path }) => path === binary.path) === index);
}

/** Returns a library that makes files with ffmpeg on the first request. The last part of the URL selects the file. */
export function sampleMedia(path: string): MediaLibrary {
  const made = new Map<string, Promise<Uint8Array>>();
  return {
    inspect: () => Promise.reject(new Error('Rendering never judges files')),
    async open(url) {
      const name = new URL(url).pathname.slice(1);
      const spec = FILES[name];
      if (spec === undefined) throw new Error(`The sample ${url} does not exist`);
      const file = made.get(name) ?? ffmpeg(path, [...spec.split(' '), '-']);
      made.set(name, file);
      const bytes = await file;
      const digest = createHash('sha256').update(bytes).digest('hex');
      return { kind: 'file', digest: async () => digest, bytes: async () => bytes };
    },
  };
}

const FILES: Record<string, string> = {
  'chart.png': '-f lavfi -i testsrc=s=1200x800 -frames:v 1 -c:v png -f image2pipe',
  'card.jpg': '-f lavfi -i testsrc2=s=900x700 -frames:v 1 -c:v mjpeg -q:v 2 -f image2pipe',
  'life.webp': '-f lavfi -i cellauto=s=640x480:rule=110 -frames:v 1 -c:v libwebp -f image2pipe',
  'gray.png': '-f lavfi -i color=gray:s=640x480 -frames:v 1 -c:v png -f image2pipe',
  'a4.mp3': '-f lavfi -i sine=f=1760:d=3 -c:a libmp3lame -f mp3',
  'a5.wav': '-f lavfi -i sine=f=3520:d=2 -f wav',
  'broken.png': '-f lavfi -i sine=d=1 -f wav',
};

/** Returns a renderer with its own cache folder, unless one is given. Both are removed at the end of the test. */
export async function rendererFor(
  ffmpeg: FfmpegBinary,
  options: Partial<RendererOptions> = {},
): Promise<ClipRenderer & { readonly cacheFolder: string }> {
  const cacheFolder = options.cacheFolder ?? (await mkdtemp(join(tmpdir(), 'standin-render-')));
  const renderer = createRenderer({ ffmpeg, media: sampleMedia(ffmpeg.path), concurrency: 2, ...options, cacheFolder });
  onTestFinished(async () => {
    await renderer.close();
    if (options.cacheFolder === undefined)
      await rm(cacheFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  return { ...renderer, cacheFolder };
}

/** Returns a plan for a text clip of 4 seconds at 480p, with the given changes. */
export function planFor(changes: Partial<ClipPlan> = {}): ClipPlan {
  return withKey({
    id: '3f2b8c1e-9d47-4a6b-8e21-0c5f7a9b1d34',
    seed: 1,
    prompt: 'A harbor at night with boats',
    workflow: 'text',
    resolution: '480p',
    size: { width: 854, height: 480 },
    seconds: 4,
    audio: false,
    images: [],
    audios: [],
    sources: [],
    ...changes,
  });
}

/** Returns an input for a named sample. */
export function sample(name: string, ...handles: string[]): { url: string; handles: string[] } {
  return { url: `https://samples.test/${name}`, handles };
}
