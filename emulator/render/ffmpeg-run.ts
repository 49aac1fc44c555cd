/** Runs ffmpeg through pipes, without a shell or temporary files. No child process outlives its parent. */

import { spawn, type ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';

import { isOutOfFiles } from '../../lib/open-files.ts';
import { RenderError } from './render-error.ts';

/** One input: the options that describe its format, and its bytes. */
export interface FfmpegInput {
  readonly options: readonly string[];
  readonly chunks: readonly Uint8Array[];
}

export interface FfmpegJob {
  readonly inputs: readonly FfmpegInput[];
  /** The arguments after the inputs, without the address of the output. */
  readonly output: readonly string[];
}

export type RunFfmpeg = (job: FfmpegJob, signal: AbortSignal) => Promise<Buffer>;

/**
 * ffmpeg uses one thread, so that the bytes do not depend on the number of cores. Parallel jobs use the other cores.
 * `-max_alloc` is the memory of the largest image (6000x6000 pixels of 8 bytes). It stops a PNG of 1 MB whose
 * compressed comment would expand to gigabytes.
 */
const BEFORE_INPUTS =
  '-hide_banner -nostats -loglevel error -filter_threads 1 -filter_complex_threads 1 -max_alloc 400000000'.split(' ');
export const LONGEST_RUN_MILLISECONDS = 120_000;
/** The largest output of a job is a raw frame of 8192x8192 pixels. */
export const LARGEST_OUTPUT_BYTES = 128 << 20;
const STDERR_KEPT = 4096;
/**
 * A process outside the child's group may hold the child's pipes open. After the child's exit, the pipes are checked at
 * this interval, at most this many times.
 */
export const PAUSE_MILLISECONDS = 500;
export const MOST_PIPE_CHECKS = 20;

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) killGroup(child);
});

/** Returns a function that runs ffmpeg jobs. Aborting the signal kills the child and its process group. */
export function ffmpegRunner(path: string, longestRun = LONGEST_RUN_MILLISECONDS): RunFfmpeg {
  return ({ inputs, output }, signal) => {
    const read = inputs.flatMap(({ options }, index) => [...options, '-i', `pipe:${descriptor(index)}`]);
    const args = [...BEFORE_INPUTS, ...read, ...output, 'pipe:1'];
    return runChild(path, args, { inputs, signal, milliseconds: longestRun, outputBytes: LARGEST_OUTPUT_BYTES });
  };
}

export interface ChildJob {
  readonly inputs: readonly Pick<FfmpegInput, 'chunks'>[];
  readonly signal?: AbortSignal;
  /** The child is killed when it exceeds `milliseconds` or `outputBytes`. */
  readonly milliseconds: number;
  readonly outputBytes: number;
}

/**
 * Runs a program and returns its standard output. Its whole process group has ended when the promise settles. Throws a
 * RenderError, or the system's error if the process has too many open files.
 */
export async function runChild(path: string, args: readonly string[], job: ChildJob): Promise<Buffer> {
  const { signal, milliseconds, inputs } = job;
  if (signal?.aborted === true) throw new RenderError('aborted');
  const child = spawn(path, args, {
    // Input 0 is stdin, and input n is descriptor n + 2. If the parent dies, the pipes close.
    stdio: ['pipe', 'pipe', 'pipe', ...inputs.slice(1).map(() => 'pipe' as const)],
    // With its own process group, the child can be killed together with its descendants.
    detached: hasGroups,
    windowsHide: true,
  });
  children.add(child);
  let reason: string | undefined;
  const kill = (why: string): void => {
    reason ??= why;
    killGroup(child);
  };
  const abort = (): void => kill('aborted');
  const timer = setTimeout(() => kill(`SIGKILL after ${milliseconds} ms`), milliseconds);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    feed(child, inputs);
    return await outputOf(child, job.outputBytes, kill);
  } catch (error) {
    if (reason === 'aborted') throw new RenderError('aborted');
    throw reason !== undefined && error instanceof RenderError
      ? new RenderError('ffmpeg_failed', `${reason}; ${error.detail}`)
      : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    children.delete(child);
    // Background processes of the child may still run.
    killGroup(child);
  }
}

const hasGroups = process.platform !== 'win32';

/** Kills the child and its process group, because the child may be a script that starts other processes. */
function killGroup(child: ChildProcess): void {
  try {
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
  child.kill('SIGKILL');
}

function descriptor(input: number): number {
  return input === 0 ? 0 : input + 2;
}

function feed(child: ChildProcess, inputs: ChildJob['inputs']): void {
  // The child did not start. If no file descriptor was free, it also has no pipes.
  if (child.pid === undefined) return;
  if (inputs.length === 0) child.stdin?.on('error', () => undefined).end();
  for (const [index, { chunks }] of inputs.entries()) {
    const pipe = child.stdio[descriptor(index)];
    if (!(pipe instanceof Writable)) continue;
    // ffmpeg closes an input as soon as it has read enough. The exit status reports real failures.
    pipe.on('error', () => undefined);
    for (const chunk of chunks) pipe.write(chunk);
    pipe.end();
  }
}

function outputOf(child: ChildProcess, mostBytes: number, kill: (why: string) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    const isWithin = ({ length }: Buffer): boolean => {
      bytes += length;
      if (bytes > mostBytes) kill(`SIGKILL past ${mostBytes} bytes of output`);
      return bytes <= mostBytes;
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      if (isWithin(chunk)) output.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (!isWithin(chunk)) return;
      stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_KEPT);
    });
    child.on('error', (error) =>
      reject(isOutOfFiles(error) ? error : new RenderError('ffmpeg_not_runnable', error.message)),
    );
    const closePipes = (): void => {
      for (const pipe of child.stdio) pipe?.destroy();
    };
    // Another process may hold the pipes of the child. The output of a killed child is discarded. Other output is read
    // as long as it arrives.
    child.on('exit', (_, killedBy) => {
      killGroup(child);
      if (killedBy === null) {
        let [checks, seen] = [0, -1];
        const timer = setInterval(() => {
          // The first check never closes the pipes, because output from before the exit may still be unread.
          if (bytes === seen || checks === MOST_PIPE_CHECKS) closePipes();
          [checks, seen] = [checks + 1, bytes];
        }, PAUSE_MILLISECONDS);
        child.once('close', () => clearInterval(timer));
        return;
      }
      closePipes();
      reject(new RenderError('ffmpeg_failed', `${killedBy}${saidIn(stderr)}`));
    });
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output));
      else reject(new RenderError('ffmpeg_failed', `exit status ${code}${saidIn(stderr)}`));
    });
  });
}

function saidIn(stderr: string): string {
  const said = stderr.trim();
  return said === '' ? '' : `: ${said}`;
}
