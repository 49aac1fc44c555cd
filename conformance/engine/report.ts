/** The report: everything that a run recorded and what was made of it. All other formats are drawn from it. */

import * as z from 'zod';
import { Exchange } from '../client/exchange.ts';
import { Explored } from '../explore/explored.ts';
import { EDITIONS } from './edition.ts';
import { Finding } from './findings.ts';
import { guardOf } from './guard.ts';
import { History } from './history.ts';
import { Result } from './judge.ts';
import { MeasuredGeneration } from './measured.ts';
import { Missed } from './missed.ts';
import { Lack, VERDICTS } from './outcome.ts';

const ProbeRun = z.object({
  id: z.string(),
  status: z.enum(['ran', 'skipped', 'fault']),
  verdict: z.enum(['untestable', 'inconclusive', 'not-applicable']).optional(),
  reason: z.string().optional(),
  lack: Lack.optional(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});

const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, z.number()])) as Record<
  (typeof VERDICTS)[number],
  z.ZodNumber
>;

export const Report = z.object({
  format: z.literal('standin-conformance-1'),
  version: z.string(),
  startedAt: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date'),
  seconds: z.number(),
  target: z.string(),
  gates: z.array(z.enum(['document', 'http'])),
  /** Checks of a newer edition are outside the gates; reports of earlier versions do not tell. */
  edition: z.enum(EDITIONS).optional(),
  /** What was asked of the run, where it is not the default; reports of earlier versions do not tell. */
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
  /** Why the run ended before its end. */
  stopped: z
    .object({ by: z.enum(['signal', 'time', 'budget', 'target', 'key', 'url']), reason: z.string() })
    .optional(),
  exitCode: z.number(),
  summary: z.object({ checks: z.number(), ...counts }),
  spend: z.object({
    currency: z.literal('USD'),
    spent: z.number(),
    /** Those that were accepted. */
    creates: z.number(),
    /** Those of them that failed, and so gave back what they took; left out if there are none. */
    refunded: z.number().optional(),
    /** Accepted creates that did not tell their cost and have no known price; left out if there are none. */
    unpriced: z.number().optional(),
    /** US dollars of creates that got no answer, and may have been accepted; left out if there are none. */
    uncertain: z.number().optional(),
    worst: z.number().optional(),
    budget: z.number().optional(),
  }),
  results: z.array(Result),
  observations: z.record(z.string(), z.string()),
  /** What generations took and cost; reports of earlier versions do not tell. */
  measured: z.array(MeasuredGeneration).optional(),
  /** Trouble with the run itself: a stale baseline, a pinned observation that differs. */
  problems: z.array(z.object({ kind: z.enum(['baseline', 'expectation', 'hint']), text: z.string() })),
  /** The failures by what to fix; reports of earlier versions do not have them. */
  findings: z.array(Finding).optional(),
  /** The failures compared with the report of `--previous`. */
  history: History.optional(),
  /** What the run could not have noticed; reports of earlier versions do not tell. */
  missed: z.array(Missed).optional(),
  /** The rounds and the findings of an exploration, if the run had one. */
  explored: Explored.optional(),
  anyClip: z.string(),
  probes: z.record(z.string(), ProbeRun),
  exchanges: z.array(Exchange),
});
export type Report = z.output<typeof Report>;
export type Summary = Report['summary'];

/** Reads a report that was written as JSON; one of another shape throws what zod says of it. */
export function readReport(text: string): Report {
  const value: unknown = JSON.parse(text);
  return isReport(value) ? value : Report.parse(value);
}

function isReport(value: unknown): value is Report {
  return guardOf(Report)(value);
}

/** Counts results by verdict. */
export function summarize(results: readonly Result[]): Summary {
  const count = (verdict: (typeof VERDICTS)[number]): number =>
    results.filter((result) => result.verdict === verdict).length;
  const each = Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as Omit<Summary, 'checks'>;
  return { checks: results.length, ...each };
}

/** The observed values, by the id of their check. */
export function observationsOf(results: readonly Result[]): Record<string, string> {
  const found = results.filter(({ verdict }) => verdict === 'observed');
  const pairs = found.map(({ id, value = '' }): [string, string] => [id, value]);
  return Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
}
