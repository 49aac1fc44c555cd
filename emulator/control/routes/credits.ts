/** The routes for the credits of an account and their history. */

import * as z from 'zod';
import { dollarText, toDollars, toMicros } from '../../../contract/prices.ts';
import { changeAccount, type Account } from '../../domain/account.ts';
import { grant, toLedgerInDollars } from '../../domain/ledger.ts';
import { changedAccount, decideAccount, openJournal, updateAccount } from '../account-changes.ts';
import { ControlError } from '../control-error.ts';
import { LedgerRow, toLedgerSheet } from '../ledger-rows.ts';
import { routesOf, type ControlRoute } from '../route.ts';
import { LedgerView } from '../view-schemas.ts';

const MOST_USD = 1_000_000_000;

const LedgerSheetView = z.object({
  ledger: LedgerView,
  opening: LedgerView.meta({ description: 'The ledger before the oldest row.' }),
  refunded_usd: z.number().meta({ description: 'The total of the refunds in all rows.' }),
  rows: z.array(LedgerRow),
  total: z.int().meta({ description: 'The total number of rows.' }),
  is_lossy: z.boolean().meta({
    description:
      'Whether the journal lost earlier requests. If true, `opening` is not the initial ledger of the account.',
  }),
});

export type LedgerSheetView = z.output<typeof LedgerSheetView>;

const route = routesOf('credits');

export const CREDIT_ROUTES: readonly ControlRoute[] = [
  route('PUT /_standin/accounts/{name}/balance', 'setBalance', {
    summary: 'Set the balance of an account',
    description: '`granted_usd` changes by the same amount, so the ledger stays consistent.',
    body: z.strictObject({ balance_usd: z.number().min(0).max(MOST_USD) }),
    answer: changedAccount,
    view: (call) =>
      updateAccount(call, (account) => addCredits(account, toMicros(call.body.balance_usd) - account.ledger.balance)),
  }),
  route('POST /_standin/accounts/{name}/grants', 'grantCredits', {
    summary: 'Add credits to an account, or remove credits with a negative amount',
    body: z.strictObject({ amount_usd: z.number().min(-MOST_USD).max(MOST_USD) }),
    answer: changedAccount,
    errors: ['balance_too_low'],
    view: (call) => updateAccount(call, (account) => addCredits(account, toMicros(call.body.amount_usd))),
  }),
  route('GET /_standin/accounts/{name}/ledger', 'readLedger', {
    summary: 'Read the ledger of an account, entry by entry',
    description:
      'The rows come from the requests in the journal of the account, and from changes without a request. The sum of `opening` and all rows equals `ledger`.',
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(10_000).default(100),
      offset: z.coerce.number().int().min(0).default(0),
    }),
    answer: { description: 'The ledger and its rows, newest first.', schema: LedgerSheetView },
    errors: ['journal_off'],
    view: async (call) => {
      const { services, query } = call;
      const journal = await openJournal(services);
      // Both are read in one decision, so that they are consistent.
      const { current, isLossy, ...sources } = await decideAccount(call, ({ name, ledger }) => {
        const { entries, isLossy } = journal.of(name).since(0);
        return {
          current: toLedgerInDollars(ledger),
          entries,
          ledgerChanges: services.log.ledgerChangesOf(name),
          isLossy,
        };
      });
      const { opening, rows, refunded } = toLedgerSheet(sources, current);
      const page = rows.toReversed().slice(query.offset, query.offset + query.limit);
      return { ledger: current, opening, refunded_usd: refunded, rows: page, total: rows.length, is_lossy: isLossy };
    },
  }),
];

function addCredits(account: Account, amount: number): void {
  const ledger = grant(account.ledger, amount);
  if (ledger !== undefined) return changeAccount(account, { ledger });
  const message = `The balance is ${dollarText(toDollars(account.ledger.balance))}. Remove at most this amount.`;
  throw new ControlError('balance_too_low', message);
}
