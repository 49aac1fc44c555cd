/** `standin serve`: the emulator on a port, until a signal ends it. */

import { Command } from 'commander';
import type { Listening, Settings } from '../emulator/commands.ts';
import { bannerOf, ffmpegLine } from './banner.ts';
import { addSettingsFlags, settingsFrom } from './settings-flags.ts';
import { untilSignal } from './signals.ts';
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
  if (json) {
    console.log(readyLine(listening, settings));
    // Readiness begins with a look for ffmpeg, whether or not anybody prints it.
    void engine.readiness();
  } else {
    console.log(bannerOf(listening.url, settings));
    void engine.readiness().then((readiness) => console.log(ffmpegLine(readiness)));
  }
  await untilSignal();
  await engine.close();
}
