/** The careful clients of docs/examples/clients in other languages: sound in a scenario of each kind, and in all with `SIZES=full`. */

import { join } from 'node:path';
import { expect, test } from 'vitest';

import { processDriver, runAudition } from '../../audition/index.ts';
import { hasTool } from '../docs/has-tool.ts';
import { ROOT } from '../support/run.ts';
import { wordsIn } from './words-in.ts';

const CLIENTS = join(ROOT, 'docs', 'examples', 'clients');
/** Few, because each case is a process, and starved processes miss the deadlines of their scenarios. */
const SIDE_BY_SIDE = 6;
const OF_EACH_KIND = ['accepted_then_*', 'content_c*', 'content_re*', 'fails_in_pending', 'rate_limit_http_date'];
const cases = process.env['SIZES'] === 'full' ? {} : { only: OF_EACH_KIND };

test.for([
  { tool: 'python3', file: 'careful.py', args: ['python3'], words: ['sound'] },
  // It makes one clip, and no more.
  { tool: 'curl', file: 'careful.sh', args: ['sh'], words: ['sound', 'unsupported'] },
])('$file is sound wherever it goes (skipped where $tool is missing)', async (row, { skip }) => {
  const { tool, file, args, words } = row;
  skip(!hasTool(tool), `${tool} is missing`);
  const command = [...args, join(CLIENTS, file)];
  const client = { name: file, drive: () => processDriver(command) };
  const { report } = await runAudition({ clients: [client], ...cases, parallel: SIDE_BY_SIDE });
  const found = wordsIn(report);
  expect(
    Object.keys(found).filter((word) => !words.includes(word)),
    JSON.stringify(found),
  ).toEqual([]);
  expect(report.clients[0]?.cases.length).toBeGreaterThanOrEqual(OF_EACH_KIND.length);
  expect(report.exitStatus).toBe(0);
});
