/** `standin exec -- <command>`: runs a command beside an emulator of its own, and ends as the command ends. */

import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { Command } from 'commander';
import type { Settings } from '../emulator/index.ts';
import { addSettingsFlags, settingsFrom } from './settings-flags.ts';
import { startEmulator } from './start-emulator.ts';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const NOT_FOUND = 127;
const NOT_RUNNABLE = 126;

/** Builds the command. */
export function execCommand(isChosen: boolean): Promise<Command> {
  const command = new Command('exec')
    .description('run a command with an emulator: STANDIN_URL and STANDIN_API_KEY are set, the status is passed on')
    .argument('<command...>', 'the command and its arguments, after --')
    .passThroughOptions()
    .action(async (words: string[], flags: Readonly<Record<string, unknown>>) => {
      process.exitCode = await exec(words, flags);
    });
  return addSettingsFlags(command, isChosen);
}

async function exec(words: readonly string[], flags: Readonly<Record<string, unknown>>): Promise<number> {
  // A free port unless one was asked for, so that runs do not meet.
  const { emulator, listening, settings } = await startEmulator(() => settingsFrom({ port: '0', ...flags }));
  const env = {
    ...process.env,
    STANDIN_URL: listening.url,
    STANDIN_CONTROL_URL: `${listening.url}/_standin/`,
    STANDIN_API_KEY: keyOf(settings),
  };
  const status = await run(words, env);
  await emulator.close();
  return status;
}

/** A key of its own, unless only listed ones open an account. */
function keyOf({ auth, accounts }: Settings): string {
  return auth === 'listed' ? (accounts[0]?.keys[0] ?? '') : `sk_standin_exec-${process.pid}`;
}

function run([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'inherit', env });
    const stop = forwardSignals(child);
    child.once('error', (cause) => {
      stop();
      const isMissing = 'code' in cause && cause.code === 'ENOENT';
      console.error(
        `standin: ${file} ${isMissing ? 'was not found; is it installed and on the PATH?' : `cannot be run (${cause.message})`}`,
      );
      resolve(isMissing ? NOT_FOUND : NOT_RUNNABLE);
    });
    child.once('exit', (code, signal) => {
      stop();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** A terminal sends its signals to the whole group, so the command may get one twice; that is what shells do, too. */
function forwardSignals(child: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, pass);
  return () => {
    for (const signal of FORWARDED) process.off(signal, pass);
  };
}
