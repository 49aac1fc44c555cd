/**
 * The worker thread that reads clips: says when it is ready, then answers each file with what it holds. A large file,
 * which was handed over, goes back with the answer.
 */

import { parentPort } from 'node:worker_threads';
import { readClip } from './mp4.ts';
import { LARGE_BYTES } from './received-bytes.ts';

parentPort?.on('message', (bytes: Uint8Array<ArrayBuffer>) => void answer(bytes));
parentPort?.postMessage('ready', []);

async function answer(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const facts = await readClip(bytes);
  if (bytes.length > LARGE_BYTES) parentPort?.postMessage({ facts, bytes }, [bytes.buffer]);
  else parentPort?.postMessage({ facts }, []);
}
