/** Embeds an emulator in a program: the engine, its account handles and its journal. */

import { accountHandle, type AccountHandle } from './account-handle.ts';
import type { Readiness } from './control/control.ts';
import type { MakeStore } from './wiring/engine-state.ts';
import { OTHER_ORIGIN } from './api/other-origin-url.ts';
import { createEngine } from './wiring/engine.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { readFaultRules } from './settings/fault-rules.ts';
import { readSettings } from './settings/read.ts';
import type { SettingsInput } from './settings/settings-input.ts';
import { registerApi } from './transport/api-registry.ts';
import { answerFetch, toFetchRequest, type FetchRequest } from './transport/fetch-adapter.ts';
import type { Listening } from './transport/listen.ts';

export interface Emulator {
  /** The path in front of `/v1`, from the settings. */
  readonly basePath: string;
  /**
   * Answers requests in this process, as the server would over a socket. Pass it to a client in place of the global
   * `fetch`.
   *
   * @example
   * const client = new OpenAI({ baseURL: 'http://standin.test/v1', apiKey: 'sk_standin_me', fetch: emulator.fetch });
   */
  readonly fetch: (input: string | URL | FetchRequest, init?: RequestInit) => Promise<Response>;
  /** Opens a socket. The default host and port come from the settings. */
  listen(where?: { port?: number; host?: string }): Promise<Listening>;
  /** Returns the handle of an account: its ledger, its clock, its generations. */
  account(name: string): AccountHandle;
  /** The journal, with the requests of all accounts in order. */
  readonly journal: Journal;
  /** Reports whether clips can be rendered, and with which ffmpeg. Searches for ffmpeg on first use. */
  readiness(): Promise<Readiness>;
  /** Waits for responses in flight, then closes all sockets and cancels all encodes. */
  close(): Promise<void>;
}

/** Builds an emulator. Tests pass other stores. */
export function buildEmulator(input: SettingsInput, makeStore?: MakeStore): Emulator {
  const settings = readSettings(input, { readFaultRules });
  const engine = createEngine(settings, makeStore);
  const { api, otherOrigin, accounts, recording, renderer, listen, readiness, opened, close } = engine;
  const journal = createJournal(recording);
  const emulator: Emulator = {
    basePath: settings.basePath,
    fetch: async (input, init) => {
      const request = toFetchRequest(input, init);
      return answerFetch(request.url.startsWith(`${OTHER_ORIGIN}/`) ? otherOrigin : api, request);
    },
    listen,
    account: (name) => accountHandle(accounts, name, { journal, renderer, opened }),
    journal,
    readiness,
    close,
  };
  return registerApi(emulator, api);
}
