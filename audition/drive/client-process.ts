/** The process of a client: its group, and the beginning and the end of its output, searched for secrets. */

import type { ChildProcess } from 'node:child_process';
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

const KEPT = 65_536;

export interface KeptOutput {
  take(chunk: string): void;
  /** The secrets that the output contained. */
  readonly leaked: ReadonlySet<string>;
  /** Returns the last line that is not empty. */
  lastLine(): string;
  /** Returns the kept end of the output. */
  tail(): string;
  /** Returns the beginning and the end, with the number of omitted characters, and without secrets. */
  text(): string;
}

const LONGEST_SECRET = 200;

/** Keeps the output of one stream. The caller may add secrets while it runs. */
export function keepOutput(secrets: ReadonlySet<string>): KeptOutput {
  const withoutSecrets = (text: string): string =>
    [...secrets].reduce((all, secret) => all.replaceAll(secret, '[key]'), text);
  let head = '';
  let tail = '';
  let total = 0;
  let before = '';
  const leaked = new Set<string>();
  return {
    leaked,
    take: (chunk) => {
      const joined = before + chunk;
      for (const secret of secrets) if (joined.includes(secret)) leaked.add(secret);
      before = joined.slice(-LONGEST_SECRET);
      total += chunk.length;
      if (head.length < KEPT) head += chunk.slice(0, KEPT - head.length);
      tail = (tail + chunk).slice(-KEPT);
    },
    lastLine: () => withoutSecrets(tail.trimEnd().split('\n').at(-1) ?? ''),
    tail: () => tail,
    text: () => {
      const rest = total - head.length;
      const end = rest <= 0 ? '' : tail.slice(-Math.min(rest, tail.length));
      const left = rest - end.length;
      const gap = left > 0 ? `\n… (${left} more characters) …\n` : '';
      return withoutSecrets(`${head}${gap}${end}`);
    },
  };
}

/** Returns the text of both streams of a process. */
export function textOfBoth(stdout: KeptOutput, stderr: KeptOutput): string {
  return `--- standard output\n${stdout.text()}\n--- standard error\n${stderr.text()}\n`;
}
