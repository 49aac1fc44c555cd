/** Which kinds of defects a run could not have noticed, and what to give so that the next one can. */

import * as z from 'zod';
import type { Check } from './define.ts';
import { defectOf } from './defects.ts';
import type { Result } from './judge.ts';

export const Missed = z.object({
  /** A flag, or a part of the profile. */
  give: z.string(),
  kinds: z.array(z.object({ kind: z.string(), checks: z.number() })),
});
export type Missed = z.output<typeof Missed>;

/** What is given by name in the reason of a check that could not be tried. */
const NAMED =
  /--key-[a-z]+|--thorough|--hostile|--provoke|--failing-prompt|--reuse|--budget|\btriggers\.[a-z]+|\bbalance\.path|\bmedia\.[a-z]+(\["[^"]+"\])?/;
const TOO_QUICK = /too quick|may have been completed|was completed before|may have failed/;

/**
 * Counts, by what is missing, the checks that came to no verdict for want of it. `all` are the checks that there are,
 * where those that were not selected count as well.
 */
export function missedIn(results: readonly Result[], all: readonly Check[]): Missed[] {
  const ran = new Map(results.map((result) => [result.id, result]));
  const wants = new Map<string, Map<string, number>>();
  const note = (give: string | undefined, kind: string): void => {
    if (give === undefined) return;
    const kinds = wants.get(give) ?? new Map<string, number>();
    wants.set(give, kinds.set(kind, (kinds.get(kind) ?? 0) + 1));
  };
  for (const check of all.filter(({ level }) => level !== 'observe')) {
    const result = ran.get(check.id);
    if (result === undefined || result.verdict === 'untestable') note(lackOf(check, result), defectOf(check));
  }
  return [...wants].map(([give, kinds]) => ({
    give,
    kinds: [...kinds].map(([kind, checks]) => ({ kind, checks })).toSorted((a, b) => b.checks - a.checks),
  }));
}

function lackOf({ from }: Check, result: Result | undefined): string | undefined {
  const group = from.find((probe) => probe.group !== undefined)?.group;
  if (result === undefined) return group === undefined ? undefined : `--${group}`;
  const reason = result.reason ?? '';
  return NAMED.exec(reason)?.[0] ?? (TOO_QUICK.test(reason) ? '--key-watched' : undefined);
}
