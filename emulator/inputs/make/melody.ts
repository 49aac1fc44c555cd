/** The tune of a URL: four notes of under a quarter second over and over, so that a person hears which file it is. */

import { traitsOf } from './traits.ts';

export const SAMPLE_RATE = 48_000;
/** An MP3 frame, 24 ms: notes change on its borders, so that MP3 and WAV sound alike. */
export const FRAME_SAMPLES = 1152;
export const FRAMES_PER_NOTE = 10;

/** Lines of the MP3 spectrum that lie near the notes of two pentatonic octaves. */
export const LINES = [6, 7, 8, 9, 11, 13, 14, 16, 18, 21, 24, 27] as const;

/** The tune of a URL, each note as the line of the spectrum that it lies on; neighbours always differ. */
export function melodyOf(url: string): readonly number[] {
  const traits = traitsOf(url);
  let place = 0;
  return [0, 1, 2, 3].map((n) => {
    place = (place + 1 + traits(n, LINES.length - 1)) % LINES.length;
    return LINES[place] ?? LINES[0];
  });
}

/** The pitch of a line in hertz: lines halve the spectrum into 576 equal bands. */
export function pitchOf(line: number): number {
  return ((line + 0.5) * SAMPLE_RATE) / 2 / 576;
}
