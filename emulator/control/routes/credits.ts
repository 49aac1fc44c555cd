/** An account's credits and keys. */

import * as z from 'zod';
import { answerJson } from '../../api/record.ts';
import { toDollars, toMicros } from '../../../contract/prices.ts';
import type { Account } from '../../domain/account.ts';
import { grant } from '../../domain/ledger.ts';
import { KeyText } from './accounts.ts';
import { AccountView } from '../view-schemas.ts';
import { accountView } from '../views.ts';
import { ControlError } from '../control-error.ts';
import { noAccount } from '../account-lookup.ts';
import { issueKey, tellOfAccount } from '../account-opening.ts';
import { defineRoute, type ControlRoom, type ControlRoute, type Params } from '../route.ts';

const MOST_USD = 1_000_000_000;
const answer = { status: 200, description: 'The account as it stands then.', schema: AccountView };
const OneKey = z.strictObject({ key: KeyText });
const SomeKey = z.strictObject({
  key: KeyText.optional().meta({ description: 'All keys of the account when left out.' }),
});

export const BOOK_ROUTES: readonly ControlRoute[] = [
  defineRoute({
    method: 'PUT',
    path: '/_standin/accounts/{name}/balance',
    operationId: 'setBalance',
    tag: 'credits',
    summary: 'Set what an account can spend',
    description: 'What is granted changes with it, so that the books balance.',
    body: z.strictObject({ balance_usd: z.number().min(0).max(MOST_USD) }),
    answer,
    errors: ['account_not_found'],
    run: ({ room, params, body }) =>
      change(room, params, (account) => granted(account, toMicros(body.balance_usd) - account.ledger.balance)),
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/grants',
    operationId: 'grantCredits',
    tag: 'credits',
    summary: 'Put credits in, or with a negative amount take them out',
    body: z.strictObject({ amount_usd: z.number().min(-MOST_USD).max(MOST_USD) }),
    answer,
    errors: ['account_not_found', 'balance_too_low'],
    run: ({ room, params, body }) => change(room, params, (account) => granted(account, toMicros(body.amount_usd))),
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/keys',
    operationId: 'issueKey',
    tag: 'keys',
    summary: 'Let one more key open an account',
    body: OneKey,
    answer,
    errors: ['account_not_found', 'key_taken', 'no_room'],
    run: ({ room, params, body: { key } }) =>
      change(room, params, (account) => {
        issueKey(room, key, account);
        return account;
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/keys/revoke',
    operationId: 'revokeKey',
    tag: 'keys',
    summary: 'Revoke one key of an account, or all',
    description: 'From the next request on it is answered like a key that never existed.',
    body: SomeKey,
    answer,
    errors: ['account_not_found'],
    run: ({ room, params, body: { key } }) =>
      change(room, params, (account) => {
        if (key === undefined) return { ...account, isRevoked: true };
        return { ...account, revokedKeys: [...new Set([...account.revokedKeys, room.context.fingerprint(key)])] };
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/keys/restore',
    operationId: 'restoreKey',
    tag: 'keys',
    summary: 'Let a revoked key, or all of them, work again',
    description: 'When all were revoked at once, they can only be restored at once.',
    body: SomeKey,
    answer,
    errors: ['account_not_found', 'invalid_input'],
    run: ({ room, params, body: { key } }) => change(room, params, (account) => restored(room, account, key)),
  }),
];

async function change(
  room: ControlRoom,
  { name }: Params,
  step: (account: Account) => Account,
): Promise<ReturnType<typeof answerJson>> {
  const account = (await room.context.store.changeAccount(name, step)) ?? noAccount(name);
  tellOfAccount(room, 'changed', account);
  return answerJson(200, accountView(account, room.context.realNow()));
}

function granted(account: Account, amount: number): Account {
  const ledger = grant(account.ledger, amount);
  if (ledger !== undefined) return { ...account, ledger };
  const message = `The balance is ${toDollars(account.ledger.balance)} US dollars; that much at most can be taken out.`;
  throw new ControlError('balance_too_low', message);
}

function restored({ context }: ControlRoom, account: Account, key: string | undefined): Account {
  if (key === undefined) return { ...account, isRevoked: false, revokedKeys: [] };
  if (account.isRevoked) {
    throw new ControlError('invalid_input', 'All keys of this account are revoked. Restore them all: leave key out.');
  }
  const fingerprint = context.fingerprint(key);
  return { ...account, revokedKeys: account.revokedKeys.filter((revoked) => revoked !== fingerprint) };
}
