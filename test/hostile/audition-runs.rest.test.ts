/** Saved runs that are long, or that contain no case to judge. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { judgeSaved, readRun } from '../../audition/index.ts';
import { runCommand } from '../support/run-command.ts';

const isFull = process.env['HOSTILE'] === 'full';
const COUNT = isFull ? 60_000 : 6000;
const FACTS = { version: '0', startedAt: '2026-01-01T00:00:00Z', seconds: 1, pace: 'quick', leftOut: [] };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-runs-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

type Fields = Readonly<Record<string, unknown>>;

/** Returns a request of a journal. */
function entry(index: number, fields: Fields, request: Fields = {}): object {
  const at = new Date(Date.UTC(2026) + index * 100).toISOString();
  return {
    seq: index + 1,
    request_id: `r${index}`,
    operation: 'get',
    connection: index % 7,
    at,
    real_at: at,
    method: 'GET',
    path: '/v1/videos/g',
    request: { has_authorization: true, ...request },
    status: 200,
    response: { headers: {}, body: '{"id":"g","status":"running"}', bytes_sent: 30 },
    is_aborted: false,
    generation: 'g',
    changes: [],
    faults: [],
    ending: 'answered',
    timing: { arrived_ms: index * 100, engine_ms: 1, total_ms: 1 },
    ...fields,
  };
}

function create(index: number, fields: Fields, request: Fields): object {
  return entry(index, { operation: 'create', method: 'POST', path: '/v1/videos', status: 202, ...fields }, request);
}

function accepted(index: number): Fields {
  return {
    generation: `g${index}`,
    changes: [{ generation: { id: `g${index}`, before: null, after: 'pending' }, ledger: null }],
  };
}

const AFTER_1 = { headers: { 'retry-after': '1' }, bytes_sent: 0 };
const RUNS: readonly (readonly [string, (index: number) => object])[] = [
  ['polls of one generation', (index) => entry(index, {})],
  ['polls of as many generations', (index) => entry(index, { generation: `g${index}` })],
  ['polls that were refused', (index) => entry(index, { status: 401, path: `/v1/videos/g${index}` })],
  ['polls with Retry-After', (index) => entry(index, { status: 429, response: AFTER_1, generation: `g${index}` })],
  ['creates of one body', (index) => create(index, accepted(index), { prompt: 'p', body_hash: 'h' })],
  [
    'creates of as many bodies',
    (index) => create(index, accepted(index), { prompt: `p${index}`, body_hash: `h${index}` }),
  ],
  [
    'creates without money',
    (index) => create(index, { status: 402, generation: null }, { prompt: `p${index}`, body_hash: `h${index}` }),
  ],
  [
    'downloads of parts',
    (index) => entry(index, { operation: 'content', status: 302 }, { range: `bytes=${index * 10}-${index * 10 + 9}` }),
  ],
];

function savedRun(scenario: string, entries: readonly object[]): string {
  const outcome = { end: 'gave-up', how: 'exit status 1', ranMs: 5000, leaks: [] };
  const numbers = { deadlineSeconds: 20, paid: 0, careful: 0 };
  const record = { client: 'c', scenario, pace: 'quick', prompts: ['p'], entries, outcome, ...numbers };
  return [{ audition: { ...FACTS, isCutShort: false } }, { client: { name: 'c' } }, { case: record }]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

describe('a saved run', () => {
  test.each(RUNS)(
    `of ${COUNT} %s: as many requests is judged in time that grows with their number`,
    async (_, make) => {
      const costOf = async (count: number): Promise<number> => {
        const run = readRun(
          savedRun(
            'content_cut_at_40',
            Array.from({ length: count }, (__, index) => make(index)),
          ),
        );
        const before = process.cpuUsage().user;
        judgeSaved(run);
        return (process.cpuUsage().user - before) / 1000;
      };
      await costOf(100);
      const few = await costOf(COUNT / 6);
      // With quadratic time, six times as many took 36 times as long. The limit includes time of the compiler and the
      // collector.
      expect(await costOf(COUNT)).toBeLessThan(15 * few + 300);
    },
  );

  test('in which no fault reached the client ends with 3', async () => {
    const path = join(folder, 'unreached.jsonl');
    await writeFile(path, savedRun('content_cut_at_40', [entry(0, {})]));
    const { status, stdout } = await runCommand(['audition', 'judge', path]);
    expect([status, stdout]).toEqual([
      3,
      expect.stringContaining('1 case: 1 unreached. Exit status 3: no scenario was triggered.'),
    ]);
  });

  test.each([
    ['whose scenario nobody knows', savedRun('no_such_scenario', [entry(0, {})])],
    ['that has no case', `${JSON.stringify({ audition: { ...FACTS, isCutShort: false } })}\n`],
  ])('%s, and so without a known scenario is rejected', async (_, text) => {
    const path = join(folder, 'unknown.jsonl');
    await writeFile(path, text);
    const { status, stderr } = await runCommand(['audition', 'judge', path]);
    expect([status, stderr]).toEqual([
      2,
      `standin: ${path} is not a saved run: the saved run has no case of a scenario that this version knows. Pass the file run.jsonl of --keep.\n`,
    ]);
  });
});
