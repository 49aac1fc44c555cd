/** The routes for accounts and their keys. */

import * as z from 'zod';
import { decideOn } from '../../domain/decide.ts';
import { changeAccount, newAccount, openingSettings, type Account, type EnteredAccount } from '../../domain/account.ts';
import { AccountDamaged } from '../../domain/store.ts';
import type { EntrySummary } from '../../journal/summary.ts';
import { toOwnSettings } from '../../settings/resolve.ts';
import { ownAccountShape } from '../../settings/account-schema.ts';
import { AccountView, ApiKeyText, newAccountShape, OpenedAccountView } from '../view-schemas.ts';
import { accountView } from '../views.ts';
import {
  accountNotFound,
  changedAccount,
  chooseNameAndKey,
  decideAccount,
  issueKey,
  openNewAccount,
  removeAccount,
  replaceAccount,
  requireAccount,
  updateAccount,
} from '../account-changes.ts';
import { ControlError } from '../control-error.ts';
import { publishAccount } from '../publish.ts';
import { RuleView, rulesView } from './faults.ts';
import { RequestSummary } from './journal.ts';
import { ActiveScenario, activeScenarios, requireKnown } from './scenarios.ts';
import { routesOf, type AccountCall, type ControlRoute, type ControlServices } from '../route.ts';

const route = routesOf('accounts');
const keyRoute = routesOf('keys');

/** The maximum number of revoked keys, because each request is compared with all of them. */
export const MOST_REVOKED = 1000;

const Activity = z
  .object({
    requests: z.int().meta({ description: 'The number of requests of this account in the journal.' }),
    latest: RequestSummary.nullable() as z.ZodType<EntrySummary | null>,
  })
  .meta({ description: 'A summary of the journal of the account.' });
const DamagedAccount = z
  .object({ name: z.string(), problem: z.string() })
  .describe('The data of this account in the shared store cannot be read. To use the name again, delete the account.');
const SomeKey = z.strictObject({
  key: ApiKeyText.optional().meta({ description: 'By default, all keys of the account.' }),
});
const AccountListView = z.object({
  accounts: z.array(
    AccountView.extend({ activity: Activity, active: z.array(ActiveScenario), rules: z.array(RuleView) }),
  ),
  total: z.int(),
  damaged: z.array(DamagedAccount),
});

export type AccountListView = z.output<typeof AccountListView>;

export const ACCOUNT_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/accounts', 'listAccounts', {
    summary: 'List the accounts',
    query: z.strictObject({
      prefix: z.string().default('').describe('List only accounts with names that start with this prefix.'),
      limit: z.coerce.number().int().min(1).max(10_000).default(100),
      order: z.enum(['opened', 'latest']).default('opened').meta({
        description:
          '`opened`: the oldest account is first. `latest`: the account with the latest request is first. Accounts without requests are at the end, newest first.',
      }),
    }),
    answer: {
      description: 'The accounts. Each entry includes the latest request of the account.',
      schema: AccountListView,
    },
    view: async ({ services, query: { prefix, limit, order } }) => {
      const { context, journal } = services;
      await journal.sync();
      const isWanted = (account: { readonly name: string }): boolean => account.name.startsWith(prefix);
      const list = await context.accounts.store.list();
      const found = list.accounts.filter(isWanted);
      const ordered = order === 'latest' ? latestFirst(services, found) : found;
      const viewOf = (account: EnteredAccount) => ({
        ...accountView(account, context.realNow()),
        activity: activityOf(services, account),
        active: activeScenarios(services, account),
        ...rulesView(services, account),
      });
      // A list may lack the counts of rules. If an account is damaged, the first request that needs it reports this.
      const countedViewOf = async (account: EnteredAccount) => {
        if (account.faults === undefined) return viewOf(account);
        return (await decideOn(context.accounts, account.name, viewOf).catch(unlessDamaged))?.result ?? viewOf(account);
      };
      const accounts = await Promise.all(ordered.slice(0, limit).map(countedViewOf));
      return { accounts, total: found.length, damaged: list.damaged.filter(isWanted) };
    },
  }),
  route('POST /_standin/accounts', 'openAccount', {
    summary: 'Create an account with settings and a key',
    description:
      'Omitted settings have the defaults of the server. If you give no key, the account gets the key `sk_standin_<name>`.',
    body: z.strictObject({ ...newAccountShape, ...ownAccountShape }),
    answer: {
      status: 201,
      description: 'The account and its key. The key is not shown again.',
      schema: OpenedAccountView,
    },
    errors: ['account_exists', 'key_taken', 'no_room'],
    view: async ({ services, body: { name: wantedName, key: wantedKey, ...own } }) => {
      if (own.scenario !== undefined) requireKnown(services, [own.scenario]);
      const { defaultClock, realNow, scenarios, settings: defaults } = services.context;
      const settings = openingSettings(defaults, toOwnSettings(own), scenarios.find);
      const { name, key } = chooseNameAndKey({ name: wantedName, key: wantedKey });
      const account = newAccount({ name, settings, clock: await defaultClock.read() }, realNow());
      const view = await openNewAccount(services, key, account);
      publishAccount(services, 'opened', name);
      return { account: view, key };
    },
  }),
  route('GET /_standin/accounts/{name}', 'getAccount', {
    summary: 'Read an account: its ledger, clock and counters',
    answer: { description: 'The account.', schema: AccountView },
    view: (call) => decideAccount(call, (account) => accountView(account, call.services.context.realNow())),
  }),
  route('DELETE /_standin/accounts/{name}', 'deleteAccount', {
    summary: 'Delete an account and abort its requests in flight',
    description:
      'The next request with a key of the account creates the account again, unless the control API issued the key. You can also delete an account whose data in the shared store is damaged.',
    answer: { description: 'The name of the deleted account.', schema: z.object({ deleted: z.string() }) },
    view: async (call) => {
      const { services } = call;
      const { name } = call.params;
      await requireAccount(call).catch(unlessDamaged);
      await services.context.keys.revoke((owner) => owner === name);
      await removeAccount(services, name);
      await clearJournal(services, name);
      publishAccount(services, 'deleted', name);
      return { deleted: name };
    },
  }),
  route('POST /_standin/accounts/{name}/reset', 'resetAccount', {
    summary: 'Reset an account to its initial state',
    description:
      'This resets the ledger, clock, counters, generations, Idempotency-Keys, revocations, fault rules, scenarios and journal. The server aborts requests in flight. So no response after the reset contains data from before the reset. The seed does not change, so a repeated run gets the same random choices.',
    answer: { description: 'The account in its initial state.', schema: AccountView },
    view: reset,
  }),
];

