/** Every way into the emulator. A new door is one entry; the whole behaviour suite then runs through it. */

import { createEmulator, type AccountHandle, type SettingsInput } from '../../emulator/index.ts';

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

const inProcess: Door = {
  name: 'emulator.fetch',
  open: async (settings) => {
    const emulator = createEmulator(settings);
    return {
      request: (path, init) => emulator.fetch(new Request(`http://emulator.test${path}`, init)),
      account: emulator.account,
      canRender: async () => (await emulator.readiness()).status === 'ready',
      close: emulator.close,
    };
  },
};

const http: Door = {
  name: 'HTTP',
  open: async (settings) => {
    const emulator = createEmulator(settings);
    const { url } = await emulator.listen({ port: 0, host: '127.0.0.1' });
    return {
      request: (path, init) => fetch(`${url}${path}`, init),
      account: emulator.account,
      canRender: async () => (await emulator.readiness()).status === 'ready',
      close: emulator.close,
    };
  },
};

export const DOORS: readonly Door[] = [inProcess, http];
