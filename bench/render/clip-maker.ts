/** Renders clips with the published emulator in a separate process, which does not load TypeScript sources. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ClipMaker {
  /** Creates a generation and downloads its clip. Returns the milliseconds that this took in the process. */
  make(body: object): Promise<number>;
  close(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('clip-process.mjs', import.meta.url));

/** Starts the process with these settings of the emulator. */
export function startClipMaker(settings: object): ClipMaker {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(settings)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    make: async (body) => {
      child.stdin.write(`${JSON.stringify(body)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('The emulator ended before its clip was made');
      return (JSON.parse(value) as { milliseconds: number }).milliseconds;
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
