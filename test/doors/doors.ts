/** Every way into the emulator. A new door is one entry; the whole behaviour suite then runs through it. */

import { setupServer } from 'msw/node';
import { Agent } from 'undici';
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
  /** Whether paths that are none of the API's come through it, too. */
  readonly everyPath: boolean;
  open(settings: SettingsInput): Promise<OpenDoor>;
}

type Ask = OpenDoor['request'];

export const DOORS: readonly Door[] = [
  { name: 'emulator.fetch', everyPath: true, open: (settings) => openWith(settings, inProcess) },
  { name: 'HTTP', everyPath: true, open: (settings) => openWith(settings, overSocket) },
  { name: 'HTTPS', everyPath: true, open: (settings) => openWith({ ...settings, tls: 'self-signed' }, overTls) },
  { name: 'MSW', everyPath: false, open: (settings) => openWith(settings, throughMsw) },
];

interface Way {
  readonly request: Ask;
  readonly close?: () => void | Promise<void>;
}

async function openWith(settings: SettingsInput, way: (emulator: Emulator) => Way | Promise<Way>): Promise<OpenDoor> {
  const emulator = createEmulator(settings);
  const { request, close } = await way(emulator);
  return {
    request,
    account: emulator.account,
    canRender: async () => (await emulator.readiness()).status === 'ready',
    close: async () => {
      await close?.();
      await emulator.close();
    },
  };
}

function inProcess(emulator: Emulator): Way {
  return { request: (path, init) => emulator.fetch(new Request(`http://emulator.test${path}`, init)) };
}

async function overSocket(emulator: Emulator): Promise<Way> {
  const { url } = await emulator.listen({ port: 0, host: '127.0.0.1' });
  return { request: (path, init) => fetch(`${url}${path}`, init) };
}

async function overTls(emulator: Emulator): Promise<Way> {
  const { url } = await emulator.listen({ port: 0, host: '127.0.0.1' });
  // That clients can check the certificate is shown in test/https.test.ts.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const request: Ask = (path, init) => fetch(`${url}${path}`, { ...init, dispatcher } as RequestInit);
  return { request, close: () => dispatcher.destroy() };
}

let opened = 0;

function throughMsw(emulator: Emulator): Way {
  // Two servers that are open at once both see every request; each has a host of its own.
  const origin = `http://msw-${(opened += 1)}.test`;
  const server = setupServer(...videoHandlers({ baseUrl: `${origin}${emulator.basePath}`, emulator }));
  server.listen({ onUnhandledRequest: 'bypass' });
  return { request: (path, init) => fetch(`${origin}${path}`, init), close: () => server.close() };
}
