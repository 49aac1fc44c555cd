/**
 * Groups the failures of a run into findings, one for each thing to fix. If a foundation fails, such as "a valid create
 * is accepted", the failures that show the same wrong answer follow from it.
 */

import * as z from 'zod';
import type { Exchange } from '../client/exchange.ts';
import type { Result } from './judge.ts';
import { hasSameWrongAnswer, isAcceptedCreate } from './operation.ts';
import { isFailing } from './outcome.ts';
import { promiseOf } from './promises.ts';

/** A check on which many other checks depend. */
export interface Foundation {
  readonly check: string;
  /** The advice for the server's author. */
  readonly fix: string;
  /** Returns whether an exchange shows this defect and not another one. By default, it does. */
  readonly shows?: (exchange: Exchange, all: readonly Exchange[]) => boolean;
  /** Returns whether another exchange shows the same defect. By default, it does if it has the same wrong response. */
  readonly explains?: (exchange: Exchange, cause: Exchange) => boolean;
}

export const Finding = z.object({
  /** The promise that is broken. */
  promise: z.string(),
  /** The failed cases of this promise, beginning with the case to show. */
  cases: z.array(z.string()),
  /** The advice for the server's author, if the promise is a foundation. */
  fix: z.string().optional(),
  /** Cases of other promises that failed for the same cause. */
  failed: z.array(z.string()),
  /** Cases that could not be tested for the same cause. */
  blocked: z.array(z.string()),
});
export type Finding = z.output<typeof Finding>;

export interface Foundations {
  readonly foundations: readonly Foundation[];
  /** Returns whether a check combines defects that other checks try alone. Its failures come after the others. */
  readonly isCombined: (check: string) => boolean;
}

interface Found {
  readonly own: Result;
  readonly fix?: string;
  /** Results that failed, or could not be tested, for the same cause. */
  readonly consequences: readonly Result[];
}

/** Returns the findings of a run: causes in the order of the foundations, then the other broken promises. */
export function findingsOf(
  results: readonly Result[],
  exchanges: readonly Exchange[],
  { foundations, isCombined }: Foundations,
): Finding[] {
  const byNumber = new Map(exchanges.map((exchange) => [exchange.n, exchange]));
  const witnessOf = (result: Result): Exchange | undefined => byNumber.get(result.exchanges.at(-1) ?? 0);
  const left = new Set(results.filter((result) => isFailing(result) || result.verdict === 'untestable'));
  const causes = foundations.flatMap(({ check, fix, shows, explains = hasSameWrongAnswer }): Found[] => {
    const own = [...left].find((result) => result.id === check && isFailing(result));
    const witness = own && witnessOf(own);
    if (own === undefined || witness === undefined || shows?.(witness, exchanges) === false) return [];
    left.delete(own);
    const broken = new Set(exchanges.filter((exchange) => explains(exchange, witness)).map(({ probe }) => probe));
    const consequences = [...left].filter((result) => {
      const last = witnessOf(result);
      const follows = last !== undefined && (last.n === witness.n || explains(last, witness));
      return follows || (result.lack?.generation !== undefined && broken.has(result.lack.generation));
    });
    for (const result of consequences) left.delete(result);
    return [{ own, fix, consequences }];
  });
  const rank = (result: Result): number => {
    const last = witnessOf(result);
    const isTaken = last !== undefined && isAcceptedCreate(last);
    return (result.verdict === 'fail' ? 0 : 4) + (isTaken ? 2 : 0) + (isCombined(result.id) ? 1 : 0);
  };
  const others = [...left].filter(isFailing).toSorted((a, b) => rank(a) - rank(b));
  return merged([...causes, ...others.map((own): Found => ({ own, consequences: [] }))]);
}

/** Merges the findings of one promise, so that its cases are together. */
function merged(found: readonly Found[]): Finding[] {
  const byPromise = new Map<string, Finding>();
  for (const { own, fix, consequences } of found) {
    const promise = promiseOf(own);
    const before = byPromise.get(promise) ?? { promise, cases: [], failed: [], blocked: [] };
    const failed = consequences.filter(isFailing);
    const isSame = (result: Result): boolean => promiseOf(result) === promise;
    byPromise.set(promise, {
      ...before,
      ...(fix === undefined ? {} : { fix }),
      cases: [...before.cases, own.id, ...idsOf(failed.filter(isSame))],
      failed: [...before.failed, ...idsOf(failed.filter((result) => !isSame(result)))],
      blocked: [...before.blocked, ...idsOf(consequences.filter((result) => !isFailing(result)))],
    });
  }
  return [...byPromise.values()];
}

function idsOf(results: readonly Result[]): string[] {
  return results.map(({ id }) => id);
}
