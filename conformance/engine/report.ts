/** The report: the recording of a run and its results. All other formats are made from it. */

import * as z from 'zod';
import { Exchange } from '../client/exchange.ts';
import { Explored } from '../explore/explored.ts';
import { EDITIONS } from './edition.ts';
import { ProbeRun } from './evidence.ts';
import { Finding } from './findings.ts';
import { History } from './history.ts';
import { Result } from './judge.ts';
import { MeasuredGeneration } from './measured.ts';
import { Missed } from './missed.ts';
import { VERDICTS, type Verdict } from './outcome.ts';

const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, z.number()])) as Record<Verdict, z.ZodNumber>;

export const Report = z.object({
  format: z.literal('standin-conformance-1'),
  version: z.string(),
  startedAt: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date'),
  seconds: z.number(),
  target: z.string(),
  /** The file in the repository of the user that results in SARIF point to: the profile or the baseline. */
  file: z.string().optional(),
  gates: z.array(z.enum(['document', 'http'])),
  /** The edition of the run. Checks of a newer edition are outside the gates. */
  edition: z.enum(EDITIONS),
  /** The options of the run that differ from the defaults. */
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  /** The reason why the run ended early. */
  stopped: z
    .object({ by: z.enum(['signal', 'time', 'budget', 'target', 'key', 'url']), reason: z.string() })
    .optional(),
  exitCode: z.number(),
  summary: z.object({ checks: z.number(), ...counts }),
  spend: z.object({
    currency: z.literal('USD'),
    spent: z.number(),
    /** The number of accepted creates. */
    creates: z.number(),
    /** The number of accepted creates that failed and returned their credits; left out if there are none. */
    refunded: z.number().optional(),
    /** Accepted creates that did not state their cost and have no known price; left out if there are none. */
    unpriced: z.number().optional(),
    /** US dollars of creates without a response, which may have been accepted; left out if there are none. */
    uncertain: z.number().optional(),
    worst: z.number().optional(),
    budget: z.number().optional(),
  }),
  results: z.array(Result),
  observations: z.record(z.string(), z.string()),
  /** Times and costs of generations. */
  measured: z.array(MeasuredGeneration),
  /** Problems of the run itself: a stale baseline, a pinned observation that differs. */
  problems: z.array(z.object({ kind: z.enum(['baseline', 'expectation', 'hint']), text: z.string() })),
  /** The failures, grouped by their fix. */
  findings: z.array(Finding),
  /** The comparison of the failures with the report of `--previous`. */
  history: History.optional(),
  /** The defects that the run could not notice. */
  missed: z.array(Missed),
  /** The rounds and the findings of an exploration, if the run had one. */
  explored: Explored.optional(),
  anyClip: z.string(),
  probes: z.record(z.string(), ProbeRun),
  exchanges: z.array(Exchange),
});
export type Report = z.output<typeof Report>;
export type Summary = Report['summary'];

/** Parses a report from JSON. Throws the error of zod if its shape is wrong. */
export function readReport(text: string): Report {
  return Report.parse(JSON.parse(text));
}

/** Counts results by verdict. */
export function summarize(results: readonly Result[]): Summary {
  const count = (verdict: Verdict): number => results.filter((result) => result.verdict === verdict).length;
  const each = Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>;
  return { checks: results.length, ...each };
}

/** Returns the observed values by the id of their check. */
export function observationsOf(results: readonly Result[]): Record<string, string> {
  const found = results.filter(({ verdict }) => verdict === 'observed');
  const pairs = found.map(({ id, value = '' }): [string, string] => [id, value]);
  return Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
}
