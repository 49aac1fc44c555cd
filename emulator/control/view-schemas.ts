/** The schemas of accounts, clocks and ledgers in the control API. */

import * as z from 'zod';
import { STATUSES } from '../../contract/generation.ts';
import { SETTLE_MODES, WIRE_CLOCKS } from '../domain/account.ts';
import { LIMIT_PROFILES } from '../domain/limits.ts';

const time = z.iso.datetime().meta({ description: "A time on the account's clock." });
const dollars = z.number();

export const ClockView = z.object({
  now: time,
  clock: z.string().describe('The clock in the form of the setting: `real`, `frozen`, or a rate such as `x60`.'),
  mode: z
    .enum(['real', 'scaled', 'frozen'])
    .meta({ description: 'The kind of the clock. The field `clock` also contains the rate, as in `x60`.' }),
  rate: z.number().describe("Seconds on the account's clock per real second. 0 means that the clock is frozen."),
});

export const LedgerView = z
  .object({ granted_usd: dollars, balance_usd: dollars, reserved_usd: dollars, captured_usd: dollars })
  .meta({ description: 'The sum of balance, reserved and captured always equals granted.' });

export const AccountView = z.object({
  name: z.string(),
  forked_from: z.string().nullable(),
  ledger: LedgerView,
  clock: ClockView,
  settings: z.object({
    balance: z.number(),
    latency: z.string(),
    seed: z.int(),
    settle: z.enum(SETTLE_MODES),
    limits: z.enum(LIMIT_PROFILES),
    wire: z.enum(WIRE_CLOCKS),
  }),
  counters: z.object({ created: z.int().meta({ description: 'The number of generations so far.' }) }),
  keys: z.enum(['valid', 'some_revoked', 'revoked']),
  scenarios: z.array(z.string()).meta({ description: 'Failure scenarios that are on for the whole account.' }),
});

const NAME_FORM = '1 to 64 letters, digits or . _ - + / =, and not only dots';
const NewAccountName = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._+/=-]{1,64}$/, `must be ${NAME_FORM}`)
  .meta({ description: 'Generated if omitted.' });
/** A valid account name. Accounts that were opened with `auth: any` have names such as `key:…`. */
export const AccountNameText = z.union([NewAccountName, z.string().regex(/^key:[\w-]{16}$/)], `must be ${NAME_FORM}`);
export const ApiKeyText = z
  .string()
  .regex(/^[A-Za-z0-9._~+/-]{8,200}=*$/, 'must be 8 to 200 letters, digits or . _ ~ + / -')
  .meta({ description: 'An API key. The key is never shown again.' });

/** The name and the key of a new account. */
export const newAccountShape = { name: NewAccountName.optional(), key: ApiKeyText.optional() };
export const OpenedAccountView = z.object({ account: AccountView, key: z.string() });

const at = z.iso.datetime();
export const TimeEventView = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('generation'),
      at,
      id: z.string(),
      from: z.enum(STATUSES),
      to: z.enum(STATUSES),
      settled: z.boolean().describe('Whether the record shows this change. If not, the next poll shows it.'),
    }),
    z.object({ type: z.enum(['capture', 'refund']), at, id: z.string(), amount_usd: z.number() }),
    z.object({ type: z.literal('idempotency_expired'), at, id: z.string(), key: z.string() }),
    z.object({ type: z.literal('rate_refilled'), at, operation: z.enum(['create', 'get', 'content']) }),
  ])
  .meta({ description: 'A change that the clock caused.' });

export const ClockChangeView = z.object({
  clock: ClockView,
  events: z.array(TimeEventView).meta({ description: 'The changes, in the order in which they happened.' }),
  live: z.int().meta({ description: 'The number of generations that have not ended.' }),
});

export type ClockView = z.output<typeof ClockView>;
export type LedgerView = z.output<typeof LedgerView>;
export type AccountView = z.output<typeof AccountView>;
export type ClockChangeView = z.output<typeof ClockChangeView>;
export type TimeEventView = z.output<typeof TimeEventView>;
