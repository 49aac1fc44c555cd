/** Starts an emulator for a command. Errors that the user can fix become UsageErrors. */

import type { Engine, Gathered, Listening, Settings } from '../emulator/commands.ts';
import { type Terminal, UsageError } from './terminal.ts';

export interface Started {
  readonly engine: Engine;
  readonly listening: Listening;
  readonly settings: Settings;
}

/** Reads the settings, creates the emulator and starts its server. */
export async function startEmulator(read: () => Promise<Gathered>): Promise<Started> {
  const { createEngine, respelled, SettingsError, StoreUnavailable } = await import('../emulator/commands.ts');
  await expectEnoughFiles();
  let spelled: Gathered['spelled'] = new Map();
  try {
    const gathered = await read();
    const { settings } = gathered;
    spelled = gathered.spelled;
    const engine = createEngine(settings);
    const listening = await engine
      .listen()
      .catch((cause: unknown) => Promise.reject(explainListening(cause, settings)));
    return { engine, listening, settings };
  } catch (cause) {
    if (cause instanceof StoreUnavailable) throw new UsageError(cause.message);
    throw cause instanceof SettingsError ? new UsageError(respelled(cause, spelled).message) : cause;
  }
}

/** Converts a listening error to a UsageError with a fix. Other errors stay unchanged. */
export function explainListening(cause: unknown, { host, port }: Pick<Settings, 'host' | 'port'>): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE')
    return new UsageError(
      `${host}:${port} is in use. Choose another port with --port, or any free port with --port 0.`,
    );
  if (code === 'EACCES')
    return new UsageError(`This user is not allowed to listen on ${host}:${port}. Choose a --port above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new UsageError(`${host} is not an address of this machine. Choose another --host.`);
  return cause;
}

/** Logs requests on a terminal, unless the settings say otherwise or a program reads the output. */
export function loggedOnTerminal(settings: Settings, json: boolean, { stdout }: Terminal): Settings {
  if (settings.log !== undefined || json || !settings.journal || stdout.isTTY !== true) return settings;
  return { ...settings, log: 'requests' };
}

/** Throws if the limit of open files is so low that the first create would fail. */
export async function expectEnoughFiles(): Promise<void> {
  const { fileLimitProblem } = await import('../emulator/commands.ts');
  const problem = fileLimitProblem();
  if (problem !== undefined) throw new UsageError(problem);
}
