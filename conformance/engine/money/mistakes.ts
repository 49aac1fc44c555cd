/** Bounds what a run pays for creates that the server accepts by mistake. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Cost } from '../define.ts';
import type { Charges } from './charges.ts';
import { dollarText } from '../../../contract/prices.ts';

/** A create that costs nothing, unless the server accepts it by mistake. */
export interface UnplannedCreate {
  readonly body: string | undefined;
  /** The key has no credits, so the create is free, unless the server accepts creates with this key. */
  readonly isFree?: boolean;
}

/** The server accepted too many creates by mistake; the message says so. */
export class TooManyMistakes extends Error {
  override readonly name = 'TooManyMistakes';

  constructor(dollars: number) {
    super(
      `The server accepted creates that it must reject, for ${dollarText(dollars)} in all. No more are sent, because each may have to be paid for.`,
    );
  }
}

export interface Mistakes {
  /** Whether the create is known to be free: its key has no credits, and the server did not charge the first create. */
  isFree(create: UnplannedCreate): boolean;
  /** The maximum cost of an unplanned create; undefined if no price is known. */
  priceOf(create: UnplannedCreate): number | undefined;
  /** Sends the create once the bound covers it beside all that are under way. */
  risk<Result>(create: UnplannedCreate, send: () => Promise<Result>): Promise<Result>;
}

const LONGEST = { resolution: '1080p', output: LIMITS.durationSeconds.max } as const;

/** The bound of all mistakes of a run: the price of the dearest create. */
export function mostForMistakes(priceOf: (cost: Cost) => number | undefined): number | undefined {
  const prices = [0, LIMITS.sourceVideoIds.combinedSeconds].map((source) => priceOf({ ...LONGEST, source }));
  const [without, withSources] = prices;
  return without === undefined || withSources === undefined ? undefined : Math.max(without, withSources);
}

/** The bound of the one mistake that may exceed a budget: the price of the cheapest create with a source video. */
export function mostBeyondBudget(priceOf: (cost: Cost) => number | undefined): number | undefined {
  const output = LIMITS.durationSeconds.min;
  const [without, withSource] = [0, output].map((source) => priceOf({ resolution: '480p', output, source }));
  return without === undefined || withSource === undefined ? undefined : Math.max(without, withSource);
}

export function createMistakes(charges: Charges): Mistakes {
  const underWay = new Map<Promise<unknown>, number>();
  let firstFree: Promise<unknown> | undefined;
  let isKeyTried = false;

  const mayBeFree = (create: UnplannedCreate): boolean => create.isFree === true && !charges.isFreeKeyCharged();
  const priceOf = (create: UnplannedCreate): number | undefined =>
    mayBeFree(create) ? 0 : charges.estimate(charges.costOf(create.body));

  const start = <Result>(price: number, send: () => Promise<Result>): Promise<Result> => {
    const sent = send();
    const settled: Promise<unknown> = sent.then(ignore, ignore).then(() => underWay.delete(settled));
    underWay.set(settled, price);
    return sent;
  };

  return {
    isFree: (create) => isKeyTried && mayBeFree(create),
    priceOf,
    risk: async (create, send) => {
      if (mayBeFree(create)) {
        // The response to the first one shows whether the key is free.
        if (firstFree === undefined) {
          const sent = start(0, send);
          firstFree = sent.then(ignore, ignore).then(() => (isKeyTried = true));
          return sent;
        }
        await firstFree;
      }
      const price = priceOf(create) ?? 0;
      const most = mostForMistakes(charges.estimate) ?? Number.POSITIVE_INFINITY;
      const held = (): number => [...underWay.values()].reduce((sum, one) => sum + one, 0);
      while (underWay.size > 0 && charges.mistaken() + held() + price > most) await Promise.race(underWay.keys());
      if (charges.mistaken() + price > most) throw new TooManyMistakes(charges.mistaken());
      return start(price, send);
    },
  };
}

function ignore(): void {}