export const KEY_ROUTES: readonly ControlRoute[] = [
  keyRoute('POST /_standin/accounts/{name}/keys', 'issueKey', {
    summary: 'Add a key to an account',
    body: z.strictObject({ key: ApiKeyText }),
    answer: changedAccount,
    errors: ['key_taken', 'no_room'],
    view: async (call) => {
      await issueKey(call.services, call.body.key, await requireAccount(call));
      return updateAccount(call, () => {});
    },
  }),
  keyRoute('POST /_standin/accounts/{name}/keys/revoke', 'revokeKey', {
    summary: 'Revoke one key of an account, or all its keys',
    description: 'A request with a revoked key is rejected like a request with an unknown key.',
    body: SomeKey,
    answer: changedAccount,
    errors: ['no_room'],
    view: (call) => updateAccount(call, (account) => revoke(call.services, account, call.body.key)),
  }),
  keyRoute('POST /_standin/accounts/{name}/keys/restore', 'restoreKey', {
    summary: 'Restore a revoked key, or all keys of the account',
    description: 'If all keys were revoked in one request, you can only restore all of them together.',
    body: SomeKey,
    answer: changedAccount,
    view: (call) => updateAccount(call, (account) => restore(call.services, account, call.body.key)),
  }),
];

function unlessDamaged(cause: unknown): undefined {
  if (!(cause instanceof AccountDamaged)) throw cause;
}

function latestFirst({ journal }: ControlServices, accounts: readonly EnteredAccount[]): EnteredAccount[] {
  if (!journal.isOn) return accounts.toReversed();
  const latest = new Map(accounts.map(({ name }) => [name, journal.latest(1, name)[0]?.seq ?? 0]));
  return accounts.toReversed().toSorted((a, b) => (latest.get(b.name) ?? 0) - (latest.get(a.name) ?? 0));
}

function activityOf({ journal }: ControlServices, { name }: EnteredAccount): z.output<typeof Activity> {
  const [latest = null] = journal.isOn ? journal.latest(1, name) : [];
  return { requests: latest === null ? 0 : journal.of(name).count(), latest };
}

async function reset({ services, params: { name } }: AccountCall): Promise<AccountView> {
  const { defaultClock, realNow } = services.context;
  const clock = await defaultClock.read();
  const fresh = await replaceAccount(services, name, (earlier) => {
    if (earlier === undefined) return accountNotFound(name);
    return newAccount({ ...earlier, clock }, realNow());
  });
  await clearJournal(services, name);
  publishAccount(services, 'reset', name);
  return fresh;
}

/** Clears the journal of an account, including earlier responses of other replicas. */
async function clearJournal({ journal }: ControlServices, name: string): Promise<void> {
  if (!journal.isOn) return;
  await journal.sync();
  journal.clear(name);
}

function revoke({ context }: ControlServices, account: Account, key: string | undefined): void {
  if (key === undefined) return changeAccount(account, { isRevoked: true });
  const revokedKeys = [...new Set([...account.revokedKeys, context.fingerprint(key)])];
  if (revokedKeys.length <= MOST_REVOKED) return changeAccount(account, { revokedKeys });
  const message = `At most ${MOST_REVOKED} keys can be revoked one by one. To revoke all keys, omit the field "key".`;
  throw new ControlError('no_room', message);
}

function restore({ context }: ControlServices, account: Account, key: string | undefined): void {
  if (key === undefined) return changeAccount(account, { isRevoked: false, revokedKeys: [] });
  if (account.isRevoked) {
    const message = 'All keys of this account are revoked. To restore all revoked keys, omit the field "key".';
    throw new ControlError('invalid_input', message);
  }
  const fingerprint = context.fingerprint(key);
  changeAccount(account, { revokedKeys: account.revokedKeys.filter((revoked) => revoked !== fingerprint) });
}
