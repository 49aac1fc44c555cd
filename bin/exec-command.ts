/** Defines `standin exec -- <command>`, which runs a command with its own emulator and returns its status. */

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Settings } from '../emulator/commands.ts';
import { addSettingsFlags, settingsFrom } from './settings-flags.ts';
import { exitSoon } from './signals.ts';
import { startEmulator } from './start-emulator.ts';
import type { CommandContext, Terminal } from './terminal.ts';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const FREE_PORT = '0';
const NOT_FOUND = 127;
const NOT_RUNNABLE = 126;

export function execCommand({ isChosen, terminal, exitWith }: CommandContext): Promise<Command> {
  const command = new Command('exec')
    .description(
      'start a fresh emulator, run a command with STANDIN_URL and STANDIN_API_KEY, and exit with the status of the command',
    )
    .argument('<command...>', 'the command and its arguments, after --')
    .passThroughOptions()
    .action(async (words: string[], flags: Readonly<Record<string, unknown>>) => {
      exitWith(await exec(words, flags, terminal));
    });
  return addSettingsFlags(command, isChosen, { byDefault: { port: FREE_PORT } });
}

async function exec(
  words: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): Promise<number> {
  // The default is a free port, so that parallel runs do not collide.
  const { engine, listening, settings } = await startEmulator(() =>
    settingsFrom({ port: FREE_PORT, ...flags }, terminal),
  );
  const trusted = await trust(listening.certificate);
  const env = {
    ...terminal.env,
    ...trusted.env,
    STANDIN_URL: `${listening.url}${settings.basePath}`,
    STANDIN_CONTROL_URL: `${listening.url}/_standin`,
    ...(settings.controlToken !== undefined && { STANDIN_CONTROL_TOKEN: settings.controlToken }),
    STANDIN_API_KEY: keyOf(settings),
  };
  const status = await run(words, env, terminal.stderr);
  await Promise.all([engine.close(), trusted.forget()]);
  exitSoon(terminal);
  return status;
}

/** Writes a self-signed certificate to a file for the command. Node reads it automatically, other clients do not. */
async function trust(
  certificate: string | undefined,
): Promise<{ env: NodeJS.ProcessEnv; forget: () => Promise<void> }> {
  if (certificate === undefined) return { env: {}, forget: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'standin-exec-'));
  const file = join(folder, 'certificate.pem');
  await writeFile(file, certificate);
  return {
    env: { STANDIN_CERTIFICATE: file, NODE_EXTRA_CA_CERTS: file },
    forget: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns a new key, or a listed key if only listed keys are accepted. */
function keyOf({ auth, accounts }: Settings): string {
  return auth === 'listed' ? (accounts[0]?.keys[0] ?? '') : `sk_standin_exec-${process.pid}`;
}

function run(
  [file = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  stderr: Terminal['stderr'],
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'inherit', env });
    const stop = forwardSignals(child);
    child.once('error', (cause) => {
      stop();
      const isMissing = 'code' in cause && cause.code === 'ENOENT';
      const why = isMissing ? 'was not found; is it installed and on the PATH?' : `cannot be run (${cause.message})`;
      stderr.write(`standin: ${file} ${why}\n`);
      resolve(isMissing ? NOT_FOUND : NOT_RUNNABLE);
    });
    child.once('exit', (code, signal) => {
      stop();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** Forwards signals. A terminal signals the whole process group, so the command may get a signal twice. */
function forwardSignals(child: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, pass);
  return () => {
    for (const signal of FORWARDED) process.off(signal, pass);
  };
}
