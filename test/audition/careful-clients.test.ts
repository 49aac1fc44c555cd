/** The careful clients of docs/examples/clients: sound in every scenario that they can reach. */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { functionDriver, processDriver, runAudition, type AuditionReport } from '../../audition/index.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { hasTool } from '../docs/has-tool.ts';
import { ROOT } from '../support/run.ts';

/** `.ci/run` has every client meet every scenario; here the processes meet a few. */
const isFull = process.env['AUDITION'] === 'full';
const FEW = ['accepted_then_*', 'content_c*', 'content_re*', 'rate_limit_http_date', 'cost_drift', 'source_not_ready'];
/** Fewer than a desk would take: the other tests of a run must not speak for the client. */
const SIDE_BY_SIDE = 16;
const CLIENTS = join(ROOT, 'docs', 'examples', 'clients');

/** Where runs put what they need, and what the last test finds of it. */
let scratch: string;
const before = process.env['TMPDIR'];
const warnings: string[] = [];
const noteWarning = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);
const addresses = new Set<string>();
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'standin-careful-'));
  process.env['TMPDIR'] = scratch;
  process.on('warning', noteWarning);
});
afterAll(async () => {
  process.off('warning', noteWarning);
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  await rm(scratch, { recursive: true, force: true });
});

/** What each case is called, by the word for it; and what was missed, for the message of a failure. */
function wordsIn({ clients }: AuditionReport): Record<string, string[]> {
  const words: Record<string, string[]> = {};
  for (const { word, scenario, results } of clients.flatMap(({ cases }) => cases)) {
    const missed = results.flatMap(({ id, judgement }) =>
      judgement.kind === 'missed' ? [`${id}: ${judgement.says}`] : [],
    );
    (words[word] ??= []).push([scenario, ...missed].join(' '));
  }
  return words;
}

test('careful.ts is sound everywhere, in this process', async () => {
  const drive = (): ReturnType<typeof functionDriver> =>
    functionDriver((call) => {
      addresses.add(new URL(call.url).origin);
      return carefulClient(call);
    });
  const client = { name: 'careful.ts', drive };
  const { report } = await runAudition({ clients: [client], parallel: SIDE_BY_SIDE });
  expect(Object.keys(wordsIn(report)), JSON.stringify(wordsIn(report))).toEqual(['sound']);
  expect(report.exitStatus).toBe(0);
});

test.for([
  { tool: 'python3', file: 'careful.py', args: ['python3'], words: ['sound'] },
  // It makes one clip, and no more.
  { tool: 'curl', file: 'careful.sh', args: ['sh'], words: ['sound', 'unsupported'] },
])('$file is sound wherever it goes (skipped where $tool is missing)', async (row, { skip }) => {
  const { tool, file, args, words } = row;
  skip(!hasTool(tool), `${tool} is missing`);
  const command = [...args, join(CLIENTS, file)];
  const client = { name: file, drive: () => processDriver(command) };
  const { report } = await runAudition({ clients: [client], parallel: SIDE_BY_SIDE, ...(isFull ? {} : { only: FEW }) });
  const found = wordsIn(report);
  expect(
    Object.keys(found).filter((word) => !words.includes(word)),
    JSON.stringify(found),
  ).toEqual([]);
  expect(report.clients[0]?.cases.length).toBeGreaterThan(10);
  expect(report.exitStatus).toBe(0);
});

test('all these cases leave no file, no process and no port behind, and bring no warning', async () => {
  expect(addresses.size).toBe(1);
  for (const address of addresses) await expect(fetch(address)).rejects.toThrow('fetch failed');
  expect(await readdir(scratch)).toEqual([]);
  expect(await processesWith(scratch)).toEqual([]);
  expect(warnings).toEqual([]);
});

/** Other processes with a text in their environment; only Linux tells. */
async function processesWith(text: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const others = pids.filter((pid) => Number(pid) !== process.pid);
  const found = await Promise.all(
    others.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.includes(text) ? [pid] : [];
    }),
  );
  return found.flat();
}
