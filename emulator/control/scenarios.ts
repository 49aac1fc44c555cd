/** Named failure scenarios: which there are, and turning them on and off for an account. */

import * as z from 'zod';
import { answerJson } from '../api/record.ts';
import { noSuchScenario } from '../domain/near-names.ts';
import { AccountView } from './account-schema.ts';
import { accountView } from './account-view.ts';
import { ControlError } from './control-error.ts';
import { noAccount } from './find-account.ts';
import { tellOfAccount } from './open-account.ts';
import { defineRoute, type ControlRoom, type ControlRoute } from './route.ts';

export const ScenarioView = z
  .object({
    number: z.int(),
    name: z.string(),
    server: z.string(),
    client: z.string(),
    changes: z.array(z.enum(['balance', 'clock', 'key'])).meta({
      description:
        'What of the account it changes for all that the account does, though it be turned on for one generation.',
    }),
    rules: z.array(z.looseObject({})),
  })
  .meta({
    description: 'What the server does, what a correct client does then, and the rules behind it.',
  });

export const SCENARIO_ROUTES: readonly ControlRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/_standin/scenarios',
    operationId: 'listScenarios',
    tag: 'scenarios',
    summary: 'List the named failure scenarios',
    answer: {
      status: 200,
      description: 'By number.',
      schema: z.object({ scenarios: z.array(ScenarioView) }),
    },
    run: async ({ room: { context } }) => {
      const found = context.scenarios.names().flatMap((name) => context.scenarios.find(name) ?? []);
      const views = found.map(({ number, name, server, client, changes, rules }) => {
        return { number, name, server, client, changes, rules };
      });
      return answerJson(200, { scenarios: views.toSorted((a, b) => a.number - b.number) });
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/_standin/accounts/{name}/scenarios',
    operationId: 'setScenarios',
    tag: 'scenarios',
    summary: 'Turn scenarios on for all that an account does, and all others off',
    description:
      'An empty list turns all off. Their rules go on counting where they were. An opening balance counts only where an account opens with the scenario.',
    body: z.strictObject({ scenarios: z.array(z.string()).max(20) }),
    answer: { status: 200, description: 'The account as it stands then.', schema: AccountView },
    errors: ['account_not_found'],
    run: async ({ room, params: { name }, body }) => {
      refuseUnknown(room, body.scenarios);
      const scenarios = [...new Set(body.scenarios)];
      const step = room.context.store.changeAccount(name, (account) => ({ ...account, scenarios }));
      const account = (await step) ?? noAccount(name);
      tellOfAccount(room, 'changed', account);
      return answerJson(200, accountView(account, room.context.realNow()));
    },
  }),
];

/** What an account opens with under a scenario that says so. */
export function openingBalance({ context }: ControlRoom, name: string | undefined): number | undefined {
  return name === undefined ? undefined : context.scenarios.find(name)?.account.balance;
}

/** Refuses names that no scenario has, and tells those that are near. */
export function refuseUnknown({ context }: ControlRoom, wanted: readonly string[]): void {
  const names = context.scenarios.names();
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new ControlError('invalid_input', noSuchScenario(unknown, names, 'GET /_standin/scenarios lists them.'));
}
