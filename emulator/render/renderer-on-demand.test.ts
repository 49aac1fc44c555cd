/** A renderer whose ffmpeg is looked for while files run out, and get free again. */

import { expect, test } from 'vitest';

import type { ClipPlan } from '../domain/clip-plan.ts';
import { ClipUnavailable, type Clip, type ClipRenderer } from '../domain/ports.ts';
import { OutOfFiles } from '../../lib/open-files.ts';
import type { FfmpegSearch } from './ffmpeg-find.ts';
import { createRendererOnDemand } from './renderer-on-demand.ts';

const FOUND: FfmpegSearch = { found: true, binary: { path: 'ffmpeg', version: '9', origin: 'PATH' }, tried: [] };
const CLIP: Clip = { size: 0, etag: 'x', pieces: [] };

function rendererAround(find: () => Promise<FfmpegSearch>, render = async (): Promise<Clip> => CLIP): ClipRenderer {
  const make = async (): Promise<ClipRenderer> => ({ render }) as unknown as ClipRenderer;
  return createRendererOnDemand({ find, make, report: () => undefined });
}

/** Calls that fail a number of times because no file is free, and then return the value. */
function failingAtFirst<Value>(times: number, value: Value): () => Promise<Value> {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw new OutOfFiles();
    return value;
  };
}

const plan = { key: 'x' } as ClipPlan;

test('a clip that joins a search from before files were free is looked for again', async () => {
  expect(await rendererAround(failingAtFirst(1, FOUND)).render(plan)).toBe(CLIP);
});

test('so is a download that joins such a render', async () => {
  expect(await rendererAround(async () => FOUND, failingAtFirst(1, CLIP)).render(plan)).toBe(CLIP);
});

test('while none is free the clip is unavailable, with the reason', async () => {
  const renderer = rendererAround(failingAtFirst(2, FOUND));
  const refused: unknown = await renderer.render(plan).catch((cause: unknown) => cause);
  expect(refused).toBeInstanceOf(ClipUnavailable);
  expect(refused).toMatchObject({ message: expect.stringContaining('ulimit -n') });
  expect(await renderer.render(plan)).toBe(CLIP);
});
