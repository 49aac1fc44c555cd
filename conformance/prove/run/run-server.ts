/** One run of the kit against one server: a mutant, a personality, or the engine as it is. */

import { createEmulator, type Emulator, type SettingsInput } from '../../../emulator/index.ts';
import { loadProfile, run, type Report, type RunOptions } from '../../index.ts';
import type { Selection } from '../mutant.ts';
import { bendEngine, type Bend } from '../server.ts';
import { listen } from './socket.ts';

export interface Server {
  readonly bend?: (() => Bend) | undefined;
  readonly settings?: SettingsInput | undefined;
  readonly selection?: Selection | undefined;
  readonly socket?: true | undefined;
  readonly cheapest?: number | undefined;
}

export interface Ran {
  readonly report: Report;
  /** How often the bend changed something; of a server that is made by settings alone, nobody counts. */
  readonly reached: number | undefined;
}

/** Engines are shared by servers with the same settings: each run has accounts of its own. */
export interface Engines {
  of(settings: SettingsInput | undefined): Emulator;
  close(): Promise<void>;
}

const SECONDS = 60;

/** Keeps engines until they are closed. */
export function keepEngines(): Engines {
  const engines = new Map<string, Emulator>();
  return {
    of: (settings) => {
      const name = JSON.stringify(settings ?? {});
      const known = engines.get(name) ?? createEmulator({ latency: 'instant', ...settings });
      engines.set(name, known);
      return known;
    },
    close: async () => {
      await Promise.all(Array.from(engines.values(), (engine) => engine.close()));
    },
  };
}

/** Runs the kit; it sees a base URL and keys, and knows nothing of what stands behind. */
export async function runServer(engines: Engines, server: Server): Promise<Ran> {
  const { bend, settings, selection, socket, cheapest } = server;
  const { door, reached } = bendEngine(engines.of(settings), bend?.() ?? ((call, engine) => engine(call)));
  const options = await optionsOf(selection, cheapest);
  const listening = socket === true ? await listen(door) : undefined;
  try {
    const target = listening?.url ?? { baseUrl: 'https://standin.test', fetch: door };
    const report = await run(target, options);
    return { report, reached: bend === undefined ? undefined : reached() };
  } finally {
    await listening?.close();
  }
}

async function optionsOf(selection: Selection | undefined, cheapest = 0.48): Promise<RunOptions> {
  const { baseUrl: _, ...standin } = await loadProfile('standin', {}, { gates: ['document'] });
  const timing = {
    ...standin.timing,
    requestSeconds: SECONDS,
    runSeconds: 5 * SECONDS,
    generationSeconds: 10,
    patienceSeconds: 1,
  };
  const once = standin.keys?.once?.replace('~balance-0.48', `~balance-${cheapest}`);
  // The engine has no control API here: what is asked of it carries a set-up that it refuses, as it refuses a key that was taken back.
  const revoked = `${standin.keys?.revoked ?? ''}~revoked-1`;
  const triggers = { failing: standin.triggers?.failing };
  return { ...standin, keys: { ...standin.keys, once, revoked }, triggers, timing, ...selection };
}
