/** Measures the time from spawn to first response, compared with a bare server. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort, startUntilAnswered } from './first-answer.ts';

/** Returns the ratio of each round. An extra first round warms the disk cache. */
export async function coldStartRatios(rounds: number): Promise<number[]> {
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const bare = await firstAnswerMs((port) => [
      'bare-server.mjs',
      JSON.stringify({ status: 404, headers: {}, body: '' }),
      port,
    ]);
    const emulator = await firstAnswerMs((port) => ['../../dist/bin/standin.js', 'serve', '--port', port]);
    if (round > 0) ratios.push(emulator / bare);
  }
  return ratios;
}

async function firstAnswerMs(command: (port: string) => readonly [string, ...string[]]): Promise<number> {
  const port = await freePort();
  const [file, ...args] = command(String(port));
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { child, took } = await startUntilAnswered(port, () =>
    spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  child.kill('SIGKILL');
  return took;
}
