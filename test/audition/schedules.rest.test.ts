/** Random faults against the careful client on a simulated clock: one charge, no broken file, an honest report. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { Scenario } from '../../emulator/faults/scenario.ts';
import { openSchedules, someRules, storyOf, type ScheduledClient, type Schedules } from './schedule.ts';

/** `.ci/long` tries more. SCHEDULES sets the number. */
const COUNT = Number(process.env['SCHEDULES'] ?? 100);

let schedules: Schedules;
beforeAll(async () => {
  schedules = await openSchedules();
});
afterAll(() => schedules.close());

/** Returns the first seed for which a client fails. */
async function firstWrong(count: number, client?: ScheduledClient): Promise<number | undefined> {
  for (let seed = 1; seed <= count; seed += 1) {
    if ((await schedules.wrongWith(someRules(seed), seed, client)) !== undefined) return seed;
  }
  return undefined;
}

test(`${COUNT} schedules of faults cost one clip at most and leave no broken file`, async () => {
  const seed = await firstWrong(COUNT);
  expect(seed, seed === undefined ? '' : await storyOf(schedules, seed)).toBeUndefined();
});

/** Makes a key for each attempt. */
const forgetful: ScheduledClient = (task, tools) =>
  carefulClient(task, {
    ...tools,
    fetch: async (url, init) => {
      const headers = new Headers(init.headers);
      if (headers.has('idempotency-key')) headers.set('idempotency-key', randomUUID());
      return (tools.fetch ?? fetch)(url, { ...init, headers });
    },
  });

test('a client that pays twice is found, and the report is a scenario file with one rule', async () => {
  const seed = await firstWrong(COUNT, forgetful);
  const story = await storyOf(schedules, seed ?? 0, forgetful);
  expect(story).toMatch(/it paid \d\.\d+ US dollars/);
  const scenario: unknown = JSON.parse(story.slice(story.indexOf('{')));
  const { rules } = Scenario.parse(scenario);
  expect(rules).toHaveLength(1);
  const told = (scenario as { readonly rules: readonly Record<string, unknown>[] }).rules;
  const again = told.map((rule, at) => ({ id: `rule-${at}`, ...rule }));
  expect(await schedules.wrongWith(again, seed ?? 0, forgetful)).toMatch(/^it paid /);
});
