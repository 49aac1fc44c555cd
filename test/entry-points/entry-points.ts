/**
 * Every entry point of the emulator. To add one, add a row to `KINDS`, and name it in `behavior.test.ts` or
 * `stores/behavior.rest.test.ts`.
 */

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
  /** Whether paths outside of the API also reach the emulator. */
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

/** One context for all connections. By default, each connection makes a context with all roots that Node knows. */
const secureContext = createSecureContext();

async function overTls(emulator: Emulator): Promise<Way> {
  const { url } = await emulator.listen({ port: 0, host: '127.0.0.1' });
  // test/entry-points/https.test.ts shows that clients can check the certificate. In one process, hundreds of
  // handshakes at once may take longer than the 10 seconds of an agent.
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

/**
 * MSW supports one server at a time: with two servers, the second server sees every request twice. All entry points of
 * this kind share one server, and each has its own host.
 */
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
