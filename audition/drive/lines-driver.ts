/** Drives a client as one long process: a line of JSON per case, and a line back. For clients that start slowly. */

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DriverError, untilOverdue, type ClientCall, type ClientDriver, type FirstRequestMs } from './client-driver.ts';
import { endGroup } from './client-process.ts';
import { readLines, type Ending, type LinesOutput } from './lines-output.ts';

/** The time in which the remaining output of an ended process may arrive. */
const DRAIN_MS = 250;
/** The time that a client has to exit after the end of its standard input. */
const FAREWELL_MS = 2000;

/** A case that was sent and not yet answered. */
interface OpenCase {
  readonly call: ClientCall;
  readonly settle: (ending: Ending) => void;
}

/** Returns a driver for a command with its arguments, which runs in this folder. */
export function linesDriver([file = '', ...args]: readonly string[], cwd: string): ClientDriver {
  const child = spawn(file, args, { cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const open = new Map<string, OpenCase>();
  const [asked, keys] = [new Set<string>(), new Set<string>()];
  const output = readLines(keys, (name, ending) => {
    open.get(name)?.settle(ending);
    return asked.has(name);
  });
  let failure: string | undefined;
  let gone: string | undefined;
  const leave = (how: string): void => {
    gone ??= how;
    for (const { settle } of open.values()) settle({ end: 'crashed', how: gone, said: undefined });
  };
  child.once('error', ({ message }) => {
    failure = `${file} cannot be run: ${message}`;
    leave(failure);
  });
  hearLines(child, output);
  // Earlier output may still be in the pipes, and a child of the process can hold them open.
  child.once('exit', (code, signal) => {
    const left = (): void => leave(`the process ended early: ${signal ?? `exit status ${code ?? ''}`}`);
    child.once('close', left);
    setTimeout(left, DRAIN_MS).unref();
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  child.stdin.on('error', () => undefined);

  return {
    drive: async (call, signal, firstRequestMs) => {
      const started = performance.now();
      if (failure !== undefined) throw new DriverError(failure);
      const ending = await new Promise<Ending>((resolve) => {
        const settle = (how: Ending): void => {
          open.delete(call.name);
          resolve(how);
        };
        const one: OpenCase = { call, settle };
        open.set(call.name, one);
        asked.add(call.name);
        keys.add(call.apiKey);
        if (gone !== undefined) return leave(gone);
        child.stdin.write(`${JSON.stringify(lineOf(call))}\n`);
        void overdue(one, signal, firstRequestMs);
      });
      if (failure !== undefined) throw new DriverError(failure);
      const leaks = output.hasLeaked(call.apiKey) ? ['standard output or standard error'] : [];
      const ranMs = performance.now() - started;
      return { outcome: { ...withProblems(ending, output), ranMs, leaks }, output: undefined };
    },
    close: async () => {
      await endOf(child, ended);
      return output.text();
    },
  };
}

/** Ends a process by closing its input, or else by force. */
async function endOf(child: ChildProcessWithoutNullStreams, ended: Promise<void>): Promise<void> {
  child.stdin.end();
  const over = new AbortController();
  await Promise.race([ended, sleep(FAREWELL_MS, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
  await endGroup(child);
}

function lineOf({ name, url, apiKey, goal, body, output, deadlineSeconds }: ClientCall): object {
  return { case: name, url, apiKey, goal, body, output, deadlineSeconds };
}

/** Adds to a case without an answer the lines that are not answers, because they may explain it. */
function withProblems(ending: Ending, output: LinesOutput): Ending {
  const problems = ending.end === 'hung' || ending.end === 'crashed' ? output.problems() : undefined;
  return problems === undefined ? ending : { ...ending, how: `${ending.how}; ${problems}` };
}

/** Settles a case at its deadline or at the end of the run. */
async function overdue(
  { call, settle }: OpenCase,
  signal: AbortSignal,
  firstRequestMs: FirstRequestMs | undefined,
): Promise<void> {
  try {
    await untilOverdue(call, firstRequestMs, { signal, ref: false });
    settle({ end: 'hung', how: 'no line for this case before its deadline', said: undefined });
  } catch {
    settle({ end: 'not-observed', how: 'ended with the run', said: undefined });
  }
}

/** Reads both outputs. */
function hearLines({ stdout, stderr }: ChildProcessWithoutNullStreams, output: LinesOutput): void {
  stdout.setEncoding('utf8').on('data', (chunk: string) => output.onOutput(chunk));
  stdout.once('end', () => output.onOutputEnd());
  stderr.setEncoding('utf8').on('data', (chunk: string) => output.onErrors(chunk));
}
