/** Every way into the emulator. A new door is one entry; the whole behaviour suite then runs through it. */

import { fileURLToPath } from 'node:url';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import * as undici from 'undici';
import { createEmulator, type AccountHandle, type Emulator, type SettingsInput } from '../../emulator/index.ts';
import { videoHandlers } from '../../emulator/msw/index.ts';

export interface OpenDoor {
  request(path: string, init?: RequestInit): Promise<Response>;
  account(name: string): AccountHandle;
  /** Whether clips can be made here. */
  canRender(): Promise<boolean>;
  close(): Promise<void>;
}

export interface Door {
  readonly name: string;
  open(settings: SettingsInput): Promise<OpenDoor>;
}

interface Way {
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  readonly close?: () => void;
}

/** A door into an emulator: how requests get to it, and what else is to be closed. */
function door(name: string, own: SettingsInput, enter: (emulator: Emulator) => Way | Promise<Way>): Door {
  return {
    name,
    open: async (settings) => {
      const emulator = createEmulator({ ...settings, ...own });
      const way = await enter(emulator);
      return {
        request: way.request,
        account: (name) => emulator.account(name),
        canRender: async () => (await emulator.readiness()).status === 'ready',
        close: async () => {
          way.close?.();
          await emulator.close();
        },
      };
    },
  };
}

const ONLOOKERS = fileURLToPath(new URL('onlookers.mjs', import.meta.url));
const LOCAL = { port: 0, host: '127.0.0.1' };

async function byHttp(emulator: Emulator): Promise<Way> {
  const { url } = await emulator.listen(LOCAL);
  return { request: (path, init) => fetch(`${url}${path}`, init) };
}

/** Node's own fetch takes no certificate, so this is undici's, whose types differ from it in name only. */
async function byHttps(emulator: Emulator): Promise<Way> {
  const { url, certificate: ca } = await emulator.listen(LOCAL);
  const dispatcher = new undici.Agent({ connect: { ca } });
  const send = undici.fetch as unknown as (url: string, init: object) => Promise<Response>;
  return {
    request: (path, init) => send(`${url}${path}`, { ...init, dispatcher }),
    close: () => void dispatcher.destroy(),
  };
}

const mocks = setupServer();
let hosts = 0;
let open = 0;

/** A host for each door, and one server for all: with two that listen, MSW runs every handler twice. What lies beside `/v1` is left to another handler. */
function byMsw(emulator: Emulator): Way {
  const origin = `https://emulator-${(hosts += 1)}.test`;
  const others = http.all(`${origin}/*`, ({ request }) => emulator.fetch(request));
  mocks.use(...videoHandlers({ baseUrl: origin + emulator.basePath, emulator }), others);
  if ((open += 1) === 1) mocks.listen({ onUnhandledRequest: 'bypass' });
  const close = (): void => {
    if ((open -= 1) > 0) return;
    mocks.close();
    mocks.resetHandlers();
  };
  return { request: (path, init) => fetch(`${origin}${path}`, init), close };
}

export const DOORS: readonly Door[] = [
  door('emulator.fetch', {}, (emulator) => ({
    request: (path, init) => emulator.fetch(new Request(`http://emulator.test${path}`, init)),
  })),
  door('HTTP', {}, byHttp),
  door('HTTPS', { tls: 'self-signed' }, byHttps),
  door('HTTP behind handlers', { handlers: ONLOOKERS }, byHttp),
  door('MSW', {}, byMsw),
];
