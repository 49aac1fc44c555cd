/** Marks inside files: four-character codes, signatures, tags. */

/** Reads `length` bytes as characters; short at the end of the file. */
export function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** A view with the same bounds as the bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
