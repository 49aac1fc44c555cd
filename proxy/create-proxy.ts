/** Creates a proxy inside a program: the engine in front of a real service, its journal and its spending. */

import { createJournal, type Journal } from '../emulator/journal/journal.ts';
import { readFaultRules } from '../emulator/settings/fault-rules.ts';
import { readSettings } from '../emulator/settings/read.ts';
import type { SettingsInput } from '../emulator/settings/settings-input.ts';
import { SettingsError } from '../emulator/settings/settings.ts';
import { answerFetch, toFetchRequest, type FetchRequest } from '../emulator/transport/fetch-adapter.ts';
import type { Listening } from '../emulator/transport/listen.ts';
import { openProxy, type OpenOptions, type ProxyRun } from './open-proxy.ts';
import { SETTINGS_OF_PROXY, type SettingOfProxy } from './settings.ts';

/** The service behind the proxy, the budget and the settings. */
export interface ProxyOptions extends Omit<OpenOptions, 'settings'>, Pick<SettingsInput, SettingOfProxy> {}

export interface Proxy extends ProxyRun {
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
  const { engine, ...run } = opened;
  return {
    basePath: settings.basePath,
    fetch: (sent, init) => answerFetch(engine.api, toFetchRequest(sent, init)),
    listen: engine.listen,
    journal: createJournal(engine.recording),
    ...run,
  };
}

/** Rejects settings without effect in a proxy. */
function rejectOthers(input: object): void {
  const known: ReadonlySet<string> = new Set([...SETTINGS_OF_PROXY, 'faults', 'prices']);
  const other = Object.keys(input).find((name) => !known.has(name));
  if (other === undefined) return;
  throw new SettingsError('is not an option of a proxy, because the service decides the value', { path: other });
}
