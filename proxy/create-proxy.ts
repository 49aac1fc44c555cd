/** Creates a proxy inside a program: the engine in front of a real service, its journal and its spending. */

import { createJournal, type Journal } from '../emulator/journal/journal.ts';
import { readFaultRules } from '../emulator/settings/fault-rules.ts';
import { readSettings } from '../emulator/settings/read.ts';
import type { SettingsInput } from '../emulator/settings/settings-input.ts';
import { SettingsError } from '../emulator/settings/settings.ts';
import { answerFetch, toFetchRequest, type FetchRequest } from '../emulator/transport/fetch-adapter.ts';
import type { Listening } from '../emulator/transport/listen.ts';
import type { Checked, Spending } from '../emulator/api/service.ts';
import { openProxy, type OpenOptions } from './open-proxy.ts';
import { SETTINGS_OF_PROXY, type SettingOfProxy } from './settings.ts';

/** The service behind the proxy, the budget and the settings. */
export interface ProxyOptions extends Omit<OpenOptions, 'settings'>, Pick<SettingsInput, SettingOfProxy> {}

export interface Proxy {
  /** The path before `/v1`, from the settings. */
  readonly basePath: string;
  /**
   * Sends a request through the proxy without a socket. It has the signature of `fetch`.
   *
   * @example
   * const client = new OpenAI({ baseURL: 'http://standin.test/v1', apiKey, fetch: proxy.fetch });
   */
  readonly fetch: (input: string | URL | FetchRequest, init?: RequestInit) => Promise<Response>;
  /** Starts a server. The default port and host come from the settings. */
  listen(where?: { port?: number; host?: string }): Promise<Listening>;
  /** The journal of all accounts. Each API key has its own account. */
  readonly journal: Journal;
  /** Returns the spending on create requests so far, in US dollars. */
  spending(): Spending;
  /** Returns the results of `check` so far, or undefined if the proxy does not check responses. */
  checked(): Checked | undefined;
  /** The path of the spend log, or undefined without a budget. */
  readonly spendLog: string | undefined;
  /** Waits for responses in flight, closes all sockets, and completes the spend log. */
  close(): Promise<void>;
}

/**
 * Creates a proxy for a real service. Rejects with a ProxyError or a SettingsError that names the fix.
 *
 * @example
 * const proxy = await createProxy({ upstream: 'https://staging.example.com', budget: 5, scenario: 'storm_503' });
 * const { url } = await proxy.listen({ port: 0 });
 */
export async function createProxy(options: ProxyOptions): Promise<Proxy> {
  const { upstream, budget, spendLog, allowPrivate, timeoutSeconds, check, ...input } = options;
  rejectOthers(input);
  const settings = readSettings(input, { readFaultRules });
  const opened = await openProxy({ upstream, settings, budget, spendLog, allowPrivate, timeoutSeconds, check });
  const { engine, spending, checked, close } = opened;
  return {
    basePath: settings.basePath,
    fetch: (sent, init) => answerFetch(engine.api, toFetchRequest(sent, init)),
    listen: engine.listen,
    journal: createJournal(engine.recording),
    spending,
    checked,
    spendLog: opened.spendLog,
    close,
  };
}

/** Rejects settings without effect in a proxy. */
function rejectOthers(input: object): void {
  const known: ReadonlySet<string> = new Set([...SETTINGS_OF_PROXY, 'faults', 'prices']);
  const other = Object.keys(input).find((name) => !known.has(name));
  if (other === undefined) return;
  throw new SettingsError('is not an option of a proxy, because the service decides the value', { path: other });
}
