/** `standin serve`: the emulator on a port, until a signal ends it. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { Engine, Gathered, Listening, Readiness, Settings } from '../emulator/commands.ts';
import { bannerOf, cacheLine, ffmpegLine } from './banner.ts';
import { addSettingsFlags, settingsFrom } from './settings-flags.ts';
import { exitSoon, untilSignal } from './signals.ts';
import { startEmulator } from './start-emulator.ts';

/** Builds the command. */
export function serveCommand(isChosen: boolean): Promise<Command> {
  const command = new Command('serve')
    .description('run the emulator')
    .option('--json', 'print one JSON line when it is ready, and nothing else')
    .option('--open', 'open the panel in a browser')
    .action(async ({ json = false, open = false, ...flags }: ServeFlags) => serve(flags, { json, open }));
  return addSettingsFlags(command, isChosen);
}

/** For programs: the URLs of the API and of the control API, and the certificate to trust with HTTPS. */
function readyLine({ url, certificate }: Listening, { basePath }: Settings): string {
  const ready = { url: `${url}${basePath}`, control_url: `${url}/_standin`, pid: process.pid };
  return JSON.stringify({ ...ready, ...(certificate !== undefined && { certificate }) });
}

interface ServeFlags {
  readonly json?: boolean;
  readonly open?: boolean;
}

async function serve(flags: Readonly<Record<string, unknown>>, { json, open }: Required<ServeFlags>): Promise<void> {
  const { engine, listening, settings } = await startEmulator(async () => watched(await settingsFrom(flags), json));
  // A program that reads the ready line may send a signal at once, so listen for signals first.
  const signalled = untilSignal();
  console.log(json ? readyLine(listening, settings) : bannerOf(listening.url, settings));
  if (open) await openPanel(listening, settings);
  const ending = new AbortController();
  // With --json, too: it is only not printed.
  void readinessLater(engine, ending.signal).then((readiness) => {
    if (readiness === undefined || json) return;
    console.log(ffmpegLine(readiness));
    void warnOfCache(settings);
  }, warnOfSearch);
  await signalled;
  ending.abort();
  await engine.close();
  exitSoon();
}

/** A browser that cannot be opened is no reason to end. */
async function openPanel({ url }: Listening, { control }: Settings): Promise<void> {
  if (!control) return console.error('standin: --open: the panel is turned off (--no-control)');
  const { openInBrowser } = await import('./open-browser.ts');
  openInBrowser(`${url}/_standin/`, (why) => console.error(`standin: --open: ${why}`));
}

/** Whoever looks at a terminal sees the requests, unless the settings say otherwise or a program reads along. */
function watched(gathered: Gathered, json: boolean): Gathered {
  const { settings } = gathered;
  if (settings.log !== undefined || json || !settings.journal || !process.stdout.isTTY) return gathered;
  return { ...gathered, settings: { ...settings, log: 'requests' } };
}

/** Clips are made without a cache as well, only all of them anew after each start. */
async function warnOfCache({ cacheFolder: named }: Settings): Promise<void> {
  const { cacheFolder, cacheProblem } = await import('../emulator/commands.ts');
  const problem = await cacheProblem(named ?? cacheFolder({ env: process.env }));
  if (problem !== undefined) console.log(cacheLine(problem));
}

/** A warning, no more: the server has clients by then, and needs ffmpeg for clips only. */
function warnOfSearch(cause: unknown): void {
  console.error(`standin: looking for an ffmpeg failed: ${cause instanceof Error ? cause.message : String(cause)}`);
}

/** Looking for an ffmpeg starts programs, which would take CPU from the first requests (decision 0009). */
const SEARCH_DELAY_MS = 250;

async function readinessLater(engine: Engine, signal: AbortSignal): Promise<Readiness | undefined> {
  await sleep(SEARCH_DELAY_MS, undefined, { signal }).catch(() => undefined);
  return signal.aborted ? undefined : engine.readiness();
}
