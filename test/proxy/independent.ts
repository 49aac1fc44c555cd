/** The independent server of the test suite, in a process of its own. */

import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../conformance/independent/server.py', import.meta.url));

export const hasPython = spawnSync('python3', ['--version']).status === 0;
export const withoutPython = hasPython ? '' : ' (skipped: python3 is missing)';

export interface IndependentServer {
  readonly url: string;
  readonly stop: () => void;
}

/** Starts the server with the given switches. */
export async function startIndependent(...args: string[]): Promise<IndependentServer> {
  const child = spawn('python3', [SERVER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { readonly url: string };
    return { url, stop: () => void child.kill() };
  }
  throw new Error('The server ended before it said where it listens.');
}
