/** `standin serve`: the emulator on a port, until a signal ends it. */

import { Command } from 'commander';
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

async function serve(flags: Readonly<Record<string, unknown>>, json: boolean): Promise<void> {
  const { emulator, listening, settings } = await startEmulator(() => settingsFrom(flags));
  const control = `${listening.url}/_standin/`;
  if (json) {
    console.log(JSON.stringify({ url: listening.url, control_url: control, pid: process.pid }));
    // Readiness begins with a look for ffmpeg, whether or not anybody prints it.
    void emulator.readiness();
  } else {
    console.log(bannerOf(listening.url, settings));
    void emulator.readiness().then((readiness) => console.log(ffmpegLine(readiness)));
  }
  await untilSignal();
  await emulator.close();
}
