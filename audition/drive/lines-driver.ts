/** Drives a client as one long process: a line of JSON per case, and a line back. For clients that start slowly. */

import * as z from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import { toWord } from '../evidence/case-record.ts';
import { DriverError, endInTime, type ClientDriver, type Ending } from './client-driver.ts';
import { endGroup, startProcess, withoutSecrets, type ClientProcess } from './client-process.ts';

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

const Answer = z.object({ case: z.string(), outcome: z.enum(['delivered', 'gave-up', 'unsupported']) });
const MOST_LINE = 1_048_576;
/** The number of shown characters of a line that is not an answer. */
const MOST_SHOWN = 200;

export type LinesOutput = ReturnType<typeof readLines>;

/** Reads answers. `settle` returns false for a case that was not sent to the client. */
export function readLines(keys: ReadonlySet<string>, settle: (name: string, ending: Ending) => boolean) {
  let rest = '';
  let odd = 0;
  let first: string | undefined;
  const note = (text: string): void => {
    odd += 1;
    first ??= text;
  };
  const read = (line: string): void => {
    if (line.trim() === '') return;
    const values = valuesIn(line);
    const answers = values?.map((value) => Answer.safeParse(value)) ?? [];
    if (values === undefined || answers.some(({ success }) => !success)) note(line.trim());
    for (const [index, { data }] of answers.entries()) {
      if (data === undefined) continue;
      const { case: name, outcome } = data;
      const isKnown = settle(name, { end: outcome, how: `answered ${outcome}`, said: toWord(values?.[index]) });
      if (!isKnown) note(`${line.trim()} (unexpected case "${name}")`);
    }
  };
  return {
    /** Reads a chunk of standard output. */
    onOutput: (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = (lines.pop() ?? '').slice(-MOST_LINE);
      lines.forEach(read);
    },
    /** Reads the last line, which may have no line end. */
    onOutputEnd: () => {
      read(rest);
      rest = '';
    },
    /** Returns `2 lines of its output are not answers, the first: …`; undefined if all lines are answers. */
    problems: () => {
      const open = rest.trim();
      if (odd === 0 && open === '') return undefined;
      const shown = withoutSecrets(first ?? `${open} (without a line break at its end)`, keys);
      const count = odd + (open === '' ? 0 : 1);
      return `${count === 1 ? '1 line of its output is not an answer' : `${count} lines of its output are not answers, the first`}: ${shown.length <= MOST_SHOWN ? shown : `${shown.slice(0, MOST_SHOWN)}…`}`;
    },
  };
}

/** Parses the JSON objects of a line. Two writes of a client may come without a line end between them. */
function valuesIn(line: string): unknown[] | undefined {
  for (const parts of [[line], line.split(/(?<=\})\s*(?=\{)/)]) {
    try {
      return parts.map((part): unknown => JSON.parse(part));
    } catch {
      // The line has another form.
    }
  }
  return undefined;
}
