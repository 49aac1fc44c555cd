/**
 * Sends a part of a file over a socket: one buffer is filled while the other leaves, and both are used again for the
 * next download.
 */

import type { ServerResponse } from 'node:http';
import type { ResponseProgress } from './delivery.ts';
import { readInto, withFile } from './open-files.ts';

export interface FilePart {
  readonly path: string;
  /** The first and the last byte. */
  readonly start: number;
  readonly end: number;
}

/** Large enough that few calls are made, small enough that a hundred downloads fit in memory. */
const BUFFER_BYTES = 256 * 1024;
/** Buffers that nobody uses are kept up to this number: making one means mapping and zeroing its memory. */
const MOST_SPARE = 16;
const spare: Buffer[] = [];

/**
 * Writes the part and ends the response. A file that cannot be read breaks the connection, as the headers have gone
 * out.
 */
export async function sendFile(response: ServerResponse, part: FilePart, progress: ResponseProgress): Promise<void> {
  const pair = [takeBuffer(), takeBuffer()] as const;
  try {
    await withFile(part.path, (descriptor) => pump(response, { ...part, descriptor, pair, progress }));
    response.end();
  } catch {
    response.destroy();
  } finally {
    // By now nothing is being read into them, and nothing written from them.
    giveBack(pair);
  }
}

interface Pumping extends FilePart {
  readonly descriptor: number;
  readonly pair: readonly [Buffer, Buffer];
  readonly progress: ResponseProgress;
}

async function pump(response: ServerResponse, { descriptor, start, end, pair, progress }: Pumping): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  try {
    for (let at = start, turn = 0; at <= end && !response.destroyed; at += BUFFER_BYTES, turn += 1) {
      const chunk = (turn % 2 === 0 ? pair[0] : pair[1]).subarray(0, Math.min(BUFFER_BYTES, end + 1 - at));
      await readInto(descriptor, chunk, at);
      await writing;
      progress.written += chunk.length;
      writing = written(response, chunk).then(() => void (progress.flushed += chunk.length));
      // It is looked at after the next read, which may be too late for the runtime.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
}

/** Resolves when the system has taken the bytes, and rejects when it never will. */
function written(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('The connection has closed.'));
    if (response.destroyed) return gone();
    response.once('close', gone);
    response.write(chunk, (error) => {
      response.off('close', gone);
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}

function takeBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
}

function giveBack(buffers: readonly Buffer[]): void {
  for (const buffer of buffers) if (spare.length < MOST_SPARE) spare.push(buffer);
}
