/** The process of a client: its group, and the beginning and the end of its output, searched for secrets. */

import { spawn, type ChildProcess, type IOType } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time to end in good order. */
const PATIENCE_MS = 300;
const STEP_MS = 20;

/** Ends the group of a process that was started detached, by force if necessary. */
export async function endGroup({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined || !signalGroup(pid, 'SIGTERM')) return;
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    await sleep(STEP_MS);
    if (!signalGroup(pid, 0)) return;
  }
  signalGroup(pid, 'SIGKILL');
}

/** Returns whether the group still had a process. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** The time in which the remaining output of an ended process may arrive. */
const DRAIN_MS = 250;

/** Starts a command as a process group of its own, without a shell, and keeps its output. */
export function startProcess(
  [file = '', ...args]: readonly string[],
  secrets: ReadonlySet<string>,
  { stdin, ...place }: { readonly stdin: IOType; readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
) {
  const child = spawn(file, args, { ...place, detached: true, stdio: [stdin, 'pipe', 'pipe'] });
  const [stdout, stderr] = [keepOutput(secrets), keepOutput(secrets)];
  child.stdout?.setEncoding('utf8').on('data', stdout.take);
  child.stderr?.setEncoding('utf8').on('data', stderr.take);
  const failed = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(`${file} cannot be run: ${message}`));
  });
  const exited = new Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => {
      // The pipes may still hold output, and a child of the process can hold them open.
      const left = (): void => resolve({ code, signal });
      child.once('close', left);
      setTimeout(left, DRAIN_MS).unref();
    });
  });
  return {
    child,
    stdout,
    stderr,
    /** Resolves to the reason why the command cannot be run. */
    failed,
    /** Resolves when the process has exited and its remaining output has arrived. */
    exited,
    /** Returns the streams in which a secret was printed. */
    leaksOf: (secret: string) => [
      ...(stdout.leaked.has(secret) ? ['standard output'] : []),
      ...(stderr.leaked.has(secret) ? ['standard error'] : []),
    ],
    text: () => `--- standard output\n${stdout.text()}\n--- standard error\n${stderr.text()}\n`,
  };
}

export type ClientProcess = ReturnType<typeof startProcess>;

const KEPT = 65_536;
const LONGEST_SECRET = 200;

/** Replaces secrets in a text. */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  return [...secrets].reduce((all, secret) => all.replaceAll(secret, '[key]'), text);
}

/** Keeps the beginning and the end of one stream, and finds secrets anywhere in it. Secrets may be added later. */
function keepOutput(secrets: ReadonlySet<string>) {
  let head = '';
  let tail = '';
  let total = 0;
  let before = '';
  const leaked = new Set<string>();
  return {
    /** The secrets that the output contained. */
    leaked,
    take: (chunk: string) => {
      const joined = before + chunk;
      for (const secret of secrets) if (joined.includes(secret)) leaked.add(secret);
      before = joined.slice(-LONGEST_SECRET);
      total += chunk.length;
      if (head.length < KEPT) head += chunk.slice(0, KEPT - head.length);
      tail = (tail + chunk).slice(-KEPT);
    },
    /** Returns the last line that is not empty. */
    lastLine: () => withoutSecrets(tail.trimEnd().split('\n').at(-1) ?? '', secrets),
    /** Returns the kept end of the output. */
    tail: () => tail,
    /** Returns the beginning and the end, with the number of omitted characters, and without secrets. */
    text: () => {
      const rest = total - head.length;
      const end = rest <= 0 ? '' : tail.slice(-Math.min(rest, tail.length));
      const left = rest - end.length;
      const gap = left > 0 ? `\n… (${left} more characters) …\n` : '';
      return withoutSecrets(`${head}${gap}${end}`, secrets);
    },
  };
}
