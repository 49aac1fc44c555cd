/**
 * Reads clips in a worker thread: a file that is made to exhaust its reader costs that thread its time or memory, and
 * not the run.
 */

import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { walkBoxes } from './boxes.ts';
import type { ClipFacts } from './exchange.ts';
import { onceSpent } from './processor-time.ts';

/** Clips of 30 s are read in a tenth of a second. It is time of the processor, which a busy machine may give slowly. */
export const LONGEST_READ_MS = 10_000;
export const LONGEST_READ_PASSED_MS = 60_000;
export const READER_MEBIBYTES = 512;
/** After so many files that could not be read, a run reads no other. */
const MOST_EXHAUSTING = 3;
const STOPPED = 'The run was stopped before it was read.';

let idle: Worker | undefined;
/** How many files of a run exhausted the reader; a run is known by its signal. */
const exhausting = new WeakMap<AbortSignal, number>();
let turn: Promise<unknown> = Promise.resolve();

/** What the file holds; one file is read after the other. A stopped run does not wait for it. */
export function readInWorker(bytes: Uint8Array, signal: AbortSignal): Promise<ClipFacts> {
  const reading = turn.then(() => readNext(bytes, signal));
  turn = reading.catch(() => undefined);
  return reading;
}

async function readNext(bytes: Uint8Array, signal: AbortSignal): Promise<ClipFacts> {
  if (signal.aborted) return unreadable(bytes, STOPPED);
  if ((exhausting.get(signal) ?? 0) >= MOST_EXHAUSTING)
    return unreadable(bytes, 'It was not read: earlier files exhausted the reader.');
  const worker = idle ?? (await openWorker());
  idle = undefined;
  const found = await answerOf(worker, bytes, signal);
  if (typeof found === 'object') {
    worker.unref();
    idle = worker;
    return found;
  }
  await worker.terminate();
  exhausting.set(signal, (exhausting.get(signal) ?? 0) + 1);
  return unreadable(bytes, found);
}

/** The facts, or why there are none. */
async function answerOf(worker: Worker, bytes: Uint8Array, signal: AbortSignal): Promise<ClipFacts | string> {
  const waiting = new AbortController();
  const stop = (): void => waiting.abort(STOPPED);
  const giveUp = (): void => waiting.abort(`It could not be read within ${LONGEST_READ_MS / 1000} s.`);
  const end = onceSpent(giveUp, { spentMs: LONGEST_READ_MS, passedMs: LONGEST_READ_PASSED_MS });
  signal.addEventListener('abort', stop);
  // While the worker was opened.
  if (signal.aborted) stop();
  worker.ref();
  try {
    worker.postMessage(bytes, []);
    const [facts] = (await once(worker, 'message', { signal: waiting.signal })) as [ClipFacts];
    return facts;
  } catch (error) {
    if (waiting.signal.aborted) return String(waiting.signal.reason);
    return `It could not be read: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    end();
    signal.removeEventListener('abort', stop);
  }
}

function unreadable(bytes: Uint8Array, problem: string): ClipFacts {
  return { ...walkBoxes(bytes), readable: false, problem };
}

/** Starts the worker; that it cannot be started is a fault of the kit, and not of the clip. */
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
  // What the reader has to say of a file is in its answer. What it prints would wait here, and the run with it.
  worker.stdout.destroy();
  worker.stderr.destroy();
  await once(worker, 'message');
  return worker;
}

/** Node 20 does not run TypeScript. */
function fromSources(file: string, jiti: string): string {
  const [url, loader] = [pathToFileURL(file).href, jiti].map((text) => JSON.stringify(text));
  return `void require(${loader}).createJiti(${url}).import(${url});`;
}
