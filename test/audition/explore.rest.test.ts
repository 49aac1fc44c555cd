/**
 * Explorations find broken clients within 100 rounds, and careful clients survive them. `SIZES=full` takes every broken client, and
 * more rounds of the clients that are processes.
 */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import {
  CLIENT_CHECKS,
  exploreAudition,
  functionDriver,
  processDriver,
  type NamedClient,
} from '../../audition/index.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { hasTool } from '../docs/has-tool.ts';
import { ROOT } from '../support/run.ts';
import { FLAWS } from './flaws/flaws.ts';
import { wordsIn } from './words-in.ts';

const ROUNDS = 100;
const SEED = 1;

/** Mistakes that show in different ways: by two rules at once, by a batch, and by many polls. */
const SAMPLE = new Set(['nothing-appended-after-200', 'stops-submitting-at-402', 'timeout-is-neither']);
const IS_FULL = process.env['SIZES'] === 'full';
const flaws = FLAWS.filter(({ check }) => IS_FULL || SAMPLE.has(check));

/** The checks that a red client misses by a must; a client that misses only a should is not red. */
const LEVELS = new Map(CLIENT_CHECKS.map(({ id, level }) => [id, level]));

// Every broken client is found. Some fail without any fault, and the driver's self-test or the cases beside it show that.
test.concurrent.each(flaws)(`${ROUNDS} rounds find the client that misses $check`, async ({ check, client }) => {
  const named = { name: check, drive: () => functionDriver(client) };
  const { report } = await exploreAudition({ clients: [named], explore: { rounds: ROUNDS, seed: SEED } });
  const cases = report.clients[0]?.cases ?? [];
  const showing = cases.filter(({ results }) =>
    results.some(({ id, judgement }) => id === check && judgement.kind === 'missed'),
  );
  expect(showing, JSON.stringify(wordsIn(report))).not.toEqual([]);
  expect(report.exitStatus === 1 || LEVELS.get(check) === 'should').toBe(true);
});

/** `.ci/long` plays more rounds. */
const CAREFUL_ROUNDS = Number(process.env['EXPLORED_ROUNDS'] ?? 200);

/** For 2,000 rounds in `.ci/long`, of which each is a process. */
const LONGEST_MS = 3_600_000;

describe('a careful client survives', { timeout: LONGEST_MS }, () => {
  const play = async (client: NamedClient, rounds: number, parallel: number): Promise<object> => {
    const { report } = await exploreAudition({ clients: [client], parallel, explore: { rounds, seed: SEED } });
    const words = wordsIn(report);
    const red = ['broken', 'crashed', 'hung', 'untestable'].flatMap((word) => words[word] ?? []);
    const { played, findings } = report.clients[0]?.explored ?? {};
    return { red, played, findings, exitStatus: report.exitStatus };
  };
  const survived = (rounds: number): object => ({ red: [], played: rounds, findings: [], exitStatus: 0 });

  test(`${CAREFUL_ROUNDS} rounds in this process`, async () => {
    const drive = (): ReturnType<typeof functionDriver> => functionDriver((call) => carefulClient(call));
    expect(await play({ name: 'careful.ts', drive }, CAREFUL_ROUNDS, 24)).toEqual(survived(CAREFUL_ROUNDS));
  });

  // Each round is a process, or a hundred of them, so the slower clients play a share of the rounds.
  test.for([
    { tool: 'python3', file: 'careful.py', command: 'python3', share: IS_FULL ? 1 : 0.1 },
    { tool: 'curl', file: 'careful.sh', command: 'sh', share: IS_FULL ? 0.1 : 0.05 },
  ])('rounds as $file (skipped where $tool is missing)', async ({ tool, file, command, share }, { skip }) => {
    skip(!hasTool(tool), `${tool} is missing`);
    const path = join(ROOT, 'docs', 'examples', 'clients', file);
    const drive = (): ReturnType<typeof processDriver> => processDriver([command, path]);
    const rounds = Math.ceil(CAREFUL_ROUNDS * share);
    expect(await play({ name: file, drive }, rounds, 8)).toEqual(survived(rounds));
  });
});
