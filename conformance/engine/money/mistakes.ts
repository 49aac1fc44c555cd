/** Bounds what a run pays for creates that the server accepts by mistake. */

import { RESOLUTIONS } from '../../../contract/dimensions.ts';
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

/** The error for a server that accepted too many creates by mistake. */
export class TooManyMistakes extends Error {
  override readonly name = 'TooManyMistakes';

  constructor(dollars: number) {
    super(
      `The server accepted create requests that it must reject. Their cost is ${dollarText(dollars)} in total. The run sends no more of them, because each can cost money.`,
    );
  }
}

const LONGEST: readonly Cost[] = RESOLUTIONS.flatMap((resolution) =>
  [0, LIMITS.sourceVideoIds.combinedSeconds].map((source) => ({
    resolution,
    output: LIMITS.durationSeconds.max,
    source,
  })),
);

/** Returns the bound of all mistakes of a run: the price of the most expensive create. */
export function mostForMistakes(priceOf: (cost: Cost) => number | undefined): number | undefined {
  const prices = LONGEST.flatMap((cost) => priceOf(cost) ?? []);
  return prices.length === LONGEST.length ? Math.max(...prices) : undefined;
}

export function createMistakes(charges: Charges) {
  const underWay = new Map<Promise<unknown>, number>();
  let firstFree: Promise<unknown> | undefined;

  const mayBeFree = (create: UnplannedCreate): boolean => create.isFree === true && !charges.isFreeKeyCharged();

  const start = <Result>(price: number, send: () => Promise<Result>): Promise<Result> => {
    const sent = send();
    const settled: Promise<unknown> = sent.then(ignore, ignore).then(() => underWay.delete(settled));
    underWay.set(settled, price);
    return sent;
  };

  return {
    /** Sends the create as soon as the bound covers it and all creates in flight. */
    risk: async <Result>(create: UnplannedCreate, send: () => Promise<Result>): Promise<Result> => {
      if (mayBeFree(create)) {
        // The response to the first one shows whether the key is free.
        if (firstFree === undefined) {
          const sent = start(0, send);
          firstFree = sent.then(ignore, ignore);
          return sent;
        }
        await firstFree;
      }
      const price = mayBeFree(create) ? 0 : (charges.estimate(charges.costOf(create.body)) ?? 0);
      const most = mostForMistakes(charges.estimate) ?? Number.POSITIVE_INFINITY;
      const held = (): number => [...underWay.values()].reduce((sum, one) => sum + one, 0);
      while (underWay.size > 0 && charges.mistaken() + held() + price > most) await Promise.race(underWay.keys());
      if (charges.mistaken() + price > most) throw new TooManyMistakes(charges.mistaken());
      return start(price, send);
    },
  };
}

function ignore(): void {}
