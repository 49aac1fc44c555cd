/** A runner runs the kit against one server after another: mutants, legal servers, or the unchanged engine. */

import { createEmulator, type Emulator, type FetchRequest, type SettingsInput } from '../../../emulator/index.ts';
import { run, type Report, type RunOptions } from '../../index.ts';
import { Profile } from '../../profile/profile.ts';
import { standinProfile } from '../../profile/standin.ts';
import type { Selection } from '../mutant.ts';
import { tamperWith, type Fetch, type Tampering } from '../server.ts';
import { listen, type Spelling } from './socket.ts';

export interface Server {
  readonly tamper?: (() => Tampering) | undefined;
  readonly settings?: SettingsInput | undefined;
  readonly selection?: Selection | undefined;
  /** The profile does not name a price per second. */
  readonly isPriceUnknown?: true;
  /** The spelling of header names. The server is reached over a socket. */
  readonly socket?: Spelling | undefined;
  readonly cheapest?: number | undefined;
}

export interface Ran {
  readonly report: Report;
  /** The number of changes by the tampering, or nothing for a server that is made by settings alone. */
  readonly reached: number | undefined;
}

/** A runner, which shares one engine between all servers without settings. */
export interface Runner {
  run(server: Server): Promise<Ran>;
  close(): Promise<void>;
}

/** A frozen clock and new accounts let each run make the same clips, so that the cache has them. */
const CLOCK = 'frozen@2026-01-01T00:00:00Z';
const CONTROL = 'http://127.0.0.1/_standin/accounts';
const SECONDS = 60;
/** The cache size for the few clips of a run. */
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

/** Runs the kit, which knows only a base URL and keys. */
async function runServer(engine: Emulator, server: Server): Promise<Ran> {
  const { tamper, settings, selection, socket, cheapest, isPriceUnknown } = server;
  const named = isPriceUnknown === true ? { prices: undefined } : pricesOf(settings);
  const { handle, reached } = tamperWith(withControl(engine), tamper?.() ?? ((call, next) => next(call)));
  const listening = socket === undefined ? undefined : await listen(handle, socket);
  try {
    const target = listening?.url ?? { baseUrl: 'https://standin.test', fetch: handle };
    const report = await run(target, { ...optionsOf(selection, cheapest), ...named });
    return { report, reached: tamper === undefined ? undefined : reached() };
  } finally {
    await listening?.close();
  }
}

/** Serves the control API under the base URL, like a local emulator does. */
function withControl(engine: Emulator): { readonly fetch: Fetch } {
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

/** Gives the second key the account of the primary key. Otherwise, each key opens an account of its own. */
function asPrimary(request: FetchRequest, key: string): FetchRequest {
  const headers = new Headers(request.headers);
  headers.set('authorization', key.replace(/-second$/, '-primary'));
  const { body, method, signal, url } = request;
  return { body, headers, method, signal, url };
}

/** Deletes every account, so that new accounts have the same generation ids again. */
async function startOver(engine: Emulator): Promise<void> {
  const listed = await control(engine, 'GET', `${CONTROL}?limit=1000`);
  const { accounts } = (await listed.json()) as { readonly accounts: readonly { readonly name: string }[] };
  for (const { name } of accounts) await control(engine, 'DELETE', `${CONTROL}/${encodeURIComponent(name)}`);
}

async function control(engine: Emulator, method: string, url: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const answer = await engine.fetch(new Request(url, { method, headers }));
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Returns the prices of the server, which a user of the kit would pass. */
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
