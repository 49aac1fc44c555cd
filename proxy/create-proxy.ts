/** A proxy inside a program: the engine in front of a real service, its journal and what it has spent. */

import { createJournal, type Journal } from '../emulator/journal/journal.ts';
import { readFaultRules } from '../emulator/settings/fault-rules.ts';
import { readSettings } from '../emulator/settings/read.ts';
import { SettingsError } from '../emulator/settings/settings-error.ts';
import type { SettingsInput } from '../emulator/settings/settings-input.ts';
import { answerFetch, toFetchRequest, type FetchRequest } from '../emulator/transport/fetch-adapter.ts';
import type { Listening } from '../emulator/transport/listen.ts';
import type { Checked, Spending } from '../emulator/api/service.ts';
import { openProxy, type OpenOptions } from './open-proxy.ts';
import { SETTINGS_OF_PROXY, type SettingOfProxy } from './settings.ts';

/** The service behind the proxy, and the budget. */
export interface ProxyOptions extends Omit<OpenOptions, 'settings'>, Pick<SettingsInput, SettingOfProxy> {}

export interface Proxy {
  /** The path in front of `/v1`, from the settings. */
  readonly basePath: string;
  /**
   * Answers in this process, like the proxy over a socket. It has the signature of `fetch`, and the service answers.
   *
   * @example
   * const client = new OpenAI({ baseURL: 'http://standin.test/v1', apiKey, fetch: proxy.fetch });
   */
  readonly fetch: (input: string | URL | FetchRequest, init?: RequestInit) => Promise<Response>;
  /** Opens a socket; the settings say where, unless given here. */
  listen(where?: { port?: number; host?: string }): Promise<Listening>;
  /** The journal of all accounts: an account is a key. */
  readonly journal: Journal;
  /** US dollars that creates have cost so far. */
  spending(): Spending;
  /** Returns the findings of `check` so far, or undefined if the proxy does not judge answers. */
  checked(): Checked | undefined;
  /** The path of the spend log; undefined without a budget. */
  readonly spendLog: string | undefined;
  /** Lets answers in flight end, closes every socket, and notes the end of the run in the spend log. */
  close(): Promise<void>;
}

/**
 * Opens a proxy in front of a real service. Rejects with a ProxyError or a SettingsError that names the fix.
 *
 * @example
 * const proxy = await createProxy({ upstream: 'https://staging.example.com', budget: 5, scenario: 'storm_503' });
 * const { url } = await proxy.listen({ port: 0 });
 */
export async function createProxy(options: ProxyOptions): Promise<Proxy> {
  const { upstream, budget, spendLog, allowPrivate, timeoutSeconds, check, ...input } = options;
  refuseOthers(input);
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

/** Rejects settings that have no effect here because the service decides its own behavior. */
function refuseOthers(input: object): void {
  const known: ReadonlySet<string> = new Set([...SETTINGS_OF_PROXY, 'faults', 'prices']);
  const other = Object.keys(input).find((name) => !known.has(name));
  if (other === undefined) return;
  throw new SettingsError('is not an option of a proxy, because the service decides the value', { path: other });
}
