/** Runs a program as a user would and returns all that it said. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder of this project unless it is another one. */
  readonly cwd?: string;
  /** Close the pipe before anything comes through it, like a `head` that is done: each write then fails. */
  readonly hangUp?: boolean;
}

/** The built `standin`. */
export function runStandin(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return run([process.execPath, `${ROOT}dist/bin/standin.js`, ...args], options);
}

/** npm, in the folder of this project. */
export function runNpm(args: readonly string[]): Promise<Outcome> {
  return run(['npm', ...args], {});
}

function run(
  [program = '', ...args]: readonly string[],
  { env, hangUp = false, cwd = ROOT }: RunOptions,
): Promise<Outcome> {
  const options = {
    cwd,
    env: { ...process.env, ...env },
    shell: program === 'npm' && process.platform === 'win32',
  };
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  if (hangUp) child.stdout.destroy();
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (status) => resolve({ status, stdout, stderr }));
  });
}
