/** Defines `standin ready`, which waits until a server is ready, for health checks and scripts. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { duration } from './flag-values.ts';
import { type CommandContext, type Terminal, UsageError } from './terminal.ts';

const DEFAULT_SECONDS = 30;
const PAUSE_MS = 100;

export function readyCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('ready')
    .description('wait until a server is ready; the exit status is 1 if it is not ready in time')
    .argument('[url]', 'URL of the server (default: STANDIN_URL, or else port STANDIN_PORT or 4242 of this machine)')
    .option('--timeout <time>', 'time to wait, such as 90s or 5m (default: 30s)', duration)
    .action(async (url: string | undefined, { timeout = DEFAULT_SECONDS }: { readonly timeout?: number }) => {
      const { origin } = addressOf(url, terminal.env);
      const problem = await waitUntilReady(`${origin}/_standin/health/ready`, timeout);
      if (problem === undefined) return void terminal.stdout.write(`${origin} is ready.\n`);
      terminal.stderr.write(`standin: ${origin} is not ready after ${timeout} s: ${problem}\n`);
      exitWith(1);
    });
}

function addressOf(given: string | undefined, { STANDIN_URL = '', STANDIN_PORT = '' }: Terminal['env']): URL {
  const text = given ?? (STANDIN_URL || `http://127.0.0.1:${STANDIN_PORT || 4242}`);
  if (/^https?:/.test(text) && URL.canParse(text)) return new URL(text);
  throw new UsageError(`"${text}" is not an http or https URL. Pass the URL of the server.`);
}

/** Returns undefined as soon as the server is ready, or the last problem at the timeout. */
async function waitUntilReady(url: string, seconds: number): Promise<string | undefined> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const problem = await problemOf(url, Math.max(1, deadline - Date.now()));
    if (problem === undefined || Date.now() + PAUSE_MS >= deadline) return problem;
    await sleep(PAUSE_MS);
  }
}

async function problemOf(url: string, timeoutMs: number): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    const [, reason] = /"reason":"([^"]+)"/.exec(await response.text()) ?? [];
    if (response.ok) return undefined;
    return `${new URL(url).pathname} returns ${response.status}${reason === undefined ? '' : `, ${reason}`}`;
  } catch (cause) {
    const { message, cause: inner } = cause instanceof Error ? cause : new Error(String(cause));
    return inner instanceof Error ? inner.message || ('code' in inner ? String(inner.code) : message) : message;
  }
}
