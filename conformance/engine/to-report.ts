/** Builds a report from a recording and its verdicts; also used to judge an old report again. */

import type { Profile } from '../profile/profile.ts';
import { applyBaseline } from './baseline.ts';
import type { Check } from './define.ts';
import type { Recording } from './evidence.ts';
import type { ExploredRun } from '../explore/explore.ts';
import { judgeAll, type Result } from './judge.ts';
import { measured } from './measured.ts';
import { otherPrices } from './money/named-prices.ts';
import type { RunPlan } from './plan.ts';
import { hintsOf } from './preflight.ts';
import { observationsOf, summarize, type Report } from './report.ts';
import type { Shortfall } from './money/shortfall.ts';
import type { Spend } from './money/spend.ts';
import { brokenExpectations, exitCodeOf } from './verdict-of-run.ts';

export interface EndedRun {
  readonly checks: readonly Check[];
  readonly recording: Recording;
  readonly profile: Profile & { readonly baseUrl: string };
  readonly plan: RunPlan;
  readonly spend: Spend;
  readonly version: string;
  readonly stopped: Report['stopped'];
  /** Returns the checks that the budget has left untried. */
  readonly shortfallIn: (results: Report['results']) => Shortfall | undefined;
  readonly seconds: number;
  /** A search after the checks. The checks had ended, so they do not judge its exchanges. */
  readonly explored: ExploredRun | undefined;
}

/** The report of a run, before the kit groups the failures and counts the defects that the run could not notice. */
export type UngroupedReport = Omit<Report, 'findings' | 'missed'>;

/** Returns the report of a run that has ended. */
export function toReport({ checks, recording, profile, plan, spend, ...run }: EndedRun): UngroupedReport {
  const { problems, ...judged } = judgedPart(checks, recording, { ...profile, others: run.explored?.results ?? [] });
  const short = run.stopped === undefined ? run.shortfallIn(judged.results) : undefined;
  const stopped = short?.isIncomplete === true ? { by: 'budget' as const, reason: short.text } : run.stopped;
  const told = short?.isIncomplete === false ? [...problems, { kind: 'hint' as const, text: short.text }] : problems;
  const { worst } = plan;
  return {
    format: 'standin-conformance-1',
    version: run.version,
    startedAt: recording.startedAt,
    seconds: run.seconds,
    target: profile.baseUrl,
    gates: profile.gates,
    edition: profile.edition,
    options: optionsOf(profile),
    ...(stopped === undefined ? {} : { stopped }),
    exitCode: exitCodeOf({ ...judged, problems: told, gates: profile.gates, edition: profile.edition, stopped }),
    ...judged,
    problems: told,
    spend: {
      currency: 'USD',
      spent: spend.spent(),
      creates: spend.creates(),
      ...(spend.refunded() === 0 ? {} : { refunded: spend.refunded() }),
      ...(spend.unpriced() === 0 ? {} : { unpriced: spend.unpriced() }),
      ...(spend.uncertain() === 0 ? {} : { uncertain: spend.uncertain() }),
      ...(worst === undefined ? {} : { worst }),
      ...(spend.budget === undefined ? {} : { budget: spend.budget }),
    },
    ...(run.explored === undefined ? {} : { explored: run.explored.explored }),
    anyClip: recording.anyClip,
    probes: { ...recording.probes },
    exchanges: [...recording.exchanges, ...(run.explored?.exchanges ?? [])].toSorted((a, b) => a.n - b.n),
  };
}

/** The options that show how far the run went, without keys and without addresses of media. */
const OPTIONS = [
  'gates',
  'thorough',
  'hostile',
  'provoke',
  'only',
  'skip',
  'reuse',
  'budget',
  'concurrency',
  'ratePerSecond',
] as const;

/** Returns the options that are set. */
function optionsOf(profile: Profile): Report['options'] {
  const set = OPTIONS.flatMap((name) => {
    const value = profile[name];
    const isUnset = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
    return isUnset ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

type JudgingOptions = Pick<Profile, 'baseline' | 'expect'> &
  Partial<Pick<Profile, 'prices'>> & {
    /** The results of an exploration. */
    readonly others?: readonly Result[];
  };

/** Returns everything in a report that follows from its recording. */
export function judgedPart(
  checks: readonly Check[],
  recording: Recording,
  { baseline, expect, prices, others = [] }: JudgingOptions,
): Pick<Report, 'summary' | 'results' | 'observations' | 'measured' | 'problems'> {
  const sorted = { ...recording, exchanges: recording.exchanges.toSorted((a, b) => a.n - b.n) };
  const today = recording.startedAt.slice(0, 10);
  const { results, problems } = applyBaseline([...judgeAll(checks, sorted), ...others], baseline, today);
  const observations = observationsOf(results);
  return {
    summary: summarize(results),
    results,
    observations,
    measured: measured(sorted.exchanges),
    problems: [
      ...problems,
      ...brokenExpectations(results, observations, expect),
      ...otherPrices(sorted.exchanges, { prices }).map((text) => ({ kind: 'expectation' as const, text })),
      ...hintsOf(recording.exchanges).map((text) => ({ kind: 'hint' as const, text })),
    ],
  };
}
