/** Files that people name: read up to a bound, because a name may stand for something without end. */

import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 65_536;

/** The text of a file, or of a pipe; throws as `readFileSync` does, and with the code EFBIG where there is more. */
export function readBounded(path: string, mostMebibytes: number): string {
  const file = openSync(path, 'r');
  try {
    return Buffer.concat(chunksOf(file, mostMebibytes)).toString();
  } finally {
    closeSync(file);
  }
}

function chunksOf(file: number, mostMebibytes: number): Buffer[] {
  const chunks: Buffer[] = [];
  let left = mostMebibytes * 1_048_576;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const length = readSync(file, chunk);
    if (length === 0) return chunks;
    left -= length;
    if (left < 0) throw Object.assign(new Error(`it is longer than ${mostMebibytes} MiB`), { code: 'EFBIG' });
    chunks.push(chunk.subarray(0, length));
  }
}
