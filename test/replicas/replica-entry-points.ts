/**
 * Entry points to replicas with a shared store. With several replicas, consecutive requests go to different replicas.
 */

import { buildEmulator } from '../../emulator/emulator.ts';
import type { Emulator, SettingsInput } from '../../emulator/index.ts';
import type { EntryPoint, OpenEntryPoint } from '../entry-points/entry-points.ts';

/** Returns an entry point to so many replicas. Each opening has its own store. */
export function replicaEntryPoint(count: number, nextUrl: () => string): EntryPoint {
  const name = count === 1 ? 'one replica' : `${count} replicas that take turns`;
  return { name, everyPath: true, open: (settings) => openReplicas(count, { ...settings, store: nextUrl() }) };
}

async function openReplicas(count: number, settings: SettingsInput): Promise<OpenEntryPoint> {
  const replicas = Array.from({ length: count }, () => buildEmulator(settings));
  let asked = 0;
  const next = (): Emulator => {
    asked += 1;
    const replica = replicas[asked % count];
    if (replica === undefined) throw new Error('The list of replicas is empty.');
    return replica;
  };
  return {
    request: (path, init) => next().fetch(new Request(`http://emulator.test${path}`, init)),
    account: (name) => next().account(name),
    canRender: async () => (await next().readiness()).status === 'ready',
    close: async () => void (await Promise.all(replicas.map((replica) => replica.close()))),
  };
}
