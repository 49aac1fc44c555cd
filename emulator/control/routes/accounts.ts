/** `/_standin/accounts`: opening, reading, resetting and deleting accounts. */

import * as z from 'zod';
import { answerJson } from '../../api/record.ts';
import { newAccount, type Account } from '../../domain/account.ts';
import { toOwnSettings } from '../../settings/resolve.ts';
import { ownAccountShape } from '../../settings/account-schema.ts';
import { AccountView, newAccountShape, OpenedAccountView } from '../view-schemas.ts';
import { accountView } from '../views.ts';
import { requireAccount, accountNotFound } from '../account-lookup.ts';
import { chooseNameAndKey, openNewAccount, removeAccount, replaceAccount } from '../account-opening.ts';
import { publishAccount } from '../publish.ts';
import { openingBalance, refuseUnknown } from './scenarios.ts';
import { routesOf, type ControlServices, type ControlRoute, type PathParams } from '../route.ts';

const route = routesOf('accounts');

export const ACCOUNT_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/accounts', {
    operationId: 'listAccounts',
    summary: 'List the accounts that are open',
    query: z.strictObject({
      prefix: z.string().default('').meta({ description: 'Only names with this prefix.' }),
      limit: z.coerce.number().int().min(1).max(10_000).default(100),
    }),
    answer: {
      description: 'In the order in which they opened.',
      schema: z.object({ accounts: z.array(AccountView), total: z.int() }),
    },
    run: async ({ services: { context }, query: { prefix, limit } }) => {
      const found = (await context.accounts.store.list()).filter((account) => account.name.startsWith(prefix));
      const accounts = found.slice(0, limit).map((account) => accountView(account, context.realNow()));
      return answerJson(200, { accounts, total: found.length });
    },
  }),
  route('POST /_standin/accounts', {
    operationId: 'openAccount',
    summary: 'Open an account, with settings and a key',
    description: 'What is left out is as for every account. Without a key it gets `sk_standin_<name>`.',
    body: z.strictObject({ ...newAccountShape, ...ownAccountShape }),
    answer: {
      status: 201,
      description: 'The account and its key, which is shown this once.',
      schema: OpenedAccountView,
    },
    errors: ['account_exists', 'key_taken', 'no_room'],
    run: async ({ services, body: { name: wantedName, key: wantedKey, ...own } }) => {
      if (own.scenario !== undefined) refuseUnknown(services, [own.scenario]);
      const balance = own.balance ?? openingBalance(services, own.scenario);
      const settings = { ...services.context.settings.account, ...toOwnSettings({ ...own, balance }) };
      const clock = own.clock === undefined ? await services.context.defaultClock.read() : undefined;
      const { name, key } = await chooseNameAndKey(services, { name: wantedName, key: wantedKey });
      const account = newAccount({ name, setUp: '', settings, clock }, services.context.realNow());
      await openNewAccount(services, key, account);
      publishAccount(services, 'opened', account);
      return answerJson(201, { account: accountView(account, services.context.realNow()), key });
    },
  }),
  route('GET /_standin/accounts/{name}', {
    operationId: 'getAccount',
    summary: 'Read an account: its ledger, clock and counters',
    answer: { description: 'The account as it stands.', schema: AccountView },
    run: async ({ services, params }) => answerAccount(services, await requireAccount(services, params)),
  }),
  route('DELETE /_standin/accounts/{name}', {
    operationId: 'deleteAccount',
    summary: 'Delete an account and abort its requests in flight',
    description: 'The next request with its key opens it again, unless the key was issued by this API.',
    answer: { description: 'It is deleted.', schema: z.object({ deleted: z.string() }) },
    run: async ({ services, params }) => {
      const account = await requireAccount(services, params);
      await services.context.keys.withdraw(account.name);
      await removeAccount(services, account.name);
      await clearJournal(services, account.name);
      services.notify(account.name);
      publishAccount(services, 'deleted', account);
      return answerJson(200, { deleted: account.name });
    },
  }),
  route('POST /_standin/accounts/{name}/reset', {
    operationId: 'resetAccount',
    summary: 'Reset an account to how it opened',
    description:
      'Ledger, clock, counters, generations, Idempotency-Keys, revocations, fault rules, scenarios and journal. Requests in flight are aborted: no response from before arrives after it. The seed stays, so a run repeats.',
    answer: { description: 'The account as it opened.', schema: AccountView },
    run: async ({ services, params }) => answerAccount(services, await reset(services, params)),
  }),
];

async function reset(services: ControlServices, params: PathParams): Promise<Account> {
  const { name } = await requireAccount(services, params);
  const { defaultClock, realNow } = services.context;
  const clock = await defaultClock.read();
  const fresh = await replaceAccount(services, name, (earlier) => {
    if (earlier === undefined) return accountNotFound(name);
    const { setUp, settings } = earlier;
    return newAccount({ name, setUp, settings, clock }, realNow());
  });
  await clearJournal(services, name);
  publishAccount(services, 'reset', fresh);
  services.notify(name);
  return fresh;
}

/** With what other replicas have answered before. */
async function clearJournal({ journal }: ControlServices, name: string): Promise<void> {
  if (!journal.isOn) return;
  await journal.sync();
  journal.clear(name);
}

function answerAccount({ context }: ControlServices, account: Account): ReturnType<typeof answerJson> {
  return answerJson(200, accountView(account, context.realNow()));
}
