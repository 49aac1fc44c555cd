/** Text that all report formats share: verdicts, counts, requests and answers. */

import { requirementById } from '../../contract/requirements/requirements.ts';
import { SECTIONS } from '../../contract/requirements/requirement.ts';
import type { Result } from '../engine/judge.ts';
import type { Verdict } from '../engine/outcome.ts';
import type { Report } from '../engine/report.ts';
import { isGated } from '../engine/verdict-of-run.ts';
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

/** What an exit code means. */
const OUTCOMES: Readonly<Record<number, string>> = {
  0: 'conformant',
  1: 'a promise is broken',
  2: 'not configured',
  3: 'unreachable or inconclusive',
  4: 'incomplete',
  5: 'fault in the kit or stale baseline',
};

/** The result of the run in one line. */
export function headline(report: Report): string {
  const { summary, spend, seconds, target } = report;
  const counts = ORDER.flatMap((verdict) =>
    summary[verdict] === 0 ? [] : [`${summary[verdict]} ${verdict}`],
  ).toReversed();
  const cost = `${counted(spend.creates, 'create')}, ${costText(spend)}`;
  return `${target}: ${OUTCOMES[report.exitCode] ?? 'unknown'}. ${counted(summary.checks, 'check')}: ${counts.join(', ')}. ${cost}, ${seconds.toFixed(1)} s.`;
}

function costText({ spent, unpriced = 0, uncertain = 0 }: Report['spend']): string {
  return [
    counted(spent, 'US dollar'),
    ...(unpriced === 0 ? [] : [`and ${counted(unpriced, 'create')} of unknown cost`]),
    ...(uncertain === 0 ? [] : [`and perhaps ${uncertain} for creates without an answer`]),
  ].join(' ');
}

/** What the document says, and where. */
export function promise({ requirement, authority, section }: Result): string {
  const entry = requirementById(requirement);
  const where = entry === undefined ? section : SECTIONS[entry.section];
  return `${entry?.text ?? requirement} (${requirement}, ${where}; ${authority})`;
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

/** The exchanges that a result refers to. */
export function exchangesOf(report: Report, { exchanges }: Result): Exchange[] {
  const wanted = new Set(exchanges);
  return report.exchanges.filter(({ n }) => wanted.has(n));
}

/** A curl command that repeats the request; keys are environment variables. */
export function curl({ request }: Exchange): string {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const parts = ['curl', '-i'];
  if (request.method === 'HEAD') parts.push('-I');
  else if (request.method !== 'GET') parts.push('-X', request.method);
  for (const [name, value] of request.headers) {
    if (name === 'Content-Length') continue;
    const line = `${name}: ${value}`;
    parts.push(
      '-H',
      /\[key /.test(line)
        ? `"${line.replaceAll(/\[key ([a-z]+)\]/g, (_, name: string) => variableOf(name))}"`
        : quote(line),
    );
  }
  if (request.body !== undefined) parts.push('--data-raw', quote(cap(request.body, 2000)));
  return [...parts, quote(request.url)].join(' ');
}

function variableOf(key: string): string {
  return key === 'primary' ? '$STANDIN_API_KEY' : `$STANDIN_API_KEY_${key.toUpperCase()}`;
}

/** An answer in a few lines. */
export function answerText({ response, failure }: Exchange, limit = 600): string {
  if (response === undefined) return `no answer: ${failure?.message ?? 'unknown'}`;
  const { status, headers, body } = response;
  const shown = headers.filter(([name]) => /^(content-|www-auth|retry-after|allow|location|etag)/i.test(name));
  const lines = [String(status), ...shown.map(([name, value]) => `${name}: ${value}`)];
  const text =
    body.text === undefined ? `(${body.size} bytes, sha256 ${body.sha256.slice(0, 16)}…)` : cap(body.text, limit);
  return [...lines, ...(body.size === 0 ? [] : [text])].join('\n');
}
