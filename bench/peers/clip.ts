/** Renders the clip that all servers serve. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EMULATOR } from './catalog.ts';
import { startPeer } from './running.ts';
import { longClip } from './subject.ts';

/** Renders the clip with the emulator, and writes it to a file. Only the first run needs to encode it. */
export async function makeClip(folder: string): Promise<{ readonly clip: string; readonly bytes: Buffer }> {
  const clip = join(folder, 'clip.mp4');
  const running = await startPeer(EMULATOR, { folder, clip });
  try {
    const { bytes } = await longClip(running);
    await writeFile(clip, bytes);
    return { clip, bytes };
  } finally {
    await running.stop();
  }
}
