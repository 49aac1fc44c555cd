/** The blocks of a report: one for each thing to fix, with an example, its other cases and its consequences. */

import { groupBy } from '../../lib/group-by.ts';
import type { Finding } from '../engine/findings.ts';
import { SINCE } from '../engine/history.ts';
import type { Result } from '../engine/judge.ts';
import { promiseOf, promisesOf, sentenceOf, type PromiseResult } from '../engine/promises.ts';
import type { Report } from '../engine/report.ts';
import { isGated, type Gating } from '../engine/verdict-of-run.ts';
import { cap, counted } from '../text/lay-out.ts';
import { differenceLines, gateFlag, newIn, requestLines } from './words.ts';

export interface Block {
  /** FAIL, WARNING or FAULT. If the block does not fail the run, the reason follows. */
  readonly word: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly promise: PromiseResult;
  /** The number of failed cases. */
  readonly count: string;
  /** The failed cases of the promise, beginning with the case to show in full. */
  readonly cases: readonly [Result, ...Result[]];
  /** Whether the block fails the run. */
  readonly isRed: boolean;
  readonly finding: Finding;
  readonly rows: readonly BlockRow[];
  /** The consequences of the mistake: titles with the ids of cases. */
  readonly follows: readonly (readonly [title: string, ids: readonly string[]])[];
}

/** A line of a block. The text of a row with an id is about another case. */
export interface BlockRow {
  readonly name: 'promised' | 'case' | 'expected' | 'got' | 'got for' | 'differs' | 'fix' | 'mistake' | 'also';
  readonly id?: string;
  readonly text: string;
}

/** The maximum number of characters of a row about another case. */
const MOST_OF_A_CASE = 300;

/** Returns the blocks. Blocks that fail the run come first. A fault of the kit has a block of its own. */
export function blocksOf(report: Report): Block[] {
  const byId = new Map(report.results.map((result) => [result.id, result]));
  const promises = new Map(promisesOf(report.results).map((promise) => [promise.id, promise]));
  const faults = report.results.filter(({ verdict }) => verdict === 'harness-fault').map(faultOf);
  const blocks = [...faults, ...report.findings].flatMap((finding): Block[] => {
    const [example, ...others] = finding.cases.flatMap((id) => byId.get(id) ?? []);
    if (example === undefined) return [];
    const cases = [example, ...others] as const;
    // Observations have no promise, so their faults stand alone.
    const own = { ...sentenceOf(example), id: example.id, verdict: example.verdict, cases: [example] };
    const promise = promises.get(finding.promise) ?? own;
    const all = [...cases, ...finding.failed.flatMap((id) => byId.get(id) ?? [])];
    const isRed = all.some((result) => result.verdict === 'harness-fault' || isGated(result, report));
    const follows = [
      ['follows from this', finding.failed],
      ['not tested because of this', finding.blocked],
    ] as const;
    return [
      {
        ...wordOf(cases, isRed, report),
        promise,
        count: countText(cases, promise, report),
        cases,
        isRed,
        finding,
        rows: rowsOf(cases, { promise, fix: finding.fix, gating: report }),
        follows: follows.filter(([, ids]) => ids.length > 0),
      },
    ];
  });
  return blocks.toSorted((a, b) => Number(b.isRed) - Number(a.isRed));
}

function faultOf(example: Result): Finding {
  const fix = 'This is a fault in the kit. Report the fault, and include this text.';
  return { promise: promiseOf(example), cases: [example.id], fix, failed: [], blocked: [] };
}

function wordOf(cases: Block['cases'], isRed: boolean, report: Report): Pick<Block, 'word' | 'level'> {
  if (isRed) return { word: cases[0].verdict === 'harness-fault' ? 'FAULT' : 'FAIL', level: 'error' };
  const isNewer = cases.every((result) => newIn(result, report) !== undefined);
  const newer = isNewer ? newIn(cases[0], report) : undefined;
  if (cases.every(({ verdict }) => verdict === 'warning'))
    return isNewer ? { word: `WARNING, ${newer}`, level: 'note' } : { word: 'WARNING', level: 'warning' };
  const isKnown = cases.every(({ known }) => known !== undefined);
  return { word: `FAIL, ${isKnown ? 'known' : (newer ?? `not required (${gateFlag(report)})`)}`, level: 'note' };
}

/** Counts the failed cases of a promise, and them by their age, as in `3 of 4 cases; 1 new, 2 ongoing`. */
export function countText(failed: readonly Result[], { cases }: PromiseResult, { history }: Report): string {
  const since = failed.flatMap(({ id }) => history?.cases[id] ?? []);
  const ages = SINCE.flatMap((kind) => {
    const count = since.filter((one) => one === kind).length;
    return count === 0 ? [] : [since.length === 1 ? kind : `${count} ${kind}`];
  });
  return [`${failed.length} of ${counted(cases.length, 'case')}`, ages.join(', ')]
    .filter((text) => text !== '')
    .join('; ');
}

function rowsOf(
  [example, ...others]: Block['cases'],
  { promise, fix, gating }: { promise: PromiseResult; fix: string | undefined; gating: Gating },
): BlockRow[] {
  const { id, expected, got = '', reason = '', failing } = example;
  const differing = differenceLines(example).filter((line) => !line.startsWith('status:'));
  return [
    { name: 'promised', text: `${promise.text} (${promise.source})` },
    { name: 'case', id, text: '' },
    { name: 'expected', text: expected ?? reason },
    { name: 'got', text: got },
    ...requestLines(example).map((text) => ({ name: 'got for', text }) as const),
    ...differing.map((text) => ({ name: 'differs', text }) as const),
    fix === undefined ? { name: 'mistake', text: failing } : { name: 'fix', text: fix },
    ...others.map((other): BlockRow => ({
      name: 'also',
      id: other.id,
      text: cap(failureOf(other, gating), MOST_OF_A_CASE),
    })),
  ];
}

/** Returns at most this number of rows with the same name, and counts the others. */
export function fewRows(rows: readonly BlockRow[], most: number): BlockRow[] {
  return [...groupBy(rows, ({ name }) => name)].flatMap(([name, all]) => {
    const rest = all.length - most;
    return rest <= 0 ? all : [...all.slice(0, most), { name, text: `${rest} more` }];
  });
}

/** Returns the id and the text of a row. */
export function rowText({ id, text }: BlockRow): string {
  return [id, text].filter((part) => part !== undefined && part !== '').join(': ');
}

/** Returns one line about a failed case. */
export function caseLine(result: Result, gating: Gating): string {
  return `${result.id}: ${failureOf(result, gating)}`;
}

function failureOf(result: Result, gating: Gating): string {
  const { expected = '', got = '', known } = result;
  const excuse = known === undefined ? newIn(result, gating) : `known: ${known}`;
  return `expected ${expected}, got ${got}${excuse === undefined ? '' : ` (${excuse})`}`;
}
