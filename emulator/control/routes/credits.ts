/** The routes for the credits of an account. */

import * as z from 'zod';
import { dollarText, toDollars, toMicros } from '../../../contract/prices.ts';
import { changeAccount, type Account } from '../../domain/account.ts';
import { grant } from '../../domain/ledger.ts';
import { changedAccount, updateAccount } from '../account-lookup.ts';
import { ControlError } from '../control-error.ts';
import { routesOf, type ControlRoute } from '../route.ts';

const MOST_USD = 1_000_000_000;

const route = routesOf('credits');

export const CREDIT_ROUTES: readonly ControlRoute[] = [
  route('PUT /_standin/accounts/{name}/balance', {
    operationId: 'setBalance',
    summary: 'Set the balance of an account',
    description: '`granted_usd` changes by the same amount, so the ledger stays consistent.',
    body: z.strictObject({ balance_usd: z.number().min(0).max(MOST_USD) }),
    answer: changedAccount,
    view: (call) =>
      updateAccount(call, (account) => addCredits(account, toMicros(call.body.balance_usd) - account.ledger.balance)),
  }),
  route('POST /_standin/accounts/{name}/grants', {
    operationId: 'grantCredits',
    summary: 'Add credits to an account, or remove credits with a negative amount',
    body: z.strictObject({ amount_usd: z.number().min(-MOST_USD).max(MOST_USD) }),
    answer: changedAccount,
    errors: ['balance_too_low'],
    view: (call) => updateAccount(call, (account) => addCredits(account, toMicros(call.body.amount_usd))),
  }),
];

function addCredits(account: Account, amount: number): void {
  const ledger = grant(account.ledger, amount);
  if (ledger !== undefined) return changeAccount(account, { ledger });
  const message = `The balance is ${dollarText(toDollars(account.ledger.balance))}. Remove at most this amount.`;
  throw new ControlError('balance_too_low', message);
}
