/**
 * Files of clips that are being read in parts: kept open while players ask for one range after another, closed soon
 * after.
 */

import { close, open, read, readSync } from 'node:fs';

interface OpenFile {
  readonly descriptor: Promise<number>;
  readers: number;
  timer?: NodeJS.Timeout;
}

const IDLE_MS = 1000;
const files = new Map<string, OpenFile>();

/**
 * Reads one part of a file; rejects when the file is gone or shorter. The read itself does not wait: a clip was written
 * here not long ago, so that the system has it in memory, and to hand so little to another thread would take longer
 * than to read it.
 */
export function readPart(path: string, start: number, length: number): Promise<Buffer> {
  return withFile(path, async (descriptor) => {
    const part = Buffer.allocUnsafe(length);
    const count = readSync(descriptor, part, 0, length, start);
    if (count < length) throw endedEarly(length - count);
    return part;
  });
}

/** Keeps a file open for as long as it is used. */
export async function withFile<Result>(path: string, use: (descriptor: number) => Promise<Result>): Promise<Result> {
  const file = hold(path);
  try {
    return await use(await file.descriptor);
  } finally {
    release(path, file);
  }
}

function hold(path: string): OpenFile {
  const file = files.get(path) ?? { descriptor: openFile(path), readers: 0 };
  files.set(path, file);
  clearTimeout(file.timer);
  file.readers += 1;
  return file;
}

function release(path: string, file: OpenFile): void {
  file.readers -= 1;
  if (file.readers > 0) return;
  file.timer = setTimeout(() => {
    files.delete(path);
    file.descriptor.then(
      (descriptor) => close(descriptor),
      () => undefined,
    );
  }, IDLE_MS);
  file.timer.unref();
}

function openFile(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    open(path, (error, descriptor) => (error === null ? resolve(descriptor) : reject(error)));
  });
}

/** Fills a buffer from a place in the file; rejects when the file is shorter. */
export function readInto(descriptor: number, part: Uint8Array, start: number): Promise<void> {
  return new Promise((resolve, reject) => {
    read(descriptor, part, 0, part.length, start, (error, count) => {
      if (error !== null) reject(error);
      else if (count < part.length) reject(endedEarly(part.length - count));
      else resolve();
    });
  });
}

function endedEarly(missing: number): Error {
  return new Error(`The file ended ${missing} bytes early`);
}
