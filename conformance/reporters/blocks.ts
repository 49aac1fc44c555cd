/** The blocks of a report: one for each thing to fix, with an example, its other cases and its consequences. */

import type { Finding } from '../engine/findings.ts';
import { SINCE } from '../engine/history.ts';
import type { Result } from '../engine/judge.ts';
import { promiseOf, promisesOf, sentenceOf, type PromiseResult } from '../engine/promises.ts';
import type { Report } from '../engine/report.ts';
import { isGated, type Gating } from '../engine/verdict-of-run.ts';
import { gateFlag, newIn } from './words.ts';

export interface Block {
  readonly finding: Finding;
  readonly promise: PromiseResult;
  /** The case to show in full. */
  readonly example: Result;
  /** The other cases of the promise that failed. */
  readonly others: readonly Result[];
  /** Whether the block fails the run. */
  readonly isRed: boolean;
}

/** Returns the blocks. Blocks that fail the run come first. A fault of the kit has a block of its own. */
export function blocksOf(report: Report): Block[] {
  const byId = new Map(report.results.map((result) => [result.id, result]));
  const promises = new Map(promisesOf(report.results).map((promise) => [promise.id, promise]));
  const found = report.findings.flatMap((finding): Block[] => {
    const [example, ...others] = finding.cases.flatMap((id) => byId.get(id) ?? []);
    const promise = promises.get(finding.promise);
    if (example === undefined || promise === undefined) return [];
    const all = [example, ...others, ...finding.failed.flatMap((id) => byId.get(id) ?? [])];
    const isRed = all.some((result) => isGated(result, report));
    return [{ finding, promise, example, others, isRed }];
  });
  return [...faultsOf(report, promises), ...found.filter(({ isRed }) => isRed), ...found.filter(({ isRed }) => !isRed)];
}

/** Returns a block for each fault of the kit. Observations have no promise, so their faults stand alone. */
function faultsOf({ results }: Report, promises: ReadonlyMap<string, PromiseResult>): Block[] {
  const faults = results.filter(({ verdict }) => verdict === 'harness-fault');
  return faults.map((example): Block => {
    const { id, verdict } = example;
    const own = { ...sentenceOf(example), id, verdict, cases: [example] };
    const promise = promises.get(promiseOf(example)) ?? own;
    const fix = 'This is a fault in the kit. Report the fault, and include this text.';
    const finding = { promise: promise.id, cases: [id], fix, failed: [], blocked: [] };
    return { finding, promise, example, others: [], isRed: true };
  });
}

/** Returns the first word of a block. */
export function wordOf(block: Block, report: Report): string {
  const { example, others } = block;
  if (example.verdict === 'harness-fault') return 'FAULT';
  if (block.isRed) return 'FAIL';
  const all = [example, ...others];
  const uncounted = isNewer(block, report) ? newIn(example, report) : undefined;
  if (all.every(({ verdict }) => verdict === 'warning'))
    return uncounted === undefined ? 'WARNING' : `WARNING, ${uncounted}`;
  if (all.every(({ known }) => known !== undefined)) return 'FAIL, known';
  return `FAIL, ${uncounted ?? `not required (${gateFlag(report)})`}`;
}

/** Returns whether all cases of a block are newer than the edition of the run. */
export function isNewer({ example, others }: Block, report: Report): boolean {
  return [example, ...others].every((result) => newIn(result, report) !== undefined);
}

/** Counts the failures of a block by their age, as in `1 new, 2 ongoing`. */
export function sinceText({ example, others }: Pick<Block, 'example' | 'others'>, { history }: Report): string {
  if (history === undefined) return '';
  const since = [example, ...others].flatMap(({ id }) => history.cases[id] ?? []);
  const counts = SINCE.flatMap((kind) => {
    const count = since.filter((one) => one === kind).length;
    return count === 0 ? [] : [since.length === 1 ? kind : `${count} ${kind}`];
  });
  return counts.join(', ');
}

/** Returns how many of the cases of a promise failed. */
export function casesText(block: Block, report: Report): string {
  const { promise, others } = block;
  const since = sinceText(block, report);
  const count = `${1 + others.length} of ${promise.cases.length} ${promise.cases.length === 1 ? 'case' : 'cases'}`;
  return since === '' ? count : `${count}; ${since}`;
}

/** Returns one line for each of the other failed requests of a case. */
export function requestLines({ otherRequests = [] }: Result): string[] {
  return otherRequests.map(({ request, got }) => `${request}: ${got}`);
}

/** Returns one line about a failed case. */
export function caseLine(result: Result, gating: Gating): string {
  return `${result.id}: ${expectedAndGot(result, gating)}`;
}

/** Returns the end of this line, for a reader who has the id beside it. */
export function expectedAndGot(result: Result, gating: Gating): string {
  const { expected = '', got = '' } = result;
  return `expected ${expected}, got ${got}${excuseText(result, gating)}`;
}

/** Returns one line about a case that failed beside another case of its promise. */
export function shortCaseLine(result: Result, gating: Gating): string {
  const { id, got = '' } = result;
  return `${id}: ${got}${excuseText(result, gating)}`;
}

function excuseText(result: Result, gating: Gating): string {
  const excuse = result.known === undefined ? newIn(result, gating) : `known: ${result.known}`;
  return excuse === undefined ? '' : ` (${excuse})`;
}
