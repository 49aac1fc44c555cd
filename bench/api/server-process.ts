/** Runs a server in a separate process. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  readonly port: number;
  readonly url: string;
  /** Returns the memory that the emulator uses, in bytes. */
  memory(): Promise<number>;
  /** Returns the CPU time that the emulator has used. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** The fixed response of a bare server. */
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
export function startEmulator(settings: object): Promise<ServerProcess> {
  return start(['--expose-gc', '--max-old-space-size=4096'], 'emulator-server.mjs', { settings });
}

/** Starts another server from a file in this folder, with its options. */
export function startServer(file: string, order: object): Promise<ServerProcess> {
  return start([], file, order);
}

async function start(flags: readonly string[], file: string, order: object): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...flags, pathOf(file), JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines = createInterface(child.stdout);
  const nextLine = (): Promise<string> =>
    Promise.race([
      new Promise<string>((resolve) => lines.once('line', resolve)),
      ended.then((): never => {
        throw new Error(`${file} ended before it printed the requested value`);
      }),
    ]);
  const { port } = JSON.parse(await nextLine()) as { port: number };
  const ask = async (question: string): Promise<number> => {
    const line = nextLine();
    child.stdin.write(`${question}\n`);
    return Number(await line);
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    memory: () => ask('memory'),
    cpuSeconds: () => ask('cpu'),
    stop: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
