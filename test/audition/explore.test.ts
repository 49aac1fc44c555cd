/** `standin audition --explore`: finds a mistake, shrinks its schedule to a scenario file, and plays kept findings first. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  exploreAudition,
  functionDriver,
  judgeSaved,
  readOwnScenario,
  readRun,
  renderAudition,
  terminalText,
  REPORT_FORMATS,
  isReportFormat,
  type ClientFunction,
  type ExploreOptions,
  type FinishedExploration,
} from '../../audition/index.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { runCommand } from '../support/run-command.ts';
import { isCreate, sending } from './flaws/flawed-client.ts';

/** Makes a key for each attempt. */
const forgetful = sending((headers, init) => {
  if (isCreate(init)) headers.set('idempotency-key', crypto.randomUUID());
});

function explored(client: ClientFunction, explore: ExploreOptions, signal?: AbortSignal): Promise<FinishedExploration> {
  const command = '--lines -- driver.ts';
  const clients = [{ name: 'client', command, drive: () => functionDriver(client, ['make']) }];
  return exploreAudition({ clients, explore, ...(signal && { signal }) });
}

let found: FinishedExploration;
beforeAll(async () => {
  found = await explored(forgetful, { rounds: 14, seed: 3 });
});

describe('a client that makes a key for each attempt', () => {
  test('is found, and one rule with one hit remains', async () => {
    expect(found.report.exitStatus).toBe(1);
    expect(found.files).toHaveLength(1);
    const [file] = found.files;
    expect(file?.path).toMatch(/^findings\/(?:one_generation_per_intent|same_key_on_every_attempt)_[0-9a-f]{6}\.json$/);
    const { rules } = await readOwnScenario(JSON.parse(file?.text ?? ''));
    expect(rules).toMatchObject([{ match: { operation: 'create' }, when: { first: 1 } }]);
  });

  test('fails again under the file, and a careful client does not', async () => {
    const kept = [await readOwnScenario(JSON.parse(found.files[0]?.text ?? ''))];
    const again = await explored(forgetful, { rounds: 1, kept });
    const named = again.report.clients[0]?.cases.find(({ scenario }) => scenario === kept[0]?.name);
    expect(named?.word).toBe('broken');
    // The kept finding shows the mistake, so no round reports it again.
    expect(again.files).toEqual([]);
    const { report } = await explored((call) => carefulClient(call), { rounds: 1, kept });
    const words = report.clients[0]?.cases.map(({ scenario, word }) => [scenario, word]);
    expect(words).toEqual(expect.arrayContaining([[kept[0]?.name, 'sound']]));
    expect(report.exitStatus).toBe(0);
  });

  test('is in every format, with the command that replays the finding', () => {
    for (const format of REPORT_FORMATS.filter(isReportFormat)) {
      const text = renderAudition(found.report, format);
      expect(text, format).toContain(found.files[0]?.path.replace(/^.*\/|\.json$/g, ''));
      if (!['json', 'junit', 'sarif'].includes(format)) expect(text, format).toContain('--scenarios findings/');
    }
  });

  test('is on a terminal with the whole command in one line', () => {
    const text = terminalText(found.report, { color: false, width: 80 });
    const command = `npx --no-install standin audition --scenarios ${found.files[0]?.path} --lines -- driver.ts`;
    expect(text.split('\n')).toContain(command);
  });

  test('is judged alike from the saved run', () => {
    expect(judgeSaved(readRun(found.saved))).toEqual(found.report);
  });
});

test('an exploration that is stopped reports the rounds that were over', async () => {
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 3000);
  const { report } = await explored((call) => carefulClient(call), { rounds: 500 }, stopping.signal);
  const [client] = report.clients;
  expect(client?.explored?.played ?? 0).toBeLessThan(500);
  expect(report).toMatchObject({ isCutShort: true, exitStatus: 4 });
});

test('an exploration that ends after its time is not interrupted', async () => {
  const { report } = await explored((call) => carefulClient(call), { rounds: 5000, seconds: 6 });
  expect(report.clients[0]?.explored?.played ?? 0).toBeLessThan(5000);
  expect(report.isCutShort).toBe(false);
});

describe('on the command line', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standin-explore-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    [['--seed', '2'], '--seed needs --explore <rounds>'],
    [['--explore', '5', '--watch'], '--explore cannot be combined with --watch'],
    [['--explore', '5', '--pace', 'real'], '--explore cannot be combined with --pace real'],
    [['--explore', '5', '--for', 'soon'], 'Use a number with s, m or h'],
    [['--explore', 'many'], 'Use a whole number that is 1 or greater'],
  ])('%j is wrong usage', async (flags, says) => {
    const { status, stderr } = await runCommand(['audition', ...flags, '--', 'node']);
    expect(stderr).toContain(says);
    expect(status).toBe(2);
  });
});
