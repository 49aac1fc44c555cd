/** A server in a process of its own, and how long it took to answer for the first time. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What a server prints once it listens. */
export interface Ready {
  readonly port: number;
  readonly ids?: readonly string[];
  readonly bytesEach?: number;
}

export interface ServerProcess extends Ready {
  readonly url: string;
  stop(): Promise<void>;
}

/** The answer that a bare server gives to everything. */
export interface FixedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts the bare server. */
export function startBare(answer: FixedAnswer): Promise<ServerProcess> {
  return start([], 'bare-server.mjs', answer);
}

/** Starts the built emulator. */
export function startEmulator(order: object): Promise<ServerProcess> {
  return start(['--expose-gc', '--max-old-space-size=4096'], 'emulator-server.mjs', order);
}

async function start(flags: readonly string[], file: string, order: object): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...flags, pathOf(file), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const [line] = await Promise.race([
    new Promise<[string]>((resolve) => createInterface(child.stdout).once('line', (text) => resolve([text]))),
    ended.then((): never => {
      throw new Error(`${file} ended before it listened`);
    }),
  ]);
  const ready = JSON.parse(line) as Ready;
  return {
    ...ready,
    url: `http://127.0.0.1:${ready.port}`,
    stop: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
