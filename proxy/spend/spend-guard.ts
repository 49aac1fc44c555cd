/** Enforces the budget: a create is forwarded only if its price fits, and after it is written to disk. */

import { createHash } from 'node:crypto';
import { dollarText, toDollars, toMicros, type Micros } from '../../contract/prices.ts';
import type { Spending } from '../../emulator/api/service.ts';
import { Payments, type Payment, type PaymentKey } from './payments.ts';
import type { SpendLog } from './spend-log.ts';

/** A create that asks for permission. */
export interface PaidCreate {
  /** The id of the request. */
  readonly name: string;
  /** The Authorization header of the caller. Only a digest of it is stored. */
  readonly caller: string;
  readonly idempotencyKey: string | undefined;
  readonly body: Uint8Array;
  readonly price: Micros;
}

/** An allowed create. One of the methods is called when its outcome is known. */
export interface Attempt {
  /** The id and the cost in micro-dollars, if the record contains them. */
  accepted(id: string | undefined, cost: Micros | undefined): void;
  refused(): void;
  lost(): void;
}

export interface SpendGuard {
  /** Allows a create, or returns why it is rejected. */
  begin(create: PaidCreate): Attempt | string;
  /** Records the status and cost in a record. */
  tell(id: string, status: unknown, cost: Micros | undefined): void;
  readonly spending: () => Spending;
  /** Ends the run. */
  close(): void;
  /** Releases the log of a run that did not start. */
  abandon(): void;
}

const NO_BUDGET =
  'This proxy was started without a budget, so it forwards no create requests. Start the proxy with --budget and an amount in US dollars.';

/** Creates a guard without a budget, which allows no creates. */
export function closedGuard(): SpendGuard {
  return {
    begin: () => NO_BUDGET,
    tell: () => undefined,
    spending: () => ({ budget: undefined, spent: 0, uncertain: 0, creates: 0 }),
    close: () => undefined,
    abandon: () => undefined,
  };
}

/** Creates a guard with a budget in US dollars. The spending of a crashed run counts. */
export function openSpendGuard(budget: number, log: SpendLog): SpendGuard {
  const limit = toMicros(budget);
  const payments = replayed(log);
  const begin = (create: PaidCreate): Attempt | string => {
    const { name, price } = create;
    const body = digestOf(create.body);
    const key = keyOf(log, create, body);
    const payment = payments.begin(key, price, (total) => limit - total);
    if (payment === undefined) return overBudget(price, { limit, total: payments.total });
    try {
      log.write({ event: 'intend', name, idempotencyKey: key ?? '', body, usd: toDollars(price) });
    } catch (cause) {
      payments.refuse(payment);
      throw cause;
    }
    return {
      accepted: (id = `unknown ${name}`, cost = price) => {
        payments.accept(payment, id, cost);
        log.write({ event: 'accepted', name, id, body, usd: toDollars(cost) });
      },
      refused: () => {
        payments.refuse(payment);
        log.write({ event: 'refused', name });
      },
      lost: () => {
        payments.lose(payment);
        log.write({ event: 'lost', name });
      },
    };
  };
  return {
    begin,
    tell: (id, status, cost) => {
      const current = status === 'failed' ? 0 : cost;
      if (current !== undefined && payments.tell(id, current))
        log.write({ event: 'cost', id, usd: toDollars(current) });
    },
    spending: () => ({
      budget,
      spent: toDollars(payments.spent),
      uncertain: toDollars(payments.total - payments.spent),
      creates: payments.accepted,
    }),
    close: () => {
      try {
        log.write({ event: 'end', usd: toDollars(payments.total) });
      } finally {
        log.unlock();
      }
    },
    abandon: log.unlock,
  };
}

/** Replays the creates of a crashed run. A create that was in flight may have been accepted. */
function replayed({ earlier }: SpendLog): Payments {
  const payments = new Payments();
  const underWay = new Map<string, Payment>();
  for (const line of earlier) {
    if (line.event === 'intend') {
      const key = line.idempotencyKey === '' ? undefined : line.idempotencyKey;
      const payment = payments.begin(key, toMicros(line.usd), () => Infinity);
      if (payment !== undefined) underWay.set(line.name, payment);
    }
    if (line.event === 'cost') payments.tell(line.id, toMicros(line.usd));
    if (line.event !== 'accepted' && line.event !== 'refused' && line.event !== 'lost') continue;
    const payment = underWay.get(line.name);
    if (payment === undefined) continue;
    underWay.delete(line.name);
    if (line.event === 'accepted') payments.accept(payment, line.id, toMicros(line.usd));
    else if (line.event === 'refused') payments.refuse(payment);
    else payments.lose(payment);
  }
  for (const payment of underWay.values()) payments.lose(payment);
  return payments;
}

/** Identifies a repeated create: the same key, from the same caller, with the same body. */
function keyOf({ runId }: SpendLog, { caller, idempotencyKey }: PaidCreate, body: string): PaymentKey {
  if (idempotencyKey === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([runId, caller, idempotencyKey, body]))
    .digest('base64url');
}

function digestOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url');
}

function overBudget(price: Micros, { limit, total }: { readonly limit: Micros; readonly total: Micros }): string {
  const [cost, left, all] = [price, Math.max(0, limit - total), limit].map((micros) => dollarText(toDollars(micros)));
  return `This create request can cost ${cost}, but only ${left} of the ${all} budget is left. Request a cheaper generation, or start the proxy with a larger --budget.`;
}
