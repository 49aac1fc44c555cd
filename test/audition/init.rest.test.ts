/** The drivers of `standin audition init`, run by the commands that it prints: in a few scenarios, and in all with `SIZES=full`. */

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditionReport } from '../../audition/index.ts';
import { hasTool } from '../docs/has-tool.ts';
import { runStandin, type Outcome } from '../support/run.ts';
import { wordsIn } from './words-in.ts';

const IS_LONG = process.env['SIZES'] === 'full';
/** Each goal, a wait that a header asks for, a lost response, and responses that are not clips. */
const FEW =
  'accepted_then_reset,content_busy,content_html_200,edit_ignores_duration,insufficient_mid_batch,rate_limit_http_date';
const flags = ['--json', '--parallel', '6', ...(IS_LONG ? [] : ['--only', FEW])];
const env = { CI: 'true' };
/** The words that a client without resumed downloads may get in all scenarios. */
const WORDS = IS_LONG ? ['sound', 'weak', 'gave-up', 'unreached'] : ['sound'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-init-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

function expectSound({ status, stdout, stderr }: Outcome): void {
  expect(status, stdout + stderr).toBe(0);
  const found = wordsIn(JSON.parse(stdout) as AuditionReport);
  expect(
    Object.keys(found).filter((word) => !WORDS.includes(word)),
    JSON.stringify(found),
  ).toEqual([]);
}

describe.each([
  { language: 'python', tools: ['python3'], hasLines: true },
  { language: 'typescript', tools: ['node'], hasLines: true },
  { language: 'go', tools: ['go'], hasLines: true },
  { language: 'shell', tools: ['curl', 'jq'], hasLines: false },
])('the driver for $language', ({ language, tools, hasLines }) => {
  const missing = tools.filter((tool) => !hasTool(tool)).join(', ');
  const modes = hasLines ? ['a process for each case', 'one process'] : ['a process for each case'];
  test.skipIf(missing !== '').each(modes)(
    `is sound in %s (skipped where ${tools.join(' or ')} is missing)`,
    async (mode) => {
      const { stdout } = await runStandin(['audition', 'init', language, '--force'], { cwd: folder });
      const lines = stdout.split('\n').filter((line) => line.startsWith('  '));
      for (const line of lines.slice(0, -1)) expect(spawnSync(line, { cwd: folder, shell: true }).status).toBe(0);
      const words =
        lines
          .at(-1)
          ?.replace(/^.* standin audition (?:--lines )?/, '')
          .split(' ') ?? [];
      const lined = mode === 'one process' ? ['--lines'] : [];
      expectSound(await runStandin(['audition', ...flags, ...lined, ...words], { cwd: folder, env }));
    },
  );
});
