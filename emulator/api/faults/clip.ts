/** Damaged copies of a clip: flipped bytes, a cut index or a wrong frame rate. */

import type { ContentEffect } from '../../faults/effect.ts';
import type { Clip } from '../../domain/ports.ts';

type Damage = NonNullable<ContentEffect['damage']>;

/** Returns a damaged copy. Its length is unchanged unless the index is cut. */
export function damagedClip({ etag, pieces, size }: Clip, damage: Damage): Clip {
  const broken = DAMAGES[damage](Buffer.concat(pieces, size));
  return { size: broken.length, etag: `${etag}-${damage}`, pieces: [broken] };
}

const DAMAGES: Record<Damage, (bytes: Buffer) => Buffer> = {
  'moov-cut': (bytes) => {
    const moov = findBox(bytes, 'moov');
    return bytes.subarray(0, moov.start + Math.floor(moov.size / 2));
  },
  'bytes-flipped': (bytes) => {
    const mdat = findBox(bytes, 'mdat');
    // Flipping every 997th byte of the media breaks the decoding but not the container.
    for (let at = mdat.start + 64; at < mdat.start + mdat.size; at += 997) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    return bytes;
  },
  'wrong-fps': (bytes) => {
    // The first mdhd belongs to the video track. Its timescale determines the duration of a frame. Version 1 has longer
    // fields before the timescale.
    const type = bytes.indexOf('mdhd', 0, 'latin1');
    const at = type + (bytes[type + 4] === 1 ? 24 : 16);
    bytes.writeUInt32BE(Math.round((bytes.readUInt32BE(at) * 25) / 24), at);
    return bytes;
  },
};

function findBox(bytes: Buffer, type: string): { start: number; size: number } {
  for (let start = 0; start + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(start);
    if (bytes.toString('latin1', start + 4, start + 8) === type) return { start, size };
    start += Math.max(size, 8);
  }
  return { start: 0, size: bytes.length };
}
