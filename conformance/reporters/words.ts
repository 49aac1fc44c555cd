/** Text that all report formats share: verdicts, counts, requests and answers. */

import { dollarText } from '../../contract/prices.ts';
import { requirementById } from '../../contract/requirements/requirements.ts';
import { SECTIONS } from '../../contract/requirements/requirement.ts';
import type { Result } from '../engine/judge.ts';
import type { Verdict } from '../engine/outcome.ts';
import type { Report } from '../engine/report.ts';
import { counts, isGated } from '../engine/verdict-of-run.ts';
import type { Exchange } from '../client/exchange.ts';
import { cap, counted } from '../text/lay-out.ts';

/** Verdicts by importance, the gravest first. */
export const ORDER: readonly Verdict[] = [
  'harness-fault',
  'fail',
  'warning',
  'inconclusive',
  'untestable',
  'not-applicable',
  'observed',
  'pass',
];

/** The meanings of the other exit codes. */
const OUTCOMES: Readonly<Record<number, string>> = {
  1: 'a promise is broken',
  2: 'not configured',
  3: 'unreachable or inconclusive',
  4: 'incomplete',
};

/** The result of the run in a few lines: outcome, required checks, other checks, cost. */
export function headline(report: Report): string[] {
  const { spend, seconds, target } = report;
  if (isUnreached(report.stopped)) return [`${target}: ${outcomeOfRun(report)}. The run judged nothing.`];
  const { counted: gated, besides } = byGate(report);
  const passed = countOf(gated, 'pass');
  const rest = countsText(gated.filter(({ verdict }) => verdict !== 'pass'));
  return [
    `${target}: ${outcomeOfRun(report)}.`,
    `Passed: ${passed} of ${counted(gated.length, 'required check')}${rest === '' ? '' : ` (${rest})`}.`,
    ...(besides.length === 0 ? [] : [`Not required: ${countsText(besides)}.`]),
    `Cost: ${costText(spend)}. Time: ${seconds.toFixed(1)} s.`,
  ];
}

/** Whether the run ended before any check, because its target, key or URL does not work. */
export function isUnreached(stopped: Report['stopped']): boolean {
  return stopped !== undefined && ['target', 'key', 'url'].includes(stopped.by);
}

/** The results that decide about the run, and those that its gates do not look at. */
export function byGate({ results, gates }: Pick<Report, 'results' | 'gates'>): {
  readonly counted: readonly Result[];
  readonly besides: readonly Result[];
} {
  const isCounted = (result: Result): boolean => counts(result, gates);
  return { counted: results.filter(isCounted), besides: results.filter((result) => !isCounted(result)) };
}

/** How many of the results have a verdict. */
export function countOf(results: readonly Result[], verdict: Verdict): number {
  return results.filter((result) => result.verdict === verdict).length;
}

/** Returns the meaning of the exit code of the run. */
export function outcomeOfRun(report: Report): string {
  if (report.exitCode === 0) return greenOutcome(report);
  if (report.exitCode !== 5) return OUTCOMES[report.exitCode] ?? 'unknown';
  if (countOf(report.results, 'harness-fault') > 0) return 'fault in the kit';
  return report.problems.some(({ kind }) => kind === 'baseline') ? 'stale baseline' : 'a file could not be written';
}

/** A run that did not try everything says so; groups that were not asked for are a part of it. */
function greenOutcome(report: Report): string {
  const gated = byGate(report).counted;
  const tried = gated.length - countOf(gated, 'untestable') - countOf(gated, 'inconclusive');
  const ungrouped = (report.missed ?? []).filter(({ give }) => GROUPS.has(give)).flatMap(({ kinds }) => kinds);
  const all = gated.length + ungrouped.reduce((sum, { checks }) => sum + checks, 0);
  const part = tried < all ? ` as far as tried (${tried} of ${counted(all, 'required check')})` : '';
  const failures = report.results.filter(({ verdict }) => verdict === 'fail');
  if (failures.length === 0) return `conformant${part}`;
  const known = failures.filter((result) => result.known !== undefined).length;
  const others = known < failures.length ? [`${failures.length - known} not required`] : [];
  return known === 0
    ? `no failures of checks that ${gateFlag(report)} requires${part}; ${others.join('')}`
    : `no new failures${part}; ${[`${known} known`, ...others].join(', ')}`;
}

