/** `standin serve`: the emulator on a port, until a signal ends it. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { Engine, Listening, Readiness, Settings } from '../emulator/commands.ts';
import { bannerOf, ffmpegLine } from './banner.ts';
import { addSettingsFlags, settingsFrom } from './settings-flags.ts';
import { leave, untilSignal } from './signals.ts';
import { startEmulator } from './start-emulator.ts';

/** Builds the command. */
export function serveCommand(isChosen: boolean): Promise<Command> {
  const command = new Command('serve')
    .description('run the emulator')
    .option('--json', 'print one JSON line when it is ready, and nothing else')
    .action(async ({ json = false, ...flags }: { readonly json?: boolean }) => serve(flags, json));
  return addSettingsFlags(command, isChosen);
}

/** For programs: where the API is, where its control API is, and what to trust when it speaks HTTPS. */
function readyLine({ url, certificate }: Listening, { basePath }: Settings): string {
  const ready = { url: `${url}${basePath}`, control_url: `${url}/_standin/`, pid: process.pid };
  return JSON.stringify({ ...ready, ...(certificate !== undefined && { certificate }) });
}

async function serve(flags: Readonly<Record<string, unknown>>, json: boolean): Promise<void> {
  const { engine, listening, settings } = await startEmulator(() => settingsFrom(flags));
  // Whoever reads the ready line may send a signal at once.
  const signalled = untilSignal();
  console.log(json ? readyLine(listening, settings) : bannerOf(listening.url, settings));
  const ending = new AbortController();
  // The look begins whether or not anybody prints what it finds.
  void readinessLater(engine, ending.signal).then((readiness) => {
    if (readiness !== undefined && !json) console.log(ffmpegLine(readiness));
  }, warnOfLook);
  await signalled;
  ending.abort();
  await engine.close();
  leave();
}

/** By then the server has clients, who need it though nobody knows of an ffmpeg. */
function warnOfLook(cause: unknown): void {
  console.error(`standin: looking for an ffmpeg failed: ${cause instanceof Error ? cause.message : String(cause)}`);
}

/** Looking for an ffmpeg starts programs, which would take the processor from the first answers. */
const QUIET_MS = 250;

async function readinessLater(engine: Engine, signal: AbortSignal): Promise<Readiness | undefined> {
  await sleep(QUIET_MS, undefined, { signal }).catch(() => undefined);
  return signal.aborted ? undefined : engine.readiness();
}
