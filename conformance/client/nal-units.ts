/** The units of an H.264 frame in an MP4 (ISO/IEC 14496-15, 5.3). Each unit follows its length. */

/** Returns the size of a length in bytes, by the decoder configuration (`avcC`), or nothing without `avcC`. */
export function lengthBytes(description: AllowSharedBufferSource | undefined): number | undefined {
  if (description === undefined) return undefined;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const [version, , , , sizes] = bytes;
  return version === 1 && sizes !== undefined ? (sizes & 3) + 1 : undefined;
}

/** Returns whether the units fill the frame: no unit is empty, and the last unit ends with the frame. */
export function isRowOfUnits(frame: Uint8Array, bytes: number): boolean {
  let at = 0;
  while (at + bytes <= frame.length) {
    let length = 0;
    for (const byte of frame.subarray(at, at + bytes)) length = length * 256 + byte;
    if (length === 0) return false;
    at += bytes + length;
  }
  return at === frame.length && at > 0;
}
