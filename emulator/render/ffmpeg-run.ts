/** Runs ffmpeg by pipes: no shell, no temporary files, and no child that outlives its parent. */

import { spawn, type ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';

import { isOutOfFiles } from '../../lib/open-files.ts';
import { RenderError } from './render-error.ts';

/** One input: the options that say what its bytes are, and the bytes. */
export interface FfmpegInput {
  readonly options: readonly string[];
  readonly chunks: readonly Uint8Array[];
}

export interface FfmpegJob {
  readonly inputs: readonly FfmpegInput[];
  /** Everything that follows the inputs, without the output's address. */
  readonly output: readonly string[];
}

export type RunFfmpeg = (job: FfmpegJob, signal: AbortSignal) => Promise<Buffer>;

/**
 * One thread everywhere, so that the bytes never depend on the number of cores; several jobs at once keep the cores
 * busy. No allocation is larger than the largest image needs (6000x6000 pixels of 8 bytes). A PNG of 1 MB can hold a
 * compressed comment of gigabytes.
 */
const BEFORE_INPUTS =
  '-hide_banner -nostats -loglevel error -filter_threads 1 -filter_complex_threads 1 -max_alloc 400000000'.split(' ');
export const LONGEST_RUN_MILLISECONDS = 120_000;
/** No job of ours writes more: the largest is a raw frame of 8192x8192 pixels. */
export const LARGEST_OUTPUT_BYTES = 128 << 20;
const STDERR_KEPT = 4096;
/**
 * The pause between two looks at the pipes of a child after its end, and the most looks. A process outside its group
 * may hold them.
 */
export const PAUSE_MILLISECONDS = 500;
export const MOST_PIPE_CHECKS = 20;

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) killGroup(child);
});

/** Makes a runner for one binary. A signal that aborts kills the child and all that it started. */
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
  /** Past either of these the child is killed. */
  readonly milliseconds: number;
  readonly outputBytes: number;
}

/**
 * Runs a program to its end and returns its standard output. It ends in every case, with its whole process group.
 * Throws a RenderError, or the system's own error where the process has too many files open.
 */
export async function runChild(path: string, args: readonly string[], job: ChildJob): Promise<Buffer> {
  const { signal, milliseconds, inputs } = job;
  if (signal?.aborted === true) throw new RenderError('aborted');
  const child = start(path, args, inputs.length);
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
    // Ends the processes that the child started and left behind.
    killGroup(child);
  }
}

/** Input 0 is stdin, input n is descriptor n + 2: when the parent dies, they all end, and so does ffmpeg. */
function start(path: string, args: readonly string[], inputs: number): ChildProcess {
  const extra = Array.from({ length: Math.max(0, inputs - 1) }, () => 'pipe' as const);
  const child = spawn(path, args, {
    stdio: ['pipe', 'pipe', 'pipe', ...extra],
    // A group of its own, so that what it starts can be ended with it.
    detached: hasGroups,
    windowsHide: true,
  });
  children.add(child);
  return child;
}

const hasGroups = process.platform !== 'win32';

/** The child may be a script that started others. An empty group is not an error. */
function killGroup(child: ChildProcess): void {
  try {
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
  child.kill('SIGKILL');
}

function descriptor(input: number): number {
  return input === 0 ? 0 : input + 2;
}

function feed(child: ChildProcess, inputs: ChildJob['inputs']): void {
  // The child did not start. Without free files it has no pipes either.
  if (child.pid === undefined) return;
  if (inputs.length === 0) child.stdin?.on('error', () => undefined).end();
  for (const [index, { chunks }] of inputs.entries()) {
    const pipe = child.stdio[descriptor(index)];
    if (!(pipe instanceof Writable)) continue;
    // ffmpeg closes its input when it has read enough; the exit status says whether that was right.
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
    const letGo = (): void => {
      for (const pipe of child.stdio) pipe?.destroy();
    };
    // A process that the child started may hold its pipes. The output of a killed child is useless. Other output is
    // awaited while it comes.
    child.on('exit', (_, killedBy) => {
      killGroup(child);
      if (killedBy === null) {
        let [looks, seen] = [0, -1];
        const timer = setInterval(() => {
          // The first look tells nothing: where this process was held up, what came before the end is still unread.
          if (bytes === seen || looks === MOST_PIPE_CHECKS) letGo();
          [looks, seen] = [looks + 1, bytes];
        }, PAUSE_MILLISECONDS);
        child.once('close', () => clearInterval(timer));
        return;
      }
      letGo();
      reject(new RenderError('ffmpeg_failed', `${killedBy}: ${stderr.trim()}`));
    });
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output));
      else reject(new RenderError('ffmpeg_failed', `exit status ${code}: ${stderr.trim()}`));
    });
  });
}
