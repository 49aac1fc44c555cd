/** `standin serve`: the emulator on a port, until a signal ends it. */

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { Engine, Gathered, Listening, Readiness, Settings } from '../emulator/commands.ts';
import { bannerOf, cacheLine, ffmpegLine } from './banner.ts';
import { addSettingsFlags, settingsFrom } from './settings-flags.ts';
import { exitSoon, untilSignal } from './signals.ts';
import { startEmulator } from './start-emulator.ts';
import type { CommandContext, Terminal } from './terminal.ts';

/** Builds the command. */
export function serveCommand({ isChosen, terminal }: CommandContext): Promise<Command> {
  const command = new Command('serve')
    .description('run the emulator until a signal ends it')
    .option('--json', 'print only one line: JSON with the URLs, when the server is ready')
    .option('--open', 'open the panel in a browser')
    .action(async ({ json = false, open = false, ...flags }: ServeFlags) => serve(flags, { json, open }, terminal));
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

async function serve(
  flags: Readonly<Record<string, unknown>>,
  { json, open }: Required<ServeFlags>,
  terminal: Terminal,
): Promise<void> {
  const { engine, listening, settings } = await startEmulator(async () =>
    watched(await settingsFrom(flags, terminal), json, terminal),
  );
  // A program that reads the ready line may send a signal at once, so listen for signals first.
  const signaled = untilSignal();
  terminal.stdout.write(`${json ? readyLine(listening, settings) : bannerOf(listening.url, settings)}\n`);
  if (open) await openPanel(listening, settings, terminal.stderr);
  const ending = new AbortController();
  // With --json, too: it is only not printed.
  void readinessLater(engine, ending.signal).then(
    (readiness) => {
      if (readiness === undefined || json) return;
      terminal.stdout.write(`${ffmpegLine(readiness)}\n`);
      void warnOfCache(settings, terminal);
    },
    (cause: unknown) => warnOfSearch(cause, terminal),
  );
  await signaled;
  ending.abort();
  await engine.close();
  exitSoon(terminal);
}

/** The server keeps running if no browser can be opened. */
async function openPanel({ url }: Listening, { control }: Settings, stderr: Terminal['stderr']): Promise<void> {
  if (!control) return void stderr.write('standin: --open: the panel is turned off. Remove --no-control.\n');
  openInBrowser(`${url}/_standin/`, (why) => stderr.write(`standin: --open: ${why}\n`));
}

/** Logs requests on a terminal, unless the settings say otherwise or a program reads the output. */
function watched(gathered: Gathered, json: boolean, { stdout }: Terminal): Gathered {
  const { settings } = gathered;
  if (settings.log !== undefined || json || !settings.journal || stdout.isTTY !== true) return gathered;
  return { ...gathered, settings: { ...settings, log: 'requests' } };
}

/** Clips are made without a cache as well, only all of them anew after each start. */
async function warnOfCache({ cacheFolder: named }: Settings, { env, stdout }: Terminal): Promise<void> {
  const { cacheFolder, cacheProblem } = await import('../emulator/commands.ts');
  const problem = await cacheProblem(named ?? cacheFolder({ env }));
  if (problem !== undefined) stdout.write(`${cacheLine(problem)}\n`);
}

/** A warning, no more: the server has clients by then, and needs ffmpeg for clips only. */
function warnOfSearch(cause: unknown, { stderr }: Terminal): void {
  const why = cause instanceof Error ? cause.message : String(cause);
  stderr.write(`standin: the search for ffmpeg failed: ${why}\n`);
}

/** Looking for an ffmpeg starts programs, which would take CPU from the first requests (decision 0009). */
const SEARCH_DELAY_MS = 250;

async function readinessLater(engine: Engine, signal: AbortSignal): Promise<Readiness | undefined> {
  await sleep(SEARCH_DELAY_MS, undefined, { signal }).catch(() => undefined);
  return signal.aborted ? undefined : engine.readiness();
}

/** The command of each system. `start` is a built-in of its shell, and takes a title first. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Asks the system to open a URL; says why when it does not. */
function openInBrowser(url: string, onFailure: (why: string) => void): void {
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  const fail = (): void => onFailure(`could not open a browser with ${command}; open ${url} yourself`);
  opener.on('error', fail);
  opener.on('exit', (status) => {
    if (status !== 0) fail();
  });
  opener.unref();
}
