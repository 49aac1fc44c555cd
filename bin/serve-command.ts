/** Defines `standin serve`, which runs the emulator until a signal ends it. */

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { Engine, Listening, Readiness, Settings } from '../emulator/commands.ts';
import { addSettingsFlags, settingsFrom } from './settings-flags.ts';
import { exitSoon, untilSignal } from './signals.ts';
import { loggedOnTerminal, startEmulator } from './start-emulator.ts';
import type { CommandContext, Terminal } from './terminal.ts';

const EXAMPLE = '{"model":"videomodel-2.5","prompt":"a red fox in the snow","duration_seconds":5}';
const DEMO_KEY = 'sk_standin_demo';

export function serveCommand({ isChosen, terminal }: CommandContext): Promise<Command> {
  const command = new Command('serve')
    .description('run the emulator until a signal ends it')
    .option('--json', 'print only one line: JSON with the URLs, when the server is ready')
    .option('--open', 'open the panel in a browser')
    .option(
      '--until-stdin-ends',
      'also end when standard input ends, so that the server ends with the program that started it',
    )
    .action(async ({ json = false, open = false, untilStdinEnds = false, ...flags }: ServeFlags) =>
      serve(flags, { json, open, untilStdinEnds }, terminal),
    );
  return addSettingsFlags(command, isChosen);
}

/** Returns the ready line for programs: the URLs of both APIs, and the certificate to trust with HTTPS. */
function readyLine({ url, certificate }: Listening, { basePath }: Settings): string {
  const ready = { url: `${url}${basePath}`, control_url: `${url}/_standin`, pid: process.pid };
  return JSON.stringify({ ...ready, ...(certificate !== undefined && { certificate }) });
}

interface ServeFlags {
  readonly json?: boolean;
  readonly open?: boolean;
  readonly untilStdinEnds?: boolean;
}

async function serve(
  flags: Readonly<Record<string, unknown>>,
  { json, open, untilStdinEnds }: Required<ServeFlags>,
  terminal: Terminal,
): Promise<void> {
  const { engine, listening, settings } = await startEmulator(async () => {
    const gathered = await settingsFrom(flags, terminal);
    return { ...gathered, settings: loggedOnTerminal(gathered.settings, json, terminal) };
  });
  // The signal listeners are added first, because a program may send a signal right after the ready line.
  const ended = Promise.race([untilSignal(), ...(untilStdinEnds ? [endOf(terminal.stdin)] : [])]);
  terminal.stdout.write(`${json ? readyLine(listening, settings) : bannerOf(listening.url, settings)}\n`);
  if (open) await openPanel(listening, settings, terminal.stderr);
  const ending = new AbortController();
  // The search also runs with --json, but its result is not printed.
  void readinessLater(engine, ending.signal).then(
    (readiness) => {
      if (readiness === undefined || json) return;
      terminal.stdout.write(`${ffmpegLine(readiness)}\n`);
      void warnOfCache(settings, terminal);
    },
    (cause: unknown) => warnOfSearch(cause, terminal),
  );
  await ended;
  ending.abort();
  await engine.close();
  exitSoon(terminal);
}

/** Returns the banner without its ffmpeg line, which is printed later. */
function bannerOf(url: string, settings: Settings): string {
  const isOpen = settings.auth !== 'listed';
  const key = isOpen ? DEMO_KEY : '$STANDIN_API_KEY';
  const insecure = settings.tls === 'self-signed' ? ' --insecure' : '';
  return [
    `Standin listens on ${url}${settings.basePath}`,
    '',
    `  key     ${isOpen ? `${DEMO_KEY}  (any sk_standin_<label> is a separate account)` : 'a key of one of the listed accounts'}`,
    ...panelLine(url, settings),
    `  try     curl${insecure} ${url}${settings.basePath}/v1/videos -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${EXAMPLE}'`,
  ].join('\n');
}

/** Returns the line with the URL of the panel, if the control API is on. */
function panelLine(url: string, { control, controlToken }: Settings): string[] {
  if (!control) return [];
  return [`  panel   ${url}/_standin/${controlToken === undefined ? '' : '  (asks for the control token)'}`];
}

/** Returns the line about ffmpeg: its version and origin, or how to install it. */
function ffmpegLine({ ffmpeg, reason }: Readiness): string {
  return ffmpeg.found ? `  ffmpeg  ${ffmpeg.version} (${ffmpeg.origin})` : `  ffmpeg  none: ${reason}`;
}

/** Returns the line that explains why clips are not cached between starts. */
function cacheLine(problem: string): string {
  return `  cache   none: ${problem}. Standin encodes the clips again after each start. Choose another folder with --cache-folder.`;
}

function endOf(stdin: Terminal['stdin']): Promise<void> {
  return new Promise((resolve) => {
    stdin?.once('end', resolve);
    stdin?.once('close', resolve);
    stdin?.resume();
  });
}

/** Opens the panel. The server keeps running if no browser can be opened. */
async function openPanel({ url }: Listening, { control }: Settings, stderr: Terminal['stderr']): Promise<void> {
  if (!control) return void stderr.write('standin: --open: the panel is turned off. Remove --no-control.\n');
  openInBrowser(`${url}/_standin/`, (why) => stderr.write(`standin: --open: ${why}\n`));
}

/** Prints a warning if clips cannot be cached, because they are rendered again after each start. */
async function warnOfCache({ cacheFolder: named }: Settings, { env, stdout }: Terminal): Promise<void> {
  const { cacheFolder, cacheProblem } = await import('../emulator/commands.ts');
  const problem = await cacheProblem(named ?? cacheFolder({ env }));
  if (problem !== undefined) stdout.write(`${cacheLine(problem)}\n`);
}

/** Prints only a warning, because the server is already in use and needs ffmpeg only for clips. */
function warnOfSearch(cause: unknown, { stderr }: Terminal): void {
  const why = cause instanceof Error ? cause.message : String(cause);
  stderr.write(`standin: the search for ffmpeg failed: ${why}\n`);
}

/** The delay of the search for ffmpeg, whose processes would slow down the first requests (decision 0009). */
const SEARCH_DELAY_MS = 250;

async function readinessLater(engine: Engine, signal: AbortSignal): Promise<Readiness | undefined> {
  await sleep(SEARCH_DELAY_MS, undefined, { signal }).catch(() => undefined);
  return signal.aborted ? undefined : engine.readiness();
}

/** The command that opens a URL on each system. `start` is a shell command whose first argument is a title. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Opens a URL in a browser. Reports a failure and its fix. */
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
