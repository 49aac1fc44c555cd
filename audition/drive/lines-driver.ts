/** Drives a client as one long process: a line of JSON per case, and a line back. For clients that start slowly. */

import { setTimeout as sleep } from 'node:timers/promises';
import { DriverError, endInTime, type ClientDriver, type Ending } from './client-driver.ts';
import { endGroup, startProcess, type ClientProcess } from './client-process.ts';
import { readLines } from './lines-output.ts';

/** The time that a client has to exit after the end of its standard input. */
const FAREWELL_MS = 2000;
const OVERDUE = 'no line for this case before its deadline';

/** Returns a driver for a command with its arguments, which runs in this folder. */
export function linesDriver(command: readonly string[], cwd: string): Required<Pick<ClientDriver, 'drive' | 'close'>> {
  /** How to end each case that was sent. The first end counts. */
  const sent = new Map<string, (ending: Ending) => void>();
  const keys = new Set<string>();
  const client = startProcess(command, keys, { cwd, stdin: 'pipe' });
  const { stdin, stdout } = client.child;
  const output = readLines(keys, (name, ending) => {
    sent.get(name)?.(ending);
    return sent.has(name);
  });
  stdout?.on('data', output.onOutput).once('end', output.onOutputEnd);
  let failure: string | undefined;
  let gone: string | undefined;
  const leave = (how: string): void => {
    gone ??= how;
    for (const settle of sent.values()) settle({ end: 'crashed', how: gone, said: undefined });
  };
  void client.failed.then((why) => leave((failure = why)));
  void client.exited.then(({ code, signal }) =>
    leave(`the process ended early: ${signal ?? `exit status ${code ?? ''}`}`),
  );
  stdin?.on('error', () => undefined);

  return {
    drive: async (call, signal, firstRequestMs) => {
      const { name, folder: _folder, ...task } = call;
      const answered = new Promise<Ending>((resolve) => sent.set(name, resolve));
      keys.add(call.apiKey);
      if (gone === undefined) stdin?.write(`${JSON.stringify({ case: name, ...task })}\n`);
      else leave(gone);
      const ending = await endInTime(call, { signal, firstRequestMs, how: OVERDUE }, () => answered);
      if (failure !== undefined) throw new DriverError(failure);
      // Lines that are not answers may explain a case without an answer.
      const problems = ending.end === 'hung' || ending.end === 'crashed' ? output.problems() : undefined;
      const how = problems === undefined ? ending.how : `${ending.how}; ${problems}`;
      return { outcome: { ...ending, how, leaks: client.leaksOf(call.apiKey) } };
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
