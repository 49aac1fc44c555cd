import type { RuleView } from '../../control/routes/faults.ts';
import type { ScenarioView } from '../../control/routes/scenarios.ts';
import { afterEach, expect, test } from 'vitest';

import { createEmulator, type Emulator } from '../../index.ts';
import { Scenario } from '../../faults/scenario.ts';
import { rulesIn, toScenarioFile, type ScenarioParts } from './account-scenarios.ts';

const emulator: Emulator = createEmulator();
afterEach(() => emulator.close());

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await emulator.fetch(`http://127.0.0.1/_standin${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return (await response.json()) as Answer;
}

const RULES = [
  {
    id: 'busy',
    match: { operation: 'create' },
    when: { first: 2 },
    effect: { kind: 'answer', status: 429, retry_after: { date_in_seconds: 2 } },
  },
  { effect: { kind: 'record', set: { cost_usd: 3 }, remove: ['error'] }, match: { status: ['running'] } },
];

test('a file loads by the schema of scenarios, with the rules that were in use, and opens again', async () => {
  const { rules } = await ask<{ rules: RuleView[] }>('PUT', '/accounts/scene/faults', { rules: RULES, keep: true });
  const { scenarios } = await ask<{ scenarios: ScenarioView[] }>('GET', '/scenarios');
  const on = scenarios.filter(({ name }) => name === 'content_cut_at_40');
  const parts: ScenarioParts = { name: 'my_scene', client: 'Goes on.', rules, scenarios: on };
  const file: unknown = JSON.parse(JSON.stringify(toScenarioFile(parts)));
  const scenario = Scenario.parse(file);
  expect(scenario).toMatchObject({ number: 1001, name: 'my_scene' });
  expect(scenario.server).toContain('Returns an error (status 429');
  expect(scenario.rules.map(({ id }) => id)).toEqual(['busy', 'added-2', 'content_cut_at_40:1']);
  expect(file).toMatchObject({
    rules: [{ effect: { retryAfter: { dateInSeconds: 2 } } }, {}, { effect: { at: 0.4 } }],
  });
  const own = await ask<{ rules: RuleView[] }>('PUT', '/accounts/other/faults', {
    rules: rulesIn(file)?.slice(0, 2),
    keep: true,
  });
  expect(own.rules).toEqual(rules);
});
