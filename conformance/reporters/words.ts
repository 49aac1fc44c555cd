/** Text that all report formats share: verdicts, counts, requests and answers. */

import { groupBy } from '../../lib/group-by.ts';
import { isCountedIn, newInText, NEWEST_EDITION } from '../engine/edition.ts';
import { EXPLORED } from '../explore/explored.ts';
import type { Result } from '../engine/judge.ts';
import type { Verdict } from '../engine/outcome.ts';
import { PRECEDENCE, sentenceOf } from '../engine/promises.ts';
import type { Report } from '../engine/report.ts';
import { isGated, type Gating } from '../engine/verdict-of-run.ts';
import type { Exchange } from '../client/exchange.ts';
import { cap } from '../text/lay-out.ts';
import { repeatCommand } from './repeat.ts';

/** Verdicts by importance, the gravest first. */
export const ORDER: readonly Verdict[] = [...PRECEDENCE.filter((verdict) => verdict !== 'pass'), 'pass'];

/** Returns the gates of the run as their flags. */
export function gateFlag({ gates, edition }: Gating): string {
  const pinned = edition === NEWEST_EDITION ? '' : ` --edition ${edition}`;
  return `--gate ${gates.join(',')}${pinned}`;
}

/** Returns the reason why the edition of the run does not count a check, if it does not. */
export function newIn({ since }: Result, { edition }: Gating): string | undefined {
  return isCountedIn(edition, since) ? undefined : newInText(since);
}

/** Returns the promise of a check and its source. */
export function promise(result: Result): string {
  const { text, source } = sentenceOf(result);
  return `${text} (${result.requirement}, ${source})`;
}

/** Returns a line for each place in which a failure differs. */
export function differenceLines({ differences = [] }: Result): string[] {
  return differences.map(({ at, expected, got }) => `${at}: expected ${expected}, got ${got}`);
}

/** Returns a line for each of the other failed requests of a case. */
export function requestLines({ otherRequests = [] }: Result): string[] {
  return otherRequests.map(({ request, got }) => `${request}: ${got}`);
}

/** Returns the differences of a failure, and its requests with their responses. */
export function evidenceTexts(report: Report, result: Result): string[] {
  const sent = exchangesOf(report, result).map((exchange) => `${repeatCommand(exchange)}\n${answerText(exchange)}`);
  return [...differenceLines(result), ...sent];
}

/** Sorts results: failures first, and gated failures before the others. */
export function inOrder(results: readonly Result[], gating: Gating): Result[] {
  const rank = (result: Result): number => ORDER.indexOf(result.verdict) * 2 + (isGated(result, gating) ? 0 : 1);
  return results.toSorted((a, b) => rank(a) - rank(b));
}

/** Groups untestable and inconclusive checks by reason, the largest group first. */
export function openGroups(results: readonly Result[]): { readonly reason: string; readonly ids: readonly string[] }[] {
  const open = results.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'untestable');
  const groups = groupBy(open, ({ verdict, reason = '' }) => `${verdict}: ${cap(reason, 300)}`);
  return [...groups]
    .map(([reason, all]) => ({ reason, ids: all.map(({ id }) => id) }))
    .toSorted((a, b) => b.ids.length - a.ids.length);
}

/** Returns the exchanges of a result, in order. The last one fails. */
function exchangesOf(report: Report, { exchanges }: Result): Exchange[] {
  return exchanges.flatMap((wanted) => report.exchanges.find(({ n }) => n === wanted) ?? []);
}

/** Returns the requests that reproduce a failure: the last one, or the whole sequence that an exploration found. */
export function sequenceOf(report: Report, result: Result): Exchange[] {
  const all = exchangesOf(report, result);
  return result.id.startsWith(EXPLORED) ? all : all.slice(-1);
}

const HEADERS = /^(content-|www-auth|retry-after|allow|location|etag)/i;
const FEW_HEADERS = /^(content-(type|range|encoding)|www-auth|retry-after|allow|location)/i;

/** Describes a response in a few lines: the status, the important headers and the body. A short text has two lines. */
export function answerText({ response, failure }: Exchange, limit = 600, isShort = false): string {
  if (response === undefined) {
    const came = failure?.came === undefined ? '' : `, but ${failure.came}`;
    return `no response${came}: ${failure?.message ?? 'unknown'}`;
  }
  const { size, text, sha256 } = response.body;
  const shown = response.headers.filter(([name]) => (isShort ? FEW_HEADERS : HEADERS).test(name));
  const head = [response.status, ...shown.map(([name, value]) => `${name}: ${value}`)].join(isShort ? '  ' : '\n');
  const body = text === undefined ? `(${size} bytes, sha256 ${sha256.slice(0, 16)}…)` : cap(text, limit);
  return size === 0 ? head : `${head}\n${body}`;
}
