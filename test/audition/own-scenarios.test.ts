/** Scenarios from the files of a user run in place of those in the package. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { functionDriver, judgeSaved, readOwnScenario, readRun, runAudition } from '../../audition/index.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { runCommand } from '../support/run-command.ts';
import { sending } from './flaws/flawed-client.ts';

const LOST = {
  name: 'lost_then_busy',
  server: 'The first create is accepted, and its response is lost. The second create is answered with 503.',
  client: 'Sends the create again with the same key, and waits as long as Retry-After says.',
  rules: [
    { match: { operation: 'create', phase: 'after-reservation' }, when: { first: 1 }, effect: { kind: 'reset' } },
    { match: { operation: 'create' }, when: { after: 1, first: 1 }, effect: { kind: 'answer', retryAfter: 1 } },
  ],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-own-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(content: unknown): Promise<string> {
  const path = join(folder, `${Math.random()}.json`);
  await writeFile(path, JSON.stringify(content));
  return path;
}

test('a careful client is sound in a scenario of its user, a client with new keys is broken, and the saved run is judged alike', async () => {
  const scenarios = [await readOwnScenario(LOST)];
  const forgetful = sending((headers) => {
    if (headers.has('idempotency-key')) headers.set('idempotency-key', crypto.randomUUID());
  });
  const clients = [
    { name: 'careful', drive: () => functionDriver((call) => carefulClient(call)) },
    { name: 'forgetful', drive: () => functionDriver(forgetful) },
  ];
  const { report, saved } = await runAudition({ clients, scenarios });
  const words = report.clients.map(({ cases }) => cases.map(({ scenario, word }) => [scenario, word]));
  const healthy = ['healthy', 'sound'];
  expect(words).toEqual([
    [healthy, ['lost_then_busy', 'sound']],
    [healthy, ['lost_then_busy', 'broken']],
  ]);
  expect(judgeSaved(readRun(saved))).toEqual(report);
});

test.each([
  [{ ...LOST, name: 'Lost' }, 'name must be lower-case letters, digits and single underscores'],
  [{ ...LOST, rules: [{ effect: { kind: 'explode' } }] }, 'must be one of answer, delay'],
  [{ ...LOST, audition: { goal: 'dance' } }, 'audition'],
])('a file that is not a scenario is wrong usage: %#', async (content, says) => {
  const path = await fileOf(content);
  const { status, stderr } = await runCommand(['audition', '--scenarios', path, '--', 'node']);
  expect(stderr).toContain(`--scenarios: ${path} is not a scenario file`);
  expect(stderr).toContain(says);
  expect(status).toBe(2);
});

test('--list names the scenarios of a file, and two files of one name are wrong usage', async () => {
  const path = await fileOf(LOST);
  expect((await runCommand(['audition', '--list', '--scenarios', path])).stdout).toMatch(/^lost_then_busy +make/);
  const twice = await runCommand(['audition', '--list', '--scenarios', `${path},${await fileOf(LOST)}`]);
  expect(twice).toMatchObject({ status: 2, stderr: expect.stringContaining('have the same name') });
});