/** The gates of the run as their flag. */
export function gateFlag({ gates }: Pick<Report, 'gates'>): string {
  return `--gate ${gates.join(',')}`;
}

const GROUPS = new Set(['--thorough', '--hostile', '--provoke']);

function countsText(results: readonly Result[]): string {
  return ORDER.toReversed()
    .map((verdict) => [countOf(results, verdict), verdict] as const)
    .filter(([count]) => count > 0)
    .map(([count, verdict]) => `${count} ${verdict}`)
    .join(', ');
}

function costText({ creates, spent, refunded = 0, unpriced = 0, uncertain = 0 }: Report['spend']): string {
  return [
    `${dollarText(spent)} for ${counted(creates, 'create')}`,
    ...(refunded === 0 ? [] : [`(${refunded} of them refunded)`]),
    ...(unpriced === 0 ? [] : [`and ${counted(unpriced, 'create')} of unknown cost`]),
    ...(uncertain === 0 ? [] : [`and perhaps ${dollarText(uncertain)} for creates without an answer`]),
  ].join(' ');
}

/** Quotes the requirement and its section. */
export function promise({ requirement, authority, section, proves }: Result): string {
  const entry = requirementById(requirement);
  const where = entry === undefined ? section : SECTIONS[entry.section];
  // An open requirement is worded as a question. An RFC promises the judged part.
  const text = entry === undefined || entry.level === 'silent' ? proves : entry.text;
  return `${text} (${requirement}, ${where}; ${authority})`;
}

/** Where a failure differs, a line for each place. */
export function differenceLines({ differences = [] }: Result): string[] {
  return differences.map(({ at, expected, got }) => `${at}: expected ${expected}, got ${got}`);
}

/** Failures first, gated ones before the others. */
export function inOrder(results: readonly Result[], gates: Report['gates']): Result[] {
  const rank = (result: Result): number => ORDER.indexOf(result.verdict) * 2 + (isGated(result, gates) ? 0 : 1);
  return results.toSorted((a, b) => rank(a) - rank(b));
}

/** Untestable and inconclusive checks, grouped by reason, the largest group first. */
export function openGroups(results: readonly Result[]): { readonly reason: string; readonly ids: readonly string[] }[] {
  const groups = new Map<string, string[]>();
  for (const { id, verdict, reason = '' } of results) {
    if (verdict !== 'inconclusive' && verdict !== 'untestable') continue;
    const label = `${verdict}: ${cap(reason, 300)}`;
    groups.set(label, [...(groups.get(label) ?? []), id]);
  }
  return [...groups].map(([reason, ids]) => ({ reason, ids })).toSorted((a, b) => b.ids.length - a.ids.length);
}

/** Returns the exchanges of a result, in order. The last one fails. */
export function exchangesOf(report: Report, { exchanges }: Result): Exchange[] {
  return exchanges.flatMap((wanted) => report.exchanges.find(({ n }) => n === wanted) ?? []);
}

/** An answer in a few lines. */
export function answerText({ response, failure }: Exchange, limit = 600): string {
  if (response === undefined) {
    const came = failure?.came === undefined ? '' : `, but ${failure.came}`;
    return `no answer${came}: ${failure?.message ?? 'unknown'}`;
  }
  const { status, headers, body } = response;
  const shown = headers.filter(([name]) => /^(content-|www-auth|retry-after|allow|location|etag)/i.test(name));
  const lines = [String(status), ...shown.map(([name, value]) => `${name}: ${value}`)];
  const text =
    body.text === undefined ? `(${body.size} bytes, sha256 ${body.sha256.slice(0, 16)}…)` : cap(body.text, limit);
  return [...lines, ...(body.size === 0 ? [] : [text])].join('\n');
}
