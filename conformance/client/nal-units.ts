/** The units that a frame of H.264 consists of in an MP4 (ISO/IEC 14496-15, 5.3): each with its length before it. */

/** How many bytes a length has, as the configuration of the decoder says (`avcC`); nothing where it is another one. */
export function lengthBytes(description: AllowSharedBufferSource | undefined): number | undefined {
  if (description === undefined) return undefined;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const [version, , , , sizes] = bytes;
  return version === 1 && sizes !== undefined ? (sizes & 3) + 1 : undefined;
}

/** Whether the units fill the frame: none is empty, and the last ends where the frame does. */
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
