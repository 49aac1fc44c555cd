/** Facts of files that do not exist: the size of an ordinary file of that type, shape and length. */

import type { MediaFacts } from '../domain/ports.ts';

type ImageFacts = Extract<MediaFacts, { kind: 'image' }>;
type AudioFacts = Extract<MediaFacts, { kind: 'audio' }>;

const PIXELS_PER_BYTE = 16;
/** 48 kHz, 16 bits, mono; and 128 kbit/s. */
const BYTES_PER_SECOND = { wav: 96_000, mp3: 16_000 } as const;
const HEADER_BYTES = 44;

/** An image of a shape, of the type that its name ends in; JPEG for every other ending. */
export function madeUpImage(ending: string, { width, height }: Pick<ImageFacts, 'width' | 'height'>): ImageFacts {
  const type = ending === 'png' || ending === 'webp' ? ending : 'jpeg';
  return { kind: 'image', type, bytes: Math.ceil((width * height) / PIXELS_PER_BYTE) + HEADER_BYTES, width, height };
}

/** A sound of a length, of the type that its name ends in; MP3 for every other ending. */
export function madeUpSound(ending: string, seconds: number): AudioFacts {
  const type = ending === 'wav' ? 'wav' : 'mp3';
  return { kind: 'audio', type, bytes: Math.ceil(seconds * BYTES_PER_SECOND[type]) + HEADER_BYTES, seconds };
}
