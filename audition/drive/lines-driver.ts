/** Drives a client as one long process: a line of JSON per case, and a line back. For clients that start slowly. */

import { setTimeout as sleep } from 'node:timers/promises';
import { DriverError, endInTime, type ClientCall, type ClientDriver, type Ending } from './client-driver.ts';
import { endGroup, startProcess, type ClientProcess } from './client-process.ts';
import { readLines, type LinesOutput } from './lines-output.ts';

/** The time that a client has to exit after the end of its standard input. */
const FAREWELL_MS = 2000;
const OVERDUE = 'no line for this case before its deadline';

/** Returns a driver for a command with its arguments, which runs in this folder. */
export function linesDriver(command: readonly string[], cwd: string): Required<Pick<ClientDriver, 'drive' | 'close'>> {
  /** How to end each case that was sent and not yet answered. */
  const open = new Map<string, (ending: Ending) => void>();
  const [asked, keys] = [new Set<string>(), new Set<string>()];
  const client = startProcess(command, keys, { cwd, stdin: 'pipe' });
  const { child, stdout, stderr } = client;
  const output = readLines(keys, (name, ending) => {
    open.get(name)?.(ending);
    return asked.has(name);
  });
  child.stdout?.on('data', output.onOutput).once('end', output.onOutputEnd);
  let failure: string | undefined;
  let gone: string | undefined;
  const leave = (how: string): void => {
    gone ??= how;
    for (const settle of open.values()) settle({ end: 'crashed', how: gone, said: undefined });
  };
  void client.failed.then((why) => leave((failure = why)));
  void client.exited.then(({ code, signal }) =>
    leave(`the process ended early: ${signal ?? `exit status ${code ?? ''}`}`),
  );
  child.stdin?.on('error', () => undefined);

  return {
    drive: async (call, signal, firstRequestMs) => {
      const answered = new Promise<Ending>((resolve) => open.set(call.name, resolve));
      asked.add(call.name);
      keys.add(call.apiKey);
      if (gone === undefined) child.stdin?.write(`${JSON.stringify(lineOf(call))}\n`);
      else leave(gone);
      const ending = await endInTime(call, { signal, firstRequestMs, how: OVERDUE }, () => answered);
      open.delete(call.name);
      if (failure !== undefined) throw new DriverError(failure);
      const hasLeaked = stdout.leaked.has(call.apiKey) || stderr.leaked.has(call.apiKey);
      const leaks = hasLeaked ? ['standard output or standard error'] : [];
      return { outcome: { ...withProblems(ending, output), leaks } };
    },
    close: async () => {
      await endOf(client);
      return client.text();
    },
  };
}

/** Ends a process by closing its input, or else by force. */
async function endOf({ child, failed, exited }: ClientProcess): Promise<void> {
  child.stdin?.end();
  const over = new AbortController();
  const farewell = sleep(FAREWELL_MS, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([failed, exited, farewell]);
  over.abort();
  await endGroup(child);
}

function lineOf({ name, url, apiKey, goal, body, output, deadlineSeconds }: ClientCall): object {
  return { case: name, url, apiKey, goal, body, output, deadlineSeconds };
}

/** Adds to a case without an answer the lines that are not answers, because they may explain it. */
function withProblems<Ended extends Ending>(ending: Ended, output: LinesOutput): Ended {
  const problems = ending.end === 'hung' || ending.end === 'crashed' ? output.problems() : undefined;
  return problems === undefined ? ending : { ...ending, how: `${ending.how}; ${problems}` };
}
