/** Drives a client as one long process: a line of JSON for each case, and a line back. For clients that start slowly. */

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { ClientOutcome } from '../evidence/case-evidence.ts';
import { DriverError, untilOverdue, type ClientCall, type ClientDriver, type FirstRequestMs } from './client-driver.ts';
import { endGroup } from './process-group.ts';
import { toWord } from './said-word.ts';

const Answer = z.object({ case: z.string(), outcome: z.enum(['delivered', 'gave-up', 'unsupported']) });
const MOST_LINE = 1_048_576;
/** What a process may still have in its pipes after its end. */
const DRAIN_MS = 250;
/** How long a client may take to end after the end of its standard input. */
const FAREWELL_MS = 2000;

type Ending = Pick<ClientOutcome, 'end' | 'how' | 'said'>;

/** A case that was asked for and not yet answered. */
interface OpenCase {
  readonly call: ClientCall;
  readonly settle: (ending: Ending) => void;
  hasLeaked: boolean;
}

/** A driver for a command with its arguments, which runs in this folder. */
export function linesDriver([file = '', ...args]: readonly string[], cwd: string): ClientDriver {
  const child = spawn(file, args, { cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const open = new Map<string, OpenCase>();
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
  hearLines(child, open);
  // What it said before its end may still be in its pipes, which something that it started can hold open.
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
      const ending = await new Promise<Ending & { readonly hasLeaked: boolean }>((resolve) => {
        const one: OpenCase = {
          call,
          hasLeaked: false,
          settle: (how) => {
            open.delete(call.name);
            resolve({ ...how, hasLeaked: one.hasLeaked });
          },
        };
        open.set(call.name, one);
        if (gone !== undefined) return leave(gone);
        child.stdin.write(`${JSON.stringify(lineOf(call))}\n`);
        void overdue(one, signal, firstRequestMs);
      });
      if (failure !== undefined) throw new DriverError(failure);
      const { hasLeaked, ...said } = ending;
      const leaks = hasLeaked ? ['standard output or standard error'] : [];
      return { outcome: { ...said, ranMs: performance.now() - started, leaks }, output: undefined };
    },
    close: async () => {
      child.stdin.end();
      const over = new AbortController();
      await Promise.race([ended, sleep(FAREWELL_MS, undefined, { signal: over.signal }).catch(() => undefined)]);
      over.abort();
      await endGroup(child);
    },
  };
}

function lineOf({ name, url, apiKey, goal, body, output, deadlineSeconds }: ClientCall): object {
  return { case: name, url, apiKey, goal, body, output, deadlineSeconds };
}

/** Settles a case whose time is over, or that ends with the run. */
async function overdue(
  { call, settle }: OpenCase,
  signal: AbortSignal,
  firstRequestMs: FirstRequestMs | undefined,
): Promise<void> {
  try {
    await untilOverdue(call, firstRequestMs, { signal, ref: false });
    settle({ end: 'hung', how: 'no answer after its deadline', said: undefined });
  } catch {
    settle({ end: 'not-observed', how: 'ended with the run', said: undefined });
  }
}

/** Hears answers, line by line, and watches both outputs for keys of open cases. */
function hearLines({ stdout, stderr }: ChildProcessWithoutNullStreams, open: ReadonlyMap<string, OpenCase>): void {
  const watch = (text: string): void => {
    for (const one of open.values()) one.hasLeaked ||= text.includes(one.call.apiKey);
  };
  let rest = '';
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    watch(rest + chunk);
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(-MOST_LINE);
    for (const line of lines) answer(line, open);
  });
  // Its last line may have no end.
  stdout.once('end', () => answer(rest, open));
  let before = '';
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    watch(before + chunk);
    before = chunk.slice(-200);
  });
}

function answer(line: string, open: ReadonlyMap<string, OpenCase>): void {
  const read = readLine(line);
  const said = Answer.safeParse(read);
  if (!said.success) return;
  const { case: name, outcome } = said.data;
  open.get(name)?.settle({ end: outcome, how: `answered ${outcome}`, said: toWord(read) });
}

function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
