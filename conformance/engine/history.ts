/** Compares the failures of a run with an earlier report: new, ongoing, fixed or back. */

import * as z from 'zod';
import type { Result } from './judge.ts';
import { isFailing } from './outcome.ts';

export const SINCE = ['new', 'back', 'ongoing', 'fixed'] as const;
export type Since = (typeof SINCE)[number];

export const History = z.object({
  /** The start of the earlier run. */
  previous: z.string(),
  /** The cases that fail, or failed in the earlier run, with the change since then. */
  cases: z.record(z.string(), z.enum(SINCE)),
  /** The cases that failed in this run or earlier. If such a case passes and fails again, it is back. */
  everFailed: z.array(z.string()),
});
export type History = z.output<typeof History>;

interface Earlier {
  readonly results: readonly Result[];
  readonly startedAt: string;
  readonly history?: History | undefined;
}

/** Compares the failures of two runs. A case that could not be judged this time is neither ongoing nor fixed. */
export function historyOf({ results }: Pick<Earlier, 'results'>, previous: Earlier): History {
  const before = new Map(previous.results.map((result) => [result.id, result]));
  const everFailed = new Set([...(previous.history?.everFailed ?? []), ...failing(previous.results)]);
  const cases = results.flatMap((result): [string, Since][] => {
    const since = sinceOf(result, before.get(result.id), everFailed);
    return since === undefined ? [] : [[result.id, since]];
  });
  return {
    previous: previous.startedAt,
    cases: Object.fromEntries(cases),
    everFailed: [...new Set([...everFailed, ...failing(results)])].toSorted(),
  };
}

function sinceOf(result: Result, before: Result | undefined, everFailed: ReadonlySet<string>): Since | undefined {
  const hadFailed = before !== undefined && isFailing(before);
  if (isFailing(result)) return hadFailed ? 'ongoing' : everFailed.has(result.id) ? 'back' : 'new';
  return hadFailed && result.verdict === 'pass' ? 'fixed' : undefined;
}

function failing(results: readonly Result[]): string[] {
  return results.filter(isFailing).map(({ id }) => id);
}
