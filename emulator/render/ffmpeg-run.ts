/**
 * Runs one ffmpeg whose inputs and output are pipes: no shell, no temporary files, and no child that outlives its
 * parent.
 */

import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { spawn } from 'node:child_process';
import { Writable as WritableStream } from 'node:stream';

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
 * busy.
 */
const BEFORE_INPUTS = [
  '-hide_banner',
  '-nostats',
  '-loglevel',
  'error',
  '-filter_threads',
  '1',
  '-filter_complex_threads',
  '1',
];
const LONGEST_RUN_MILLISECONDS = 120_000;
const STDERR_KEPT = 4096;

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Makes a runner for one binary. A signal that aborts kills the child. */
export function ffmpegRunner(path: string, longestRun = LONGEST_RUN_MILLISECONDS): RunFfmpeg {
  return async (job, signal) => {
    if (signal.aborted) throw new RenderError('aborted');
    const child = start(path, job);
    const kill = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(kill, longestRun);
    signal.addEventListener('abort', kill, { once: true });
    try {
      feed(child, job.inputs);
      return await outputOf(child, signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      children.delete(child);
    }
  };
}

/**
 * Input 0 is stdin, and input n is file descriptor n + 2: when the parent dies, however it dies, they all end and so
 * does ffmpeg.
 */
function start(path: string, { inputs, output }: FfmpegJob): ChildProcess {
  const read = inputs.flatMap(({ options }, index) => [...options, '-i', `pipe:${descriptor(index)}`]);
  const extra = inputs.slice(1).map(() => 'pipe' as const);
  const child = spawn(path, [...BEFORE_INPUTS, ...read, ...output, 'pipe:1'], {
    stdio: ['pipe', 'pipe', 'pipe', ...extra],
    windowsHide: true,
  });
  children.add(child);
  return child;
}

function descriptor(input: number): number {
  return input === 0 ? 0 : input + 2;
}

function feed(child: ChildProcess, inputs: readonly FfmpegInput[]): void {
  for (const [index, { chunks }] of inputs.entries()) {
    const pipe = child.stdio[descriptor(index)];
    if (!(pipe instanceof WritableStream)) continue;
    // ffmpeg closes its input when it has read enough; the exit status tells whether that was right.
    pipe.on('error', () => undefined);
    writeAll(pipe, chunks);
  }
}

function writeAll(pipe: Writable, chunks: readonly Uint8Array[]): void {
  for (const chunk of chunks) pipe.write(chunk);
  pipe.end();
}

function outputOf(child: ChildProcess, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_KEPT);
    });
    child.on('error', (error) => reject(new RenderError('ffmpeg_not_runnable', error.message)));
    // A child that was killed has nothing more to say, even if something that it started still holds its pipes.
    child.on('exit', (_, killedBy) => {
      if (killedBy === null) return;
      for (const pipe of child.stdio) pipe?.destroy();
      reject(
        signal.aborted ? new RenderError('aborted') : new RenderError('ffmpeg_failed', `${killedBy}: ${stderr.trim()}`),
      );
    });
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output));
      else reject(new RenderError('ffmpeg_failed', `exit status ${code}: ${stderr.trim()}`));
    });
  });
}
