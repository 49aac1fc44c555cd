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

type Found = Readonly<Record<'failed' | 'blocked', Result[]>> & {
  readonly own: Result;
  readonly fix?: string;
};

/** Returns the findings of a run: causes in the order of the foundations, then the other broken promises. */
export function findingsOf(
  results: readonly Result[],
  exchanges: readonly Exchange[],
  { foundations, isCombined }: Foundations,
): Finding[] {
  const left = {
    failing: new Set(results.filter(isFailing)),
    untested: new Set(results.filter(({ verdict }) => verdict === 'untestable')),
  };
  const found = foundations.flatMap((foundation) => causeIn(left, exchanges, foundation) ?? []);
  const byNumber = new Map(exchanges.map((exchange) => [exchange.n, exchange]));
  const rank = (result: Result): number => {
    const last = byNumber.get(result.exchanges.at(-1) ?? 0);
    const isTaken = last !== undefined && isAcceptedCreate(last);
    return (result.verdict === 'fail' ? 0 : 4) + (isTaken ? 2 : 0) + (isCombined(result.id) ? 1 : 0);
  };
  const others = [...left.failing].toSorted((a, b) => rank(a) - rank(b));
  return merged([...found, ...others.map((own): Found => ({ own, failed: [], blocked: [] }))]);
}

interface Left {
  readonly failing: Set<Result>;
  readonly untested: Set<Result>;
}

/** Returns the failure of a foundation with its consequences, and removes them from the remaining results. */
function causeIn(
  { failing, untested }: Left,
  exchanges: readonly Exchange[],
  { check, fix, shows, explains = hasSameWrongAnswer }: Foundation,
): Found | undefined {
  const byNumber = new Map(exchanges.map((exchange) => [exchange.n, exchange]));
  const witnessOf = (result: Result): Exchange | undefined => byNumber.get(result.exchanges.at(-1) ?? 0);
  const own = [...failing].find(({ id }) => id === check);
  const witness = own && witnessOf(own);
  if (own === undefined || witness === undefined || shows?.(witness, exchanges) === false) return undefined;
  failing.delete(own);
  const broken = new Set(exchanges.filter((exchange) => explains(exchange, witness)).map(({ probe }) => probe));
  const follows = (result: Result): boolean => {
    const last = witnessOf(result);
    return last !== undefined && (last.n === witness.n || explains(last, witness));
  };
  const failed = [...failing].filter(follows);
  const blocked = [...untested].filter(
    (result) => (result.lack?.generation !== undefined && broken.has(result.lack.generation)) || follows(result),
  );
  for (const result of failed) failing.delete(result);
  for (const result of blocked) untested.delete(result);
  return { own, fix, failed, blocked };
}

/** Merges the findings of one promise, so that its cases are together. */
function merged(found: readonly Found[]): Finding[] {
  const byPromise = new Map<string, Finding>();
  for (const { own, fix, failed, blocked } of found) {
    const promise = promiseOf(own);
    const before = byPromise.get(promise) ?? { promise, cases: [], failed: [], blocked: [] };
    const [same, others] = [
      failed.filter((one) => promiseOf(one) === promise),
      failed.filter((one) => promiseOf(one) !== promise),
    ];
    byPromise.set(promise, {
      ...before,
      ...(fix === undefined ? {} : { fix }),
      cases: [...before.cases, own.id, ...idsOf(same)],
      failed: [...before.failed, ...idsOf(others)],
      blocked: [...before.blocked, ...idsOf(blocked)],
    });
  }
  return [...byPromise.values()];
}

function idsOf(results: readonly Result[]): string[] {
  return results.map(({ id }) => id);
}
