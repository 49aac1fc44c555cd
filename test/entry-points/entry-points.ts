/** Every way into the emulator. A new one is a row in `KINDS`; `behavior.test.ts` or `stores/behavior.rest.test.ts` names it. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import express from 'express';
import { setupServer } from 'msw/node';
import { Agent } from 'undici';
import { standinMiddleware } from '../../emulator/express/index.ts';
import { buildEmulator } from '../../emulator/emulator.ts';
import type { AccountHandle, Emulator, SettingsInput } from '../../emulator/index.ts';
import { videoHandlers } from '../../emulator/msw/index.ts';
import type { TestedStore } from '../stores/stores.ts';

export interface OpenEntryPoint {
  request(path: string, init?: RequestInit): Promise<Response>;
  account(name: string): AccountHandle;
  /** Whether clips can be made here. */
  canRender(): Promise<boolean>;
  close(): Promise<void>;
}

export interface EntryPoint {
  readonly name: string;
  /** Whether paths that are none of the API's come through it, too. */
  readonly everyPath: boolean;
  open(settings: SettingsInput): Promise<OpenEntryPoint>;
}

type Ask = OpenEntryPoint['request'];

export type EntryPointName = 'emulator.fetch' | 'HTTP' | 'HTTPS' | 'Express' | 'MSW';

interface Kind extends Pick<SettingsInput, 'tls'> {
  readonly way: OpenWay;
  readonly everyPath: boolean;
}

const KINDS: Readonly<Record<EntryPointName, Kind>> = {
  'emulator.fetch': { way: inProcess, everyPath: true },
  HTTP: { way: overSocket, everyPath: true },
  HTTPS: { way: overTls, everyPath: true, tls: 'self-signed' },
  Express: { way: throughExpress, everyPath: false },
  MSW: { way: throughMsw, everyPath: false },
};

/** Returns an entry point to emulators that keep their accounts in this store. */
export function entryPointTo(name: EntryPointName, store: TestedStore): EntryPoint {
  const { way, everyPath, ...own } = KINDS[name];
  return { name, everyPath, open: (settings) => openWith(store, { ...settings, ...own }, way) };
}

interface Way {
  readonly request: Ask;
  readonly close?: () => void | Promise<void>;
}

type OpenWay = (emulator: Emulator) => Way | Promise<Way>;

async function openWith({ createStore }: TestedStore, settings: SettingsInput, way: OpenWay): Promise<OpenEntryPoint> {
  const emulator = buildEmulator(settings, createStore);
  const { request, close } = await way(emulator);
  return {
    request,
    account: (name) => emulator.account(name),
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

/** One for all connections: by default each makes its own, with all roots that Node knows. */
const secureContext = createSecureContext();

async function overTls(emulator: Emulator): Promise<Way> {
  const { url } = await emulator.listen({ port: 0, host: '127.0.0.1' });
  // That clients can check the certificate is shown in test/entry-points/https.test.ts.
  // Hundreds of handshakes at once, of client and server in one process, may take longer than the 10 seconds of an agent.
  const connect = { rejectUnauthorized: false, secureContext, timeout: 60_000 };
  const dispatcher = new Agent({ connect });
  const request: Ask = (path, init) => fetch(`${url}${path}`, { ...init, dispatcher } as RequestInit);
  return { request, close: () => dispatcher.destroy() };
}

async function throughExpress(emulator: Emulator): Promise<Way> {
  const server = express().use(standinMiddleware(emulator)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { request: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), close };
}

/** MSW takes one server at a time: of two, the second sees every request twice. So all entry points of this kind share one, each with a host of its own. */
const msw = setupServer();
let [opened, stillOpen] = [0, 0];

function throughMsw(emulator: Emulator): Way {
  opened += 1;
  const origin = `http://msw-${opened}.test`;
  if (stillOpen === 0) msw.listen({ onUnhandledRequest: 'error' });
  stillOpen += 1;
  msw.use(...videoHandlers({ baseUrl: `${origin}${emulator.basePath}`, emulator }));
  const close = (): void => {
    stillOpen -= 1;
    if (stillOpen === 0) msw.close();
  };
  return { request: (path, init) => fetch(`${origin}${path}`, init), close };
}
