/** The drivers of published clients: each makes its clip, and does what docs/clients.md says of it where an answer is lost. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { processDriver, runAudition, type AuditionReport } from '../../audition/index.ts';
import { hasTool } from '../docs/has-tool.ts';
import { ROOT } from '../support/run.ts';

const DRIVERS = join(ROOT, 'docs', 'examples', 'clients', 'published');
const require = createRequire(import.meta.url);

interface Row {
  readonly client: string;
  readonly command: readonly string[];
  /** The word for `accepted_then_reset`. */
  readonly lost: string;
}

const node = (client: string, lost: string, ...settings: readonly string[]): Row => ({
  client,
  command: [process.execPath, join(DRIVERS, `${client}.mjs`), ...settings],
  lost,
});
const shell = (client: string, lost: string): Row => ({ client, command: ['sh', join(DRIVERS, `${client}.sh`)], lost });

const ROWS: readonly Row[] = [
  node('fetch', 'gave-up'),
  node('openai', 'broken'),
  node('openai', 'sound', 'advised'),
  node('undici', 'gave-up'),
  node('axios', 'broken'),
  node('got', 'gave-up'),
  node('ky', 'gave-up'),
  { client: 'python3', command: ['python3', join(DRIVERS, 'urllib.py')], lost: 'gave-up' },
  shell('curl', 'gave-up'),
  shell('wget', 'broken'),
];

/** The packages that `npm ci` brings, and the programs that the machine has. */
function isHere({ client }: Row): boolean {
  if (client === 'fetch') return true;
  try {
    require.resolve(client);
    return true;
  } catch {
    return hasTool(client);
  }
}

function wordsIn({ clients }: AuditionReport): Record<string, string> {
  return Object.fromEntries(
    clients.flatMap(({ cases }) => cases.map(({ scenario, word }) => [scenario, word] as const)),
  );
}

describe('a published client', () => {
  test('is here: the two packages that the project has of its own, and fetch', () => {
    const here = ROWS.filter(isHere).map(({ client }) => client);
    expect(here).toEqual(expect.arrayContaining(['fetch', 'openai', 'undici']));
  });

  test.concurrent.each(ROWS.filter(isHere))(
    '$client is $lost where the answer to its create is lost',
    async ({ client, command, lost }) => {
      const only = ['skips_running', 'accepted_then_reset'];
      const named = { name: client, drive: () => processDriver(command) };
      const { report } = await runAudition({ clients: [named], only });
      const words = wordsIn(report);
      expect(['weak', 'sound'], JSON.stringify(report.clients[0]?.untestable)).toContain(words['skips_running']);
      expect(words['accepted_then_reset']).toBe(lost);
    },
  );
});
