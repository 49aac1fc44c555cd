/** Derives the style of a clip, a palette and a motif, from the prompt and the account's seed. */

import { createHash } from 'node:crypto';

import type { ClipPlan } from '../../domain/clip-plan.ts';
import { rgb } from '../raster/frame.ts';

export const MOTIFS = ['hills', 'city', 'sea', 'forest'] as const;

export type Motif = (typeof MOTIFS)[number];

export type Palette = ReturnType<typeof palette>;

/** One of 24 styles. A test suite soon has all of them in its cache, and two prompts seldom share one. */
export type Style = (typeof STYLES)[number];

const PALETTES = [
  palette('#1b2a4e #f2a65a #ffe3a3 #7d5a7c #4b3b63 #241c3a #ffb347'), // dusk
  palette('#5fb4e5 #e8f6ff #fff6cf #9cc5d6 #4f9a8b #1f5f5b #ff6b4a'), // noon
  palette('#0b1026 #2b4a7f #e9efff #26406e #16294d #0a1530 #5ef0e0'), // night
  palette('#ff8fa3 #ffe5d0 #fffaf0 #d98ba8 #9a5a8d #57305f #2fbfb5'), // rose
  palette('#12362f #8fd694 #f6ffc2 #4f9d69 #2a6b4f #103d31 #ffd23f'), // moss
  palette('#7a1f1f #f58a42 #ffd98a #b5482f #742a24 #3a1216 #ffef6e'), // ember
];
const PITCHES = [196, 220, 247, 262, 294, 330];

export const STYLES = MOTIFS.flatMap((motif, row) =>
  PALETTES.map((palette, column) => ({
    index: row * PALETTES.length + column,
    motif,
    palette,
    /** The root of the clip's chord in Hz: a whole number, so that each second sounds the same. */
    pitch: PITCHES[(column + row) % PITCHES.length] ?? 220,
  })),
);

/** Returns the style of a clip. The same prompt and seed always have the same style. */
export function styleOf({ prompt, seed }: Pick<ClipPlan, 'prompt' | 'seed'>): Style {
  const digest = createHash('sha256').update(`${seed}\n`).update(prompt).digest();
  const style = STYLES[digest.readUInt32BE(0) % STYLES.length];
  if (style === undefined) throw new Error('The list of styles is empty');
  return style;
}

/** Returns a palette. `light` is the color of the sun or the moon. */
function palette(colors: string) {
  const [zenith, horizon, light, far, middle, near, accent] = colors.split(' ').map(rgb);
  if (!zenith || !horizon || !light || !far || !middle || !near || !accent)
    throw new Error(`Not seven colors: ${colors}`);
  return { zenith, horizon, light, far, middle, near, accent };
}
