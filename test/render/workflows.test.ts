/** A clip of every workflow, decoded: the right frames in the right order, with the id of the record. */

import { afterAll } from 'vitest';

import { createRenderer } from '../../emulator/render/renderer.ts';
import { clipCache } from '../support/clip-cache.ts';
import { allBinaries, sampleMedia } from './support/renderer-for-tests.ts';
import { workflowClipsSuite } from './support/workflow-clips.ts';

const [binary] = await allBinaries();
if (binary === undefined) throw new Error('ffmpeg is missing');
const media = sampleMedia(binary.path);
const renderer = createRenderer({ ffmpeg: binary, media, cacheFolder: clipCache(), concurrency: 2 });
afterAll(() => renderer.close());

workflowClipsSuite(binary.path, () => renderer);
