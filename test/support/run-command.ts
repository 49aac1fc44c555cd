/** Runs a command line of `standin` from the sources, in the process of the test. */

import { runProgram } from '../../bin/program.ts';
import type { Outcome, RunOptions } from './run.ts';

/**
 * Runs the line to its end, with a terminal that keeps what is printed. Lines that depend on a working folder, a signal
 * or a pipe are for `runStandin`, and so are lines that serve.
 */
export async function runCommand(args: readonly string[], { env }: Pick<RunOptions, 'env'> = {}): Promise<Outcome> {
  let [stdout, stderr] = ['', ''];
  const status = await runProgram(args, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: { ...process.env, ...env },
    exit: () => undefined,
  });
  return { status, stdout, stderr };
}
