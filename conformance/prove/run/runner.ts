/** A runner runs the kit against one server after the other: mutants, personalities, or the engine as it is. */

import { createEmulator, type Emulator, type FetchRequest, type SettingsInput } from '../../../emulator/index.ts';
import { run, type Report, type RunOptions } from '../../index.ts';
import { Profile } from '../../profile/profile.ts';
import { standinProfile } from '../../profile/standin.ts';
import type { Selection } from '../mutant.ts';
import { tamperWith, type Door, type Tampering } from '../server.ts';
import { listen, type Spelling } from './socket.ts';

export interface Server {
  readonly tamper?: (() => Tampering) | undefined;
  readonly settings?: SettingsInput | undefined;
  readonly selection?: Selection | undefined;
  /** The profile names no price of a second here. */
  readonly isPriceUnknown?: true;
  /** Reached over a socket, and how that one spells the names of headers. */
  readonly socket?: Spelling | undefined;
  readonly cheapest?: number | undefined;
}

export interface Ran {
  readonly report: Report;
  /** How often the tampering changed something; not counted for a server that is made by settings alone. */
  readonly reached: number | undefined;
}

/** Has an engine of its own for all servers that ask for no settings. */
export interface Runner {
  run(server: Server): Promise<Ran>;
  close(): Promise<void>;
}

/**
 * The clock is frozen and accounts are deleted between runs, so that each run makes the same clips and finds them in
 * the cache.
 */
const CLOCK = 'frozen@2026-01-01T00:00:00Z';
const CONTROL = 'http://127.0.0.1/_standin/accounts';
const SECONDS = 60;
/** For the few clips of a run. */
const MEBIBYTES = 64;

/** Opens a runner. An engine with settings is closed after one run, since each keeps clips in memory. */
export function openRunner(): Runner {
  const usual = engineWith({});
  return {
    run: async (server) => {
      if (server.settings === undefined) {
        await startOver(usual);
        return runServer(usual, server);
      }
      const engine = engineWith(server.settings);
      try {
        return await runServer(engine, server);
      } finally {
        await engine.close();
      }
    },
    close: () => usual.close(),
  };
}

function engineWith(settings: SettingsInput): Emulator {
  return createEmulator({ latency: 'instant', clock: CLOCK, memoryMebibytes: MEBIBYTES, ...settings });
}

/** The kit sees a base URL and keys, and knows nothing of what stands behind. */
async function runServer(engine: Emulator, server: Server): Promise<Ran> {
  const { tamper, settings, selection, socket, cheapest, isPriceUnknown } = server;
  const named = isPriceUnknown === true ? { prices: undefined } : pricesOf(settings);
  const { door, reached } = tamperWith(withControl(engine), tamper?.() ?? ((call, next) => next(call)));
  const listening = socket === undefined ? undefined : await listen(door, socket);
  try {
    const target = listening?.url ?? { baseUrl: 'https://standin.test', fetch: door };
    const report = await run(target, { ...optionsOf(selection, cheapest), ...named });
    return { report, reached: tamper === undefined ? undefined : reached() };
  } finally {
    await listening?.close();
  }
}

/** An engine whose control API is reached under the base URL, as that of a server on this machine is. */
function withControl(engine: Emulator): { readonly fetch: Door } {
  return {
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      const key = request.headers.get('authorization') ?? '';
      if (key.endsWith('-second')) return engine.fetch(asPrimary(request, key));
      if (!pathname.startsWith('/_standin/')) return engine.fetch(request);
      const { method, headers, body, signal } = request;
      return engine.fetch({ method, headers, body, signal, url: `http://127.0.0.1${pathname}` });
    },
  };
}

/** Any key of the engine opens an account of its own: the second one stands for the primary one. */
function asPrimary(request: FetchRequest, key: string): FetchRequest {
  const headers = new Headers(request.headers);
  headers.set('authorization', key.replace(/-second$/, '-primary'));
  const { body, method, signal, url } = request;
  return { body, headers, method, signal, url };
}

/** Forgets every account: those that open next are new, and their generations have the same ids again. */
async function startOver(engine: Emulator): Promise<void> {
  const listed = await control(engine, 'GET', `${CONTROL}?limit=1000`);
  const { accounts } = (await listed.json()) as { readonly accounts: readonly { readonly name: string }[] };
  for (const { name } of accounts) await control(engine, 'DELETE', `${CONTROL}/${encodeURIComponent(name)}`);
}

async function control(engine: Emulator, method: string, url: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const answer = await engine.fetch(new Request(url, { method, headers }));
  if (!answer.ok) throw new Error(`${method} ${url} is answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** A user of the kit names the prices of the server. */
function pricesOf(settings: SettingsInput = {}): Pick<RunOptions, 'prices'> {
  const prices = Profile.shape.prices.parse(settings.prices);
  return prices === undefined ? {} : { prices };
}

function optionsOf(selection: Selection | undefined, cheapest = 0.48): RunOptions {
  const standin = standinProfile('proof');
  const timing = {
    pollSeconds: 0.01,
    requestSeconds: SECONDS,
    runSeconds: 5 * SECONDS,
    generationSeconds: 20,
    patienceSeconds: 1,
  };
  const once = standin.keys?.once?.replace('~balance-0.48', `~balance-${cheapest}`);
  const second = standin.keys?.primary?.replace(/-primary$/, '-second');
  const keys = { ...standin.keys, once, second };
  return { ...standin, keys, gates: ['document'], timing, ...selection };
}
