/** Drives a client as one process per case: without a shell, with its own process group and working folder. */

import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readWord, type ClientOutcome, type ClientWord } from '../evidence/case-record.ts';
import { DriverError, untilOverdue, type ClientCall, type ClientDriver, type DrivenCase } from './client-driver.ts';
import { endGroup, keepOutput, textOfBoth, type KeptOutput } from './client-process.ts';

/** The time in which the remaining output of an ended process may arrive. */
const DRAIN_MS = 250;

/** Returns a driver for a command with its arguments. `cwd` replaces the working folder of the case. */
export function processDriver([file = '', ...args]: readonly string[], cwd?: string): ClientDriver {
  return {
    startsInCaseFolder: cwd === undefined,
    drive: async (call, signal, firstRequestMs) => {
      const started = performance.now();
      const child = spawn(file, args, {
        cwd: cwd ?? call.folder,
        env: { ...process.env, ...environmentOf(call) },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const secrets = new Set([call.apiKey]);
      const [stdout, stderr] = [keepOutput(secrets), keepOutput(secrets)];
      listen(child, stdout, stderr);
      const over = new AbortController();
      const overdue = untilOverdue(call, firstRequestMs, { signal: over.signal });
      const end = await endOf(child, overdue, signal).finally(() => over.abort());
      await endGroup(child);
      if (end.kind === 'failed') throw new DriverError(`${file} cannot be run: ${end.why}`);
      const ranMs = performance.now() - started;
      const outcome = { ...outcomeOf(end, stdout, stderr), ranMs, leaks: leaksOf(stdout, stderr) };
      return { outcome, output: textOfBoth(stdout, stderr) } satisfies DrivenCase;
    },
    close: () => Promise.resolve(undefined),
  };
}

/** Returns the environment variables of the protocol. */
function environmentOf({ url, apiKey, goal, body, output, deadlineSeconds }: ClientCall): Record<string, string> {
  return {
    STANDIN_URL: url,
    STANDIN_API_KEY: apiKey,
    STANDIN_GOAL: goal,
    STANDIN_BODY: JSON.stringify(body),
    STANDIN_OUTPUT: output,
    STANDIN_DEADLINE_SECONDS: String(deadlineSeconds),
  };
}

type ProcessEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'overdue' }
  | { readonly kind: 'stopped' };

/** Waits until the process ends, its time is over, or the run ends. */
async function endOf(child: ChildProcess, overdue: Promise<void>, signal: AbortSignal): Promise<ProcessEnd> {
  const over = new AbortController();
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (cause) => resolve({ kind: 'failed', why: cause.message }));
    child.once('exit', (code, killedBy) => resolve({ kind: 'ended', code, signal: killedBy }));
    signal.addEventListener('abort', () => resolve({ kind: 'stopped' }), { once: true, signal: over.signal });
    if (signal.aborted) resolve({ kind: 'stopped' });
  });
  const late = overdue.then(
    (): ProcessEnd => ({ kind: 'overdue' }),
    () => ended,
  );
  const end = await Promise.race([ended, late]);
  over.abort();
  if (end.kind === 'ended') await closed(child);
  return end;
}

/** Waits for the pipes to close. An ended process may have left output in them, or children that hold them open. */
async function closed(child: ChildProcess): Promise<void> {
  const over = new AbortController();
  const close = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await Promise.race([close, sleep(DRAIN_MS, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}

function listen(child: ChildProcess, stdout: KeptOutput, stderr: KeptOutput): void {
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => stdout.take(chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => stderr.take(chunk));
}

function outcomeOf(
  end: ProcessEnd,
  stdout: KeptOutput,
  stderr: KeptOutput,
): Pick<ClientOutcome, 'end' | 'how' | 'said'> {
  const said = readWord(stdout.lastLine());
  if (end.kind === 'stopped') return { end: 'not-observed', how: 'ended with the run', said };
  if (end.kind !== 'ended') return { end: 'hung', how: 'still running after its deadline', said };
  const { code, signal } = end;
  if (code === null) return { end: 'crashed', how: `killed by ${signal ?? 'a signal'}`, said };
  return { end: endByStatus(code, said, stderr), how: `exit status ${code}`, said };
}

function endByStatus(code: number, said: ClientWord | undefined, stderr: KeptOutput): ClientOutcome['end'] {
  if (code === 0) return 'delivered';
  if (code === 64) return 'unsupported';
  if (code !== 1) return 'crashed';
  return said?.error === undefined && endsInTrace(stderr.tail()) ? 'crashed' : 'gave-up';
}

const TRACE_CHARACTERS = 4096;

/** The last output of Python, Node, Go, Java and Ruby after an uncaught exception. */
const TRACES: readonly RegExp[] = [
  // A logged trace is followed by further output of the program.
  /^Traceback \(most recent call last\):\n(?: .*\n|\n)+(?!Traceback)\S.*(?:\n(?:\s.*)?)*$(?![^])/m,
  // Node ends with this line after any uncaught value, and never otherwise.
  /\n\nNode\.js v\d+\.\d+\.\d+\S*\s*$(?![^])/,
  /^panic: [\s\S]*^goroutine \d+ \[/m,
  /^Exception in thread "[^"]*" [\s\S]*^\s+at [\w.$/<>]+\(/m,
  /^\S+\.rb:\d+:in .+ \(\w+(?:::\w+)*\)/m,
];

/** Returns whether the end of standard error is the trace of an uncaught exception. */
function endsInTrace(stderr: string): boolean {
  const end = stderr.slice(-TRACE_CHARACTERS).replaceAll('\r\n', '\n');
  return TRACES.some((trace) => trace.test(end));
}

function leaksOf(stdout: KeptOutput, stderr: KeptOutput): string[] {
  return [
    ...(stdout.leaked.size > 0 ? ['standard output'] : []),
    ...(stderr.leaked.size > 0 ? ['standard error'] : []),
  ];
}
