/**
 * One clip in a process of its own, with nothing cached: `jiti cold-clip.ts <ffmpeg as JSON> <folder> <plan as JSON>`
 * prints the milliseconds.
 */

import type { ClipPlan } from '../../emulator/domain/clip-plan.ts';
import type { FfmpegBinary } from '../../emulator/render/ffmpeg-find.ts';
import { createRenderer } from '../../emulator/render/renderer.ts';
import { noMedia } from './no-media.ts';

const [ffmpeg = '', cacheFolder = '', plan = ''] = process.argv.slice(2);
const renderer = createRenderer({ ffmpeg: JSON.parse(ffmpeg) as FfmpegBinary, media: noMedia, cacheFolder });
const start = performance.now();
await renderer.render(JSON.parse(plan) as ClipPlan);
console.log(performance.now() - start);
await renderer.close();
