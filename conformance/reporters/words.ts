/** Text that all report formats share: verdicts, counts, requests and answers. */

import { requirementById } from '../../contract/requirements/requirements.ts';
import { SECTIONS } from '../../contract/requirements/requirement.ts';
import { isCountedIn, newInText, NEWEST_EDITION } from '../engine/edition.ts';
import type { Result } from '../engine/judge.ts';
import type { Verdict } from '../engine/outcome.ts';
import type { Report } from '../engine/report.ts';
import { counts, isGated, type Gating } from '../engine/verdict-of-run.ts';
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

/** What the other exit codes mean. */
const OUTCOMES: Readonly<Record<number, string>> = {
  1: 'a promise is broken',
  2: 'not configured',
  3: 'unreachable or inconclusive',
  4: 'incomplete',
};

/** The result of the run in one line. */
export function headline(report: Report): string {
  const { spend, seconds, target } = report;
  if (report.stopped?.by === 'url') return `${target}: ${outcomeOfRun(report)}. Nothing was judged.`;
  const { counted: gated, besides } = byGate(report);
  const { creates, refunded = 0 } = spend;
  const given = refunded === 0 ? '' : ` (${refunded} of them refunded)`;
  const cost = `${counted(creates, 'create')}${given}, ${costText(spend)}`;
  const others = besides.length === 0 ? '' : ` Not counted: ${countsText(besides)}.`;
  return `${target}: ${outcomeOfRun(report)}. ${counted(gated.length, 'check')}: ${countsText(gated)}.${others} ${cost}, ${seconds.toFixed(1)} s.`;
}

/** The results that decide about the run, and those that its gates do not look at. */
export function byGate({ results, ...gating }: Pick<Report, 'results'> & Gating): {
  readonly counted: readonly Result[];
  readonly besides: readonly Result[];
} {
  const isCounted = (result: Result): boolean => counts(result, gating);
  return { counted: results.filter(isCounted), besides: results.filter((result) => !isCounted(result)) };
}

/** How many of the results have a verdict. */
export function countOf(results: readonly Result[], verdict: Verdict): number {
  return results.filter((result) => result.verdict === verdict).length;
}

/** What the exit code of the run means. */
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
  const part = tried < all ? ` as far as tried (${tried} of ${all})` : '';
  const failures = report.results.filter(({ verdict }) => verdict === 'fail');
  if (failures.length === 0) return `conformant${part}`;
  const known = failures.filter((result) => result.known !== undefined).length;
  const others = known < failures.length ? [`${failures.length - known} not counted`] : [];
  return known === 0
    ? `no failures that ${gateFlag(report)} counts${part}; ${others.join('')}`
    : `no new failures${part}; ${[`${known} known`, ...others].join(', ')}`;
}

/** The gates of the run as their flags. */
export function gateFlag({ gates, edition = NEWEST_EDITION }: Gating): string {
  const pinned = edition === NEWEST_EDITION ? '' : ` --edition ${edition}`;
  return `--gate ${gates.join(',')}${pinned}`;
}

/** Why the edition of the run does not count a check, if it does not. */
export function newIn({ since }: Result, { edition = NEWEST_EDITION }: Gating): string | undefined {
  return isCountedIn(edition, since) ? undefined : newInText(since);
}

/** A space and why a failure does not fail the run, in parentheses, if a reason is known; otherwise nothing. */
export function excuseNote(result: Result, gating: Gating): string {
  const excuse = result.known === undefined ? newIn(result, gating) : `known: ${result.known}`;
  return excuse === undefined ? '' : ` (${excuse})`;
}

const GROUPS = new Set(['--thorough', '--hostile', '--provoke']);

function countsText(results: readonly Result[]): string {
  return ORDER.toReversed()
    .map((verdict) => [countOf(results, verdict), verdict] as const)
    .filter(([count]) => count > 0)
    .map(([count, verdict]) => `${count} ${verdict}`)
    .join(', ');
}

function costText({ spent, unpriced = 0, uncertain = 0 }: Report['spend']): string {
  return [
    counted(spent, 'US dollar'),
    ...(unpriced === 0 ? [] : [`and ${counted(unpriced, 'create')} of unknown cost`]),
    ...(uncertain === 0 ? [] : [`and perhaps ${uncertain} for creates without an answer`]),
  ].join(' ');
}

/** What the document says, and where. */
export function promise({ requirement, authority, section, proves }: Result): string {
  const entry = requirementById(requirement);
  const where = entry === undefined ? section : SECTIONS[entry.section];
  // What the document leaves open is worded as a question there; what is judged of it, an RFC promises.
  const text = entry === undefined || entry.level === 'silent' ? proves : entry.text;
  return `${text} (${requirement}, ${where}; ${authority})`;
}

/** Where a failure differs, a line for each place. */
export function differenceLines({ differences = [] }: Result): string[] {
  return differences.map(({ at, expected, got }) => `${at}: expected ${expected}, got ${got}`);
}

/** Failures first, gated ones before the others. */
export function inOrder(results: readonly Result[], gating: Gating): Result[] {
  const rank = (result: Result): number => ORDER.indexOf(result.verdict) * 2 + (isGated(result, gating) ? 0 : 1);
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

/** The exchanges that a result refers to, in its order: the last one is the one that fails. */
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
