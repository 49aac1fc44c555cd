/** Builds a report from a recording and its verdicts; also used to judge an old report again. */

import type { Profile } from '../profile/profile.ts';
import { applyBaseline } from './baseline.ts';
import type { Check } from './define.ts';
import type { Recording } from './evidence.ts';
import type { ExploredRun } from '../explore/explore.ts';
import { judgeAll, type Result } from './judge.ts';
import { measured } from './measured.ts';
import { otherPrices } from './money/named-prices.ts';
import { hintsOf } from './preflight.ts';
import { observationsOf, summarize, type Report } from './report.ts';
import { shortfallOf } from './money/shortfall.ts';
import { nameOfAny, type Run } from './open-run.ts';
import { brokenExpectations, exitCodeOf } from './verdict-of-run.ts';

/** The report of a run, before the kit groups the failures and counts the defects that the run could not notice. */
export type UngroupedReport = Omit<Report, 'findings' | 'missed'>;

/**
 * Returns the report of a run that has ended. The checks had ended before the search, so they do not judge the
 * exchanges of the search.
 */
export function toReport(
  run: Run,
  { probes, explored }: { readonly probes: Recording['probes']; readonly explored: ExploredRun | undefined },
): UngroupedReport {
  const { setup, profile, spend, startedAt } = run;
  const { checks, version } = setup;
  const { gates, edition } = profile;
  const recording: Recording = {
    // Responses of another service are not evidence.
    exchanges: run.stopped?.by === 'url' ? [] : run.exchanges,
    probes,
    anyClip: nameOfAny(run),
    startedAt: startedAt.toISOString(),
  };
  const { problems, ...judged } = judgedPart(checks, recording, { ...profile, others: explored?.results ?? [] });
  const short = run.stopped === undefined ? shortfallOf(run, probes, judged.results) : undefined;
  const stopped = short?.isIncomplete === true ? { by: 'budget' as const, reason: short.text } : run.stopped;
  if (short?.isIncomplete === false) problems.push({ kind: 'hint', text: short.text });
  const { worst } = run.atStart;
  return {
    format: 'standin-conformance-1',
    version,
    startedAt: recording.startedAt,
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    target: profile.baseUrl,
    gates,
    edition,
    options: optionsOf(profile),
    ...(stopped === undefined ? {} : { stopped }),
    exitCode: exitCodeOf({ ...judged, problems, gates, edition, stopped }),
    ...judged,
    problems,
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
    ...(explored === undefined ? {} : { explored: explored.explored }),
    anyClip: recording.anyClip,
    probes: { ...probes },
    exchanges: [...recording.exchanges, ...(explored?.exchanges ?? [])].toSorted((a, b) => a.n - b.n),
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
  const isSet = (value: unknown): boolean => !['false', '[]'].includes(JSON.stringify(value));
  return Object.fromEntries(OPTIONS.map((name) => [name, profile[name] ?? []]).filter(([, value]) => isSet(value)));
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
