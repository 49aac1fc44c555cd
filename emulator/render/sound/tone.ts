/** The sound of a clip before it is encoded: a quiet chord, and a beep that begins with each second. 48 kHz, stereo, 16 bits. */

import type { Style } from '../picture/style.ts';

export const SAMPLE_RATE = 48_000;
export const CHANNELS = 2;

const BEEP = { hertz: 1000, seconds: 0.08, level: 0.4 } as const;
const CHORD = { steps: [1, 1.5, 2.5], level: 0.05 } as const;

/** One second; all frequencies are whole, so seconds laid end to end have no seam. */
export function toneSecond({ pitch }: Pick<Style, 'pitch'>): Int16Array {
  const samples = new Int16Array(SAMPLE_RATE * CHANNELS);
  for (let index = 0; index < SAMPLE_RATE; index++) {
    const seconds = index / SAMPLE_RATE;
    const chord = CHORD.steps.reduce((sum, step) => sum + sine(Math.round(pitch * step), seconds), 0);
    const beep = seconds < BEEP.seconds ? sine(BEEP.hertz, seconds) * (1 - seconds / BEEP.seconds) : 0;
    const value = Math.round(32_767 * (CHORD.level * chord + BEEP.level * beep));
    samples.fill(value, index * CHANNELS, (index + 1) * CHANNELS);
  }
  return samples;
}

/** Adds a sound on top of another, from its beginning and over again when it is shorter. */
export function mixInto(target: Int16Array, sound: Int16Array, level: number): void {
  if (sound.length === 0) return;
  for (let index = 0; index < target.length; index++) {
    const sum = (target[index] ?? 0) + level * (sound[index % sound.length] ?? 0);
    target[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
}

function sine(hertz: number, seconds: number): number {
  return Math.sin(2 * Math.PI * hertz * seconds);
}
