/** Drives a client as one process per case: without a shell, with its own process group and working folder. */

import { readWord, type ClientOutcome, type ClientWord } from '../evidence/case-record.ts';
import { DriverError, endInTime, type ClientCall, type ClientDriver, type Ending } from './client-driver.ts';
import { endGroup, startProcess, type ClientProcess } from './client-process.ts';

/** Returns a driver for a command with its arguments. `cwd` replaces the working folder of the case. */
export function processDriver(command: readonly string[], cwd?: string): ClientDriver {
  return {
    startsInCaseFolder: cwd === undefined,
    drive: async (call, signal, firstRequestMs) => {
      const env = { ...process.env, ...environmentOf(call) };
      const client = startProcess(command, new Set([call.apiKey]), { cwd: cwd ?? call.folder, env, stdin: 'ignore' });
      const failed = client.failed.then((why) => Promise.reject(new DriverError(why)));
      const ending = await endInTime(call, { signal, firstRequestMs }, () =>
        Promise.race([failed, client.exited.then((exit) => endOf(exit, client))]),
      );
      await endGroup(client.child);
      const said = ending.said ?? readWord(client.stdout.lastLine());
      return { outcome: { ...ending, said, leaks: client.leaksOf(call.apiKey) }, output: client.text() };
    },
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

type Exit = Awaited<ClientProcess['exited']>;

function endOf({ code, signal }: Exit, { stdout, stderr }: ClientProcess): Ending {
  const said = readWord(stdout.lastLine());
  if (code === null) return { end: 'crashed', how: `killed by ${signal ?? 'a signal'}`, said };
  return { end: endByStatus(code, said, stderr.tail()), how: `exit status ${code}`, said };
}

function endByStatus(code: number, said: ClientWord | undefined, stderr: string): ClientOutcome['end'] {
  if (code === 0) return 'delivered';
  if (code === 64) return 'unsupported';
  if (code !== 1) return 'crashed';
  return said?.error === undefined && endsInTrace(stderr) ? 'crashed' : 'gave-up';
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
