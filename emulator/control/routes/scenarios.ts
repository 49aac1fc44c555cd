/** Named failure scenarios: listing them, and turning them on and off for an account. */

import * as z from 'zod';
import { answerJson } from '../../api/record.ts';
import { changeAccount } from '../../domain/account.ts';
import { noSuchScenario } from '../../domain/near-names.ts';
import { toSnakeCase } from '../../lib/spelling.ts';
import { answerChanged, changedAccount } from '../account-change.ts';
import { ControlError } from '../control-error.ts';
import { routesOf, type ControlServices, type ControlRoute } from '../route.ts';

export const ScenarioView = z
  .object({
    number: z.int(),
    name: z.string(),
    server: z.string(),
    client: z.string(),
    changes: z.array(z.enum(['balance', 'clock', 'key'])).meta({
      description: 'What it changes for the whole account, even if it is turned on for one generation only.',
    }),
    rules: z.array(z.looseObject({})),
  })
  .meta({
    description: 'What the server does, what a correct client does then, and the rules behind it.',
  });

const route = routesOf('scenarios');

export const SCENARIO_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/scenarios', {
    operationId: 'listScenarios',
    summary: 'List the named failure scenarios',
    answer: { description: 'By number.', schema: z.object({ scenarios: z.array(ScenarioView) }) },
    run: async ({ services: { context } }) => {
      const found = context.scenarios.names().flatMap((name) => context.scenarios.find(name) ?? []);
      const views = found.map(({ number, name, server, client, changes, rules }) => {
        return { number, name, server, client, changes, rules: rules.map(toSnakeCase) };
      });
      return answerJson(200, { scenarios: views.toSorted((a, b) => a.number - b.number) });
    },
  }),
  route('PUT /_standin/accounts/{name}/scenarios', {
    operationId: 'setScenarios',
    summary: 'Turn scenarios on for the whole account, and all others off',
    description:
      'An empty list turns all off. Counters of their rules are kept. An opening balance only applies to an account that opens with the scenario.',
    body: z.strictObject({ scenarios: z.array(z.string()).max(20) }),
    answer: changedAccount,
    run: async ({ services, params, body }) => {
      refuseUnknown(services, body.scenarios);
      const scenarios = [...new Set(body.scenarios)];
      return answerChanged(services, params, (account) => changeAccount(account, { scenarios }));
    },
  }),
];

/** The opening balance that a scenario sets, if it does. */
export function openingBalance({ context }: ControlServices, name: string | undefined): number | undefined {
  return name === undefined ? undefined : context.scenarios.find(name)?.account.balance;
}

/** Refuses unknown names and suggests similar ones. */
export function refuseUnknown({ context }: ControlServices, wanted: readonly string[]): void {
  const names = context.scenarios.names();
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const message = noSuchScenario(unknown, names, 'GET /_standin/scenarios lists them.');
  throw new ControlError('invalid_input', message.charAt(0).toUpperCase() + message.slice(1));
}
