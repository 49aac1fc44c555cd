/**
 * The worker thread that reads clips. It reports when it is ready, and then answers each file with its facts. A large
 * transferred file returns with the answer.
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
