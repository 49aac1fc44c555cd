/** Reads clips in a worker thread. A malicious file costs time or memory of that thread, and does not stop the run. */

import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { walkBoxes } from './boxes.ts';
import type { ClipFacts } from './exchange.ts';
import { LARGE_BYTES } from './received-bytes.ts';

/** A clip of 30 s takes a tenth of a second, but a busy machine may be slow. */
export const LONGEST_READ_MS = 30_000;
export const READER_MEBIBYTES = 512;
/** The number of files that exhaust the reader, after which a run does not read any more files. */
const MOST_EXHAUSTING = 3;
const STOPPED = 'The run was stopped before the kit read the clip.';

let idle: Worker | undefined;
/** The number of files that exhausted the reader, by the signal of the run. */
const exhausting = new WeakMap<AbortSignal, number>();
let turn: Promise<unknown> = Promise.resolve();

/** The facts of a clip, and its bytes. The bytes are missing if the clip is large and exhausted its reader. */
export interface ReadClip {
  readonly facts: ClipFacts;
  readonly bytes: Buffer | undefined;
}

/**
 * Reads the facts of a file, one file after the other. A stopped run does not wait for it. A large file is transferred
 * to the worker, so that memory holds it once. Then only the returned bytes can be used.
 */
export function readInWorker(bytes: Buffer, signal: AbortSignal): Promise<ReadClip> {
  const reading = turn.then(() => readNext(bytes, signal));
  // The queue does not hold the bytes.
  turn = reading.then(
    () => undefined,
    () => undefined,
  );
  return reading;
}

async function readNext(bytes: Buffer, signal: AbortSignal): Promise<ReadClip> {
  const layout = walkBoxes(bytes);
  const unread = (problem: string): ClipFacts => ({ ...layout, readable: false, problem });
  if (signal.aborted) return { facts: unread(STOPPED), bytes };
  if ((exhausting.get(signal) ?? 0) >= MOST_EXHAUSTING)
    return {
      facts: unread('The kit did not read the file, because earlier files exceeded the limits of the reader.'),
      bytes,
    };
  const worker = idle ?? (await openWorker());
  idle = undefined;
  const isLarge = bytes.length > LARGE_BYTES;
  const found = await answerOf(worker, bytes, signal);
  if (typeof found === 'object') {
    worker.unref();
    idle = worker;
    const { facts, bytes: back } = found;
    return { facts, bytes: back === undefined ? bytes : Buffer.from(back.buffer, back.byteOffset, back.length) };
  }
  await worker.terminate();
  exhausting.set(signal, (exhausting.get(signal) ?? 0) + 1);
  return { facts: unread(found), bytes: isLarge ? undefined : bytes };
}

interface Answer {
  readonly facts: ClipFacts;
  /** The bytes of a large file that was transferred. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Resolves to the answer of the worker, or to the reason for its failure. */
async function answerOf(worker: Worker, bytes: Buffer, signal: AbortSignal): Promise<Answer | string> {
  const late = AbortSignal.timeout(LONGEST_READ_MS);
  worker.ref();
  try {
    // A transferred body needs its own buffer.
    worker.postMessage(bytes, bytes.length > LARGE_BYTES ? [bytes.buffer as ArrayBuffer] : []);
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.any([signal, late]) })) as [Answer];
    return answer;
  } catch (error) {
    if (signal.aborted) return STOPPED;
    if (late.aborted) return `The kit could not read the file within ${LONGEST_READ_MS / 1000} s.`;
    return `The kit could not read the file: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Starts the worker. A failed start is a defect of the kit, not of the clip. */
async function openWorker(): Promise<Worker> {
  const { resolve } = createRequire(import.meta.url);
  const root = dirname(resolve('#package.json'));
  const isBuilt = import.meta.url.endsWith('.js');
  const file = join(
    root,
    ...(isBuilt ? ['dist'] : []),
    'conformance',
    'client',
    `clip-worker.${isBuilt ? 'js' : 'ts'}`,
  );
  const options = {
    stdout: true,
    stderr: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: READER_MEBIBYTES },
  };
  const worker = isBuilt
    ? new Worker(file, options)
    : new Worker(fromSources(file, resolve('jiti')), { ...options, eval: true });
  // The reader reports in its answer. Its printed output would fill the pipe and block the run.
  worker.stdout.destroy();
  worker.stderr.destroy();
  await once(worker, 'message');
  return worker;
}

/** Returns a script that loads a TypeScript file through jiti, because Node 20 cannot run TypeScript. */
function fromSources(file: string, jiti: string): string {
  const [url, loader] = [pathToFileURL(file).href, jiti].map((text) => JSON.stringify(text));
  return `void require(${loader}).createJiti(${url}).import(${url});`;
}
