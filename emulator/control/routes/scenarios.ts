/** The routes for failure scenarios: listing them, and turning them on and off for an account. */

import * as z from 'zod';
import { scenarioProblem } from '../../api/service.ts';
import { changeAccount, type EnteredAccount } from '../../domain/account.ts';
import { readClock } from '../../domain/clock.ts';
import { noSuchScenario } from '../../domain/near-names.ts';
import { restartScenarios, tallyRules } from '../../faults/registry.ts';
import { searchScenarios } from '../../faults/scenario-search.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { toSnakeCase } from '../../../lib/spelling.ts';
import { changedAccount, decideAccount, openIfNeeded, updateAccount } from '../account-changes.ts';
import { ControlError } from '../control-error.ts';
import { TALLY_SHAPE } from './faults.ts';
import { routesOf, type ControlServices, type ControlRoute } from '../route.ts';

export const ScenarioView = z
  .object({
    number: z.int(),
    name: z.string(),
    title: z.string().meta({ description: 'The name in a few words.' }),
    group: z.string().meta({ description: 'The group of scenarios with the same symptom.' }),
    server: z.string(),
    client: z.string(),
    keywords: z.array(z.string()).meta({ description: 'Further search words.' }),
    changes: z.array(z.enum(['balance', 'clock', 'key'])).meta({
      description:
        'The parts of the account that the scenario changes. These changes apply to the whole account, even if the scenario is turned on for one generation.',
    }),
    rules: z.array(z.looseObject({})),
    problem: z.string().nullable().meta({ description: 'Why the scenario cannot be turned on, or null.' }),
  })
  .describe('A failure scenario: its rules, the behavior of the server, and the behavior of a correct client.');

export const ActiveScenario = z.object({ name: z.string(), ...TALLY_SHAPE }).meta({
  description:
    'A scenario that is turned on. `seen` counts the requests that the rules of the scenario matched. `hits` counts how often the rules fired. A scenario that is `spent` has no effect until it is turned on again. `expired` is true if the time of one of its rules is over.',
});

const route = routesOf('scenarios');

export const SCENARIO_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/scenarios', 'listScenarios', {
    summary: 'List the named failure scenarios',
    query: z.strictObject({
      search: z.string().max(200).optional().meta({
        description:
          'Words and numbers, such as `429 burst`. The response lists the scenarios that contain all of these words. If no scenario contains all words, the response lists the scenarios that contain most of them. The best match is first.',
      }),
    }),
    answer: {
      description: 'The scenarios in the order of their numbers. With `search`, the best match is first.',
      schema: z.object({ scenarios: z.array(ScenarioView) }),
    },
    view: ({ services: { context }, query: { search } }) => {
      const found = context.scenarios.names().flatMap((name) => context.scenarios.find(name) ?? []);
      const views = found.map((scenario) => {
        const { number, name, title = name, group, server, client, keywords, changes } = scenario;
        const problem = scenarioProblem(context.service, context.scenarios, name) ?? null;
        const rules = scenario.rules.map(toSnakeCase);
        return { number, name, title, group, server, client, keywords, changes, rules, problem };
      });
      const listed = views.toSorted((a, b) => a.number - b.number);
      return { scenarios: search === undefined ? listed : searchScenarios(search, listed) };
    },
  }),
  route('GET /_standin/accounts/{name}/scenarios', 'listAccountScenarios', {
    summary: 'List the scenarios that are on for an account, with their counts',
    answer: {
      description: 'The scenarios, in the order in which they were turned on.',
      schema: z.object({ scenarios: z.array(ActiveScenario) }),
    },
    view: (call) => decideAccount(call, (account) => ({ scenarios: activeScenarios(call.services, account) })),
  }),
  route('PUT /_standin/accounts/{name}/scenarios', 'setScenarios', {
    summary: 'Turn scenarios on for an account, and turn all others off',
    description:
      'An empty list turns all scenarios off. Each scenario in the list starts again, even if it was already on. For example, a rule for the first three requests applies to the next three requests. The change affects later requests. The duration and the end of existing generations do not change. The opening balance of a scenario applies only to an account that is created with the scenario. If the account does not exist yet, the server creates it with the settings of its key.',
    body: z.strictObject({ scenarios: z.array(z.string()).max(20) }),
    answer: changedAccount,
    view: async (call) => {
      requireKnown(call.services, call.body.scenarios);
      const scenarios = [...new Set(call.body.scenarios)];
      const rules = scenarios.flatMap((name) => call.services.context.faults.rulesOfScenario(name));
      await openIfNeeded(call);
      return updateAccount(call, (account) => {
        restartScenarios(account, rules);
        changeAccount(account, { scenarios });
      });
    },
  }),
];

export function activeScenarios(
  { context }: ControlServices,
  account: EnteredAccount,
): z.output<typeof ActiveScenario>[] {
  const now = readClock(account.clock, context.realNow());
  return account.scenarios.map((name) => {
    const tallies = tallyRules(account, { scope: 'scenario', rules: context.faults.rulesOfScenario(name) }, now);
    // Rules that differ only in `nth` match the same requests.
    const sameRequests = groupBy(tallies, ({ rule: { match } }) => JSON.stringify({ ...match, nth: 0 })).values();
    return {
      name,
      seen: [...sameRequests].reduce((sum, same) => sum + Math.max(...same.map(({ seen }) => seen)), 0),
      hits: tallies.reduce((sum, { hits }) => sum + hits, 0),
      spent: tallies.length > 0 && tallies.every(({ end }) => end !== undefined),
      expired: tallies.some(({ end }) => end === 'time'),
    };
  });
}

/** Rejects unknown scenarios and suggests similar names. Also rejects scenarios that cannot work here. */
export function requireKnown({ context }: ControlServices, wanted: readonly string[]): void {
  const { service, scenarios } = context;
  for (const name of wanted) {
    const unknown =
      scenarios.find(name) === undefined
        ? noSuchScenario(name, scenarios.names(), 'GET /_standin/scenarios lists them.')
        : undefined;
    const problem = unknown ?? scenarioProblem(service, scenarios, name);
    if (problem !== undefined)
      throw new ControlError('invalid_input', problem.charAt(0).toUpperCase() + problem.slice(1));
  }
}

export type ScenarioView = z.output<typeof ScenarioView>;
export type ActiveScenario = z.output<typeof ActiveScenario>;
