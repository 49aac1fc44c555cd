/** The file that everybody serves: a clip that the emulator has made. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EMULATOR } from './catalog.ts';
import { startPeer } from './running.ts';
import { longClip } from './subject.ts';

/** Has the clip made (the first time takes as long as encoding does), and writes it to a file. */
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
