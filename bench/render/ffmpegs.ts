/** Finds the ffmpeg binaries to measure with. */

import { findFfmpeg, type FfmpegBinary } from '../../emulator/render/ffmpeg-find.ts';

/** Returns the default binary, and the binary in the npm package if it is a different one. */
export async function ffmpegs(): Promise<FfmpegBinary[]> {
  const searches = [await findFfmpeg(process.env), await findFfmpeg({ PATH: '' })];
  const found = searches.flatMap((search) => (search.found ? [search.binary] : []));
  if (found.length === 0) throw new Error(searches[0]?.found === false ? searches[0].message : 'No ffmpeg');
  return found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index);
}
