/** Starts the server in another language, and what a run of the kit has to know of it. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RunOptions } from '../../../conformance/index.ts';

const SERVER = fileURLToPath(new URL('server.py', import.meta.url));

/** The legal switches of the server, in groups that a run can combine. */
export const LEGAL: readonly (readonly string[])[] = [
  ['quick', 'busy', 'more-members', 'wants-length'],
  ['slow', 'cold', 'fragments', 'other-codecs', 'small-parts', 'storage'],
  ['validators', 'no-head', 'late-start'],
];

export const PROFILE: RunOptions = {
  keys: {
    primary: 'key-primary',
    watched: 'key-watched',
    other: 'key-other',
    poor: 'key-poor',
    once: 'key-once',
    revoked: 'key-revoked',
  },
  triggers: { failing: { prompt: 'This one has to [fail].' } },
  media: {
    images: ['https://media.example/1.png', 'https://media.example/2.png'],
    audio: ['https://media.example/1.mp3'],
  },
  timing: { pollSeconds: 0.02 },
  concurrency: 8,
};

/** Starts it with these arguments, works with its address, and ends it. */
export async function withIndependentServer<Result>(
  args: readonly string[],
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const child = spawn('python3', [SERVER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { url } = JSON.parse(line) as { readonly url: string };
      return await work(url);
    }
    throw new Error('The server ended before it said where it listens.');
  } finally {
    child.kill();
  }
}
