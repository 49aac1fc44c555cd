/** The worker thread that reads clips: says when it is ready, then answers each file with what it holds. */

import { parentPort } from 'node:worker_threads';
import { readClip } from './mp4.ts';

parentPort?.on('message', (bytes: Uint8Array) => void answer(bytes));
parentPort?.postMessage('ready', []);

async function answer(bytes: Uint8Array): Promise<void> {
  parentPort?.postMessage(await readClip(bytes), []);
}
