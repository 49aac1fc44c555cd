/** Provides useStandin(): one emulator for a test file, and a separate account for each test. */

import type { Emulator, SettingsInput } from '../index.ts';
import { createCall, type ControlCall } from './control-client.ts';
import { findHooks, type Hooks } from './hooks.ts';
import { openTestAccount, type AccountOptions, type TestAccount } from './test-account.ts';

export interface StandinOptions extends AccountOptions {
  /** The settings of the new emulator. */
  readonly server?: SettingsInput;
  /** The URL of a running emulator, for example `process.env.STANDIN_URL`. Then no new emulator is started. */
  readonly url?: string | (() => string | undefined) | undefined;
  /** The control token of that emulator, if it has one. */
  readonly controlToken?: string | undefined;
  /** The hooks of the test runner, if they are not globals: `{ beforeAll, afterAll, beforeEach, afterEach }`. */
  readonly hooks?: Hooks;
}

/** The account of the current test, and a method to open more. */
export interface Standin extends TestAccount {
  /** Opens another account, for a second client or for parallel tests. It is closed with the test. */
  openAccount(options?: AccountOptions): Promise<TestAccount>;
}

/** The original function, because a test may replace the global. */
const realFetch = globalThis.fetch;

/**
 * Starts an emulator before the tests of a file, and opens a separate account for each test. The key of the account is
 * different in each test.
 *
 * @example
 * const standin = useStandin({ latency: 'instant' });
 *
 * test('a create is sent once', async () => {
 *   const client = new VideoClient({ baseUrl: standin.baseUrl, apiKey: standin.apiKey });
 *   await client.create({ prompt: 'a fox' });
 *   await standin.expectRequests([{ operation: 'create', status: 202 }]);
 * });
 */
export function useStandin(options: StandinOptions = {}): Standin {
  const { server, url, controlToken, hooks, ...own } = options;
  const { beforeAll, afterAll, beforeEach, afterEach } = findHooks(hooks);
  let running: RunningServer | undefined;
  let open: TestAccount[] = [];

  const opened = async (wanted: AccountOptions): Promise<TestAccount> => {
    if (running === undefined) throw outside();
    const account = await openTestAccount(running.call, running.baseUrl, wanted);
    open.push(account);
    return account;
  };
  beforeAll(async () => {
    const known = typeof url === 'function' ? url() : url;
    running = known === undefined ? await startEmulator(server) : connectTo(known, controlToken);
  });
  beforeEach(async () => void (await opened(own)));
  afterEach(async () => {
    const accounts = open;
    open = [];
    await Promise.all(accounts.map((account) => account.close()));
  });
  afterAll(async () => {
    await running?.emulator?.close();
  });
  return standinOf(
    () => open[0] ?? fail(),
    (more) => opened({ ...own, ...more }),
  );
}

interface RunningServer {
  readonly baseUrl: string;
  readonly call: ControlCall;
  readonly emulator?: Emulator;
}

async function startEmulator(settings: SettingsInput | undefined): Promise<RunningServer> {
  const { createEmulator } = await import('../index.ts');
  const emulator = createEmulator(settings);
  const { url } = await emulator.listen({ port: 0 });
  // The calls do not use the socket, because a test may use fake timers.
  const call = createCall(url, (request) => emulator.fetch(request), settings?.controlToken);
  return { baseUrl: `${url}${emulator.basePath}`, call, emulator };
}

function connectTo(url: string, token: string | undefined): RunningServer {
  const baseUrl = url.replace(/\/$/, '');
  return { baseUrl, call: createCall(new URL(baseUrl).origin, realFetch, token) };
}

/** Returns an object that forwards to the current account, so that one object serves all tests of a file. */
function standinOf(current: () => TestAccount, openAccount: Standin['openAccount']): Standin {
  return new Proxy({ openAccount } as Standin, {
    get: (own, name) => Reflect.get(name === 'openAccount' ? own : current(), name),
  });
}

function fail(): never {
  throw outside();
}

function outside(): Error {
  return new Error('useStandin() has an account only while a test runs. Read the account inside a test or beforeEach.');
}
