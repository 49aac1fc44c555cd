/** With a budget, an exploration makes clips, and finds mistakes that only the life of a generation shows. */

import { afterAll, beforeAll, expect, test } from 'vitest';

import { MUTANTS } from '../../conformance/prove/mutants/mutants.ts';
import { openRunner, type Runner } from '../../conformance/prove/run/runner.ts';

const ROUNDS = 60;
const BUDGET = 1000;

let runner: Runner;
beforeAll(() => {
  runner = openRunner();
});
afterAll(() => runner.close());

test(`${ROUNDS} rounds with a budget find nothing in the engine`, async () => {
  const { report } = await runner.run({ selection: { explore: { rounds: ROUNDS, alone: true }, budget: BUDGET } });
  expect(report.results).toEqual([]);
  expect(report.spend.creates).toBeGreaterThan(5);
});

test('an exploration pays no more than its budget', async () => {
  const { report } = await runner.run({ selection: { explore: { rounds: ROUNDS, alone: true }, budget: 3 } });
  expect(report.spend.spent).toBeGreaterThan(0);
  expect(report.spend.spent).toBeLessThanOrEqual(3);
});

test.each([
  ['record.status', 'explored.record.status'],
  ['credits.sum', 'explored.credits.reserve'],
  ['get.foreign', 'explored.get.foreign'],
  ['http.allow.put', 'explored.errors.protocol.http'],
  ['http.allow.supported', 'explored.http.allow.supported'],
  ['error.envelope.beyond', 'explored.error.envelope'],
  ['content.coded.tag', 'explored.content.headers.http'],
  ['content.coded.part: compresses a part after it cuts it', 'explored.content.range.bytes.http'],
  ['content.coded.part: declares plain parts as compressed', 'explored.content.range.bytes.http'],
])('%s shows as %s', async (id, found) => {
  const { tamper, settings } = MUTANTS.find((mutant) => mutant.id === id || mutant.killedBy === id) ?? {};
  const selection = { explore: { rounds: 300, alone: true, findings: 1 }, budget: BUDGET };
  const { report } = await runner.run({ tamper, settings, selection });
  expect(report.results.map((result) => result.id)).toContain(found);
});
