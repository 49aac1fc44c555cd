/** `/_standin/accounts`: opening, reading, resetting and deleting accounts. */

import * as z from 'zod';
import { answerJson } from '../api/record.ts';
import { emptyState } from '../domain/account-state.ts';
import { newAccount, type Account } from '../domain/account.ts';
import { toOwnSettings } from '../settings/resolve.ts';
import { ownAccountShape } from '../settings/account-schema.ts';
import { AccountView } from './account-schema.ts';
import { accountView } from './account-view.ts';
import { findAccount, noAccount } from './find-account.ts';
import { issueKey, newNameAndKey, noRoom, tellOfAccount } from './open-account.ts';
import { openingBalance, refuseUnknown } from './scenarios.ts';
import { defineRoute, type ControlRoom, type ControlRoute } from './route.ts';

const TAG = 'accounts';
const name = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._+/=-]{1,64}$/, 'must be 1 to 64 letters, digits or . _ - + / =, and not only dots')
  .meta({ description: 'Made up when left out.' });
export const KeyText = z
  .string()
  .regex(/^[A-Za-z0-9._~+/-]{8,200}=*$/, 'must be 8 to 200 letters, digits or . _ ~ + / -')
  .meta({ description: 'An API key. It is never shown again.' });

/** The name and the key of a new account. */
export const newAccountShape = { name: name.optional(), key: KeyText.optional() };
export const Opened = z.object({ account: AccountView, key: z.string() });

export const ACCOUNT_ROUTES: readonly ControlRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/_standin/accounts',
    operationId: 'listAccounts',
    tag: TAG,
    summary: 'List the accounts that are open',
    query: z.strictObject({
      prefix: z.string().default('').meta({ description: 'Only names that begin so.' }),
      limit: z.coerce.number().int().min(1).max(10_000).default(100),
    }),
    answer: {
      status: 200,
      description: 'In the order in which they opened.',
      schema: z.object({ accounts: z.array(AccountView), total: z.int() }),
    },
    run: async ({ room: { context }, query: { prefix, limit } }) => {
      const found = (await context.store.listAccounts()).filter((account) => account.name.startsWith(prefix));
      const accounts = found.slice(0, limit).map((account) => accountView(account, context.realNow()));
      return answerJson(200, { accounts, total: found.length });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts',
    operationId: 'openAccount',
    tag: TAG,
    summary: 'Open an account, with settings and a key',
    description: 'What is left out is as for every account. Without a key it gets `sk_standin_<name>`.',
    body: z.strictObject({ ...newAccountShape, ...ownAccountShape }),
    answer: { status: 201, description: 'The account and its key, which is shown this once.', schema: Opened },
    errors: ['account_exists', 'key_taken', 'no_room'],
    run: async ({ room, body: { name: wantedName, key: wantedKey, ...own } }) => {
      const { name, key } = await newNameAndKey(room, { name: wantedName, key: wantedKey });
      if (own.scenario !== undefined) refuseUnknown(room, [own.scenario]);
      const balance = own.balance ?? openingBalance(room, own.scenario);
      const settings = { ...room.context.settings.account, ...toOwnSettings({ ...own, balance }) };
      issueKey(room, key, { name, settings });
      const realNow = room.context.realNow();
      const clock = own.clock === undefined ? room.context.defaultClock.read() : undefined;
      const opened = await room.context.store.openAccount({ name, setUp: '', settings, clock }, realNow);
      if (opened.kind !== 'open') return noRoom();
      tellOfAccount(room, 'opened', opened.account);
      return answerJson(201, { account: accountView(opened.account, realNow), key });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/_standin/accounts/{name}',
    operationId: 'getAccount',
    tag: TAG,
    summary: 'Read an account: its books, its clock, its counters',
    answer: { status: 200, description: 'The account as it stands.', schema: AccountView },
    errors: ['account_not_found'],
    run: async ({ room, params }) => answerAccount(room, await findAccount(room, params)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/_standin/accounts/{name}',
    operationId: 'deleteAccount',
    tag: TAG,
    summary: 'Forget an account and break off what is in flight for it',
    description: 'Its next request opens it anew, unless its key was issued by this API.',
    answer: { status: 200, description: 'It is forgotten.', schema: z.object({ deleted: z.string() }) },
    errors: ['account_not_found'],
    run: async ({ room, params }) => {
      const account = await findAccount(room, params);
      room.context.keys.withdraw(account.name);
      if (room.journal.isOn) room.journal.clear(account.name);
      await room.context.store.deleteAccount(account.name);
      tellOfAccount(room, 'deleted', account);
      return answerJson(200, { deleted: account.name });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/reset',
    operationId: 'resetAccount',
    tag: TAG,
    summary: 'Put an account back to how it opened',
    description:
      'Books, clock, counters, generations, Idempotency-Keys, revocations, fault rules, scenarios and journal. What is in flight is broken off: no answer from before arrives after it. The seed is the same, so the run repeats.',
    answer: { status: 200, description: 'The account as it opened.', schema: AccountView },
    errors: ['account_not_found'],
    run: async ({ room, params }) => answerAccount(room, await reset(room, await findAccount(room, params))),
  }),
];

async function reset(room: ControlRoom, { name, setUp, settings }: Account): Promise<Account> {
  const { store, epochs, faults, defaultClock, realNow } = room.context;
  const fresh = newAccount({ name, setUp, settings, clock: defaultClock.read() }, realNow());
  epochs.end(name);
  faults.forget(name);
  if (room.journal.isOn) room.journal.clear(name);
  if (!(await store.importAccount(emptyState(fresh), realNow()))) return noAccount(name);
  tellOfAccount(room, 'reset', fresh);
  return fresh;
}

function answerAccount({ context }: ControlRoom, account: Account): ReturnType<typeof answerJson> {
  return answerJson(200, accountView(account, context.realNow()));
}
