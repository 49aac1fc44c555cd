/** The route `/_standin/accounts/{name}/ledger`: the credits of an account and their history. */

import * as z from 'zod';
import { toLedgerInDollars } from '../../domain/ledger.ts';
import { decideAccount, openJournal } from '../account-lookup.ts';
import { MOVEMENTS, toLedgerSheet } from '../ledger-rows.ts';
import { routesOf, type ControlRoute } from '../route.ts';
import { LedgerView } from '../view-schemas.ts';

const Row = z
  .object({
    kind: z.enum(MOVEMENTS),
    amount_usd: z.number().meta({
      description: 'Negative if credits were removed, or if a restored snapshot reversed a capture.',
    }),
    ledger: LedgerView.meta({ description: 'The ledger after this entry.' }),
    at: z.string().nullable().meta({
      description:
        "The time on the account's clock. Null for some changes that no request caused: changes before the server started, and changes in another replica.",
    }),
    request_id: z.string().nullable().meta({
      description:
        'The request that caused this entry. Null if the clock, the control API or a restored snapshot caused this entry.',
    }),
    generation: z.string().nullable(),
  })
  .meta({ description: 'One entry of the ledger.' });

const LedgerSheetView = z.object({
  ledger: LedgerView,
  opening: LedgerView.meta({ description: 'The ledger before the oldest row.' }),
  refunded_usd: z.number().meta({ description: 'The total of the refunds in all rows.' }),
  rows: z.array(Row),
  total: z.int().meta({ description: 'The total number of rows.' }),
  is_lossy: z.boolean().meta({
    description:
      'Whether the journal lost earlier requests. If true, `opening` is not the initial ledger of the account.',
  }),
});

export type LedgerSheetView = z.output<typeof LedgerSheetView>;

const route = routesOf('credits');

export const LEDGER_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/accounts/{name}/ledger', {
    operationId: 'readLedger',
    summary: 'Read the ledger of an account, entry by entry',
    description:
      'The rows come from the requests in the journal of the account, and from changes without a request. The sum of `opening` and all rows equals `ledger`.',
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(10_000).default(100),
      offset: z.coerce.number().int().min(0).default(0),
    }),
    answer: {
      description: 'The ledger and its rows, newest first.',
      schema: LedgerSheetView,
    },
    errors: ['journal_off'],
    view: async (call) => {
      const { services, query } = call;
      const journal = await openJournal(services);
      // Both are read in one decision, so that they are consistent.
      const { current, isLossy, ...sources } = await decideAccount(call, ({ name, ledger }) => {
        const { entries, isLossy } = journal.of(name).since(0);
        return { current: toLedgerInDollars(ledger), entries, moves: services.money.of(name), isLossy };
      });
      const { opening, rows, refunded } = toLedgerSheet(sources, current);
      const page = rows.toReversed().slice(query.offset, query.offset + query.limit);
      return { ledger: current, opening, refunded_usd: refunded, rows: page, total: rows.length, is_lossy: isLossy };
    },
  }),
];
