/**
 * The built `standin` for tests that run many command lines to their end. To start Node and load the package takes
 * longer than most of them: one process runs them all, but for every fourth one in CI, which has its own.
 */

import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { ROOT, runStandin, type Outcome, type RunOptions } from '../run.ts';

export interface Command {
  /** Runs one line after the other, but for lines that serve until a signal ends them: those are for `runStandin`. */
  readonly run: (args: readonly string[], options?: Omit<RunOptions, 'hangUp'>) => Promise<Outcome>;
  readonly close: () => void;
}

const PROCESS = join(import.meta.dirname, 'command-process.mjs');

const ONE_IN = 4;

/** Opens the command; whoever opens it closes it. */
export function openCommand(): Command {
  const together = openCommandProcess();
  let lines = 0;
  return {
    run: (args, options) => {
      lines += 1;
      const isAlone = process.env['CI'] !== undefined && lines % ONE_IN === 0;
      return isAlone ? runStandin(args, options) : together.run(args, options);
    },
    close: together.close,
  };
}

/** Opens one process for all command lines. */
export function openCommandProcess(): Command {
  let child: ChildProcess | undefined;
  let lines = 0;
  return {
    run: (args, { env, cwd = ROOT } = {}) => {
      child ??= fork(PROCESS, [join(ROOT, 'dist', 'bin', 'standin.js')], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      lines += 1;
      return outcomeOf(child, { id: lines, args, env: { ...process.env, ...env }, cwd });
    },
    close: () => child?.disconnect(),
  };
}

interface Line {
  readonly id: number;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

function outcomeOf(child: ChildProcess, line: Line): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const hear = ({ id, ...outcome }: Outcome & { readonly id: number }): void => {
      if (id === line.id) end(() => resolve(outcome));
    };
    const exit = (code: number | null): void =>
      end(() => reject(new Error(`standin ${line.args.join(' ')} ended the process of all lines, with ${code}`)));
    const end = (settle: () => void): void => {
      child.off('message', hear);
      child.off('exit', exit);
      settle();
    };
    child.on('message', hear);
    child.on('exit', exit);
    child.send(line);
  });
}
