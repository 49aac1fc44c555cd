/** Generates the raw sound of a clip: a chord, and a beep on each second. 48 kHz, stereo, 16 bits. */

import type { Style } from '../picture/style.ts';

export const SAMPLE_RATE = 48_000;
export const CHANNELS = 2;

const BEEP = { hertz: 1000, seconds: 0.08, level: 0.4 } as const;
const INPUT_CHORD_LEVEL = 0.15;
const CHORD = { steps: [1, 1.5, 2.5], level: 0.05 } as const;

/** Returns one second of a clip's sound. Its frequencies are whole, so that repeated seconds join seamlessly. */
export function toneSecond({ pitch }: Pick<Style, 'pitch'>): Int16Array {
  return secondOf((seconds) => CHORD.level * chord(pitch, seconds) + BEEP.level * beep(seconds));
}

/** Returns one second of a louder chord: the sound of an input without a file. */
export function chordSecond(pitch: number): Int16Array {
  return secondOf((seconds) => INPUT_CHORD_LEVEL * chord(pitch, seconds));
}

/** Adds a sound to one second of a clip. The sound starts with the clip and repeats if it is shorter. */
export function mixInto(
  target: Int16Array,
  sound: Int16Array,
  { second, level }: { second: number; level: number },
): void {
  if (sound.length === 0) return;
  let at = (second * target.length) % sound.length;
  for (let index = 0; index < target.length; index++) {
    const sum = (target[index] ?? 0) + level * (sound[at] ?? 0);
    target[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
    at = at + 1 === sound.length ? 0 : at + 1;
  }
}

/** Samples a function from 0 to 1 s, the same for both channels. */
function secondOf(value: (seconds: number) => number): Int16Array {
  const samples = new Int16Array(SAMPLE_RATE * CHANNELS);
  for (let index = 0; index < SAMPLE_RATE; index++) {
    samples.fill(Math.round(32_767 * value(index / SAMPLE_RATE)), index * CHANNELS, (index + 1) * CHANNELS);
  }
  return samples;
}

function chord(pitch: number, seconds: number): number {
  return CHORD.steps.reduce((sum, step) => sum + sine(Math.round(pitch * step), seconds), 0);
}

function beep(seconds: number): number {
  return seconds < BEEP.seconds ? sine(BEEP.hertz, seconds) * (1 - seconds / BEEP.seconds) : 0;
}

function sine(hertz: number, seconds: number): number {
  return Math.sin(2 * Math.PI * hertz * seconds);
}
