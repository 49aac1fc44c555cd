/** Reads the type and dimensions of an image from its header. It ignores the EXIF orientation. */

import type { MediaFacts } from '../domain/ports.ts';
import type { MediaFile } from './media-file.ts';

type ImageFacts = Extract<MediaFacts, { kind: 'image' }>;
type Shape = Pick<ImageFacts, 'type' | 'width' | 'height'>;

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** The header of nearly every image fits in these bytes. Only a JPEG with large metadata needs more. */
const HEAD_BYTES = 1 << 18;

/** Reads the facts of an image. Returns undefined if the file is not a JPEG, PNG or WebP. */
export async function probeImage(file: MediaFile): Promise<MediaFacts | undefined> {
  const head = readImage(await file.read(0, Math.min(file.size, HEAD_BYTES)));
  const image = head ?? (file.size > HEAD_BYTES ? readImage(await file.read(0, file.size)) : undefined);
  return image && { kind: 'image', bytes: file.size, ...image };
}

/** Reads type and dimensions. Returns undefined for other types and incomplete headers. */
export function readImage(bytes: Uint8Array): Shape | undefined {
  const isWebp = ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP';
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const read = ascii(bytes, 0, 8) === PNG_SIGNATURE ? readPng : isJpeg ? readJpeg : isWebp ? readWebp : undefined;
  const shape = read?.(bytes);
  return shape !== undefined && shape.width > 0 && shape.height > 0 ? shape : undefined;
}

function readPng(bytes: Uint8Array): Shape | undefined {
  if (bytes.length < 33 || ascii(bytes, 12, 4) !== 'IHDR') return undefined;
  const view = viewOf(bytes);
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Reads the segments up to the frame header (SOFn), which may follow large metadata. */
function readJpeg(bytes: Uint8Array): Shape | undefined {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrameHeader(marker)) {
      return { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    if (marker === 0xda || marker === 0xd9) return undefined;
    // Any number of 0xFF bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + segmentLength(view, at);
  }
  return undefined;
}

function segmentLength(view: DataView, at: number): number {
  const marker = view.getUint8(at + 1);
  const standalone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
  return standalone ? 0 : view.getUint16(at + 2);
}

/** Returns whether a marker is SOF0 to SOF15. DHT, JPG and DAC have numbers in the same range. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readWebp(bytes: Uint8Array): Shape | undefined {
  const view = viewOf(bytes);
  const form = ascii(bytes, 12, 4);
  if (bytes.length < (form === 'VP8L' ? 25 : 30)) return undefined;
  switch (form) {
    case 'VP8X':
      return { type: 'webp', width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
    case 'VP8L':
      return view.getUint8(20) === 0x2f ? readLossless(view.getUint32(21, true)) : undefined;
    case 'VP8 ':
      return readLossy(bytes, view);
    default:
      return undefined;
  }
}

function readLossless(packed: number): Shape {
  return { type: 'webp', width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
}

function readLossy(bytes: Uint8Array, view: DataView): Shape | undefined {
  if (ascii(bytes, 23, 3) !== '\x9d\x01\x2a') return undefined;
  return { type: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
}

/** Reads `length` bytes as characters, or fewer at the end of the file. */
function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
