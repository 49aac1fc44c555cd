/** The result of a run in promises: the first words of every format. */

import { dollarText } from '../../contract/prices.ts';
import { SECTIONS } from '../../contract/requirements/requirement.ts';
import { SINCE } from '../engine/history.ts';
import type { Result } from '../engine/judge.ts';
import { promisesOf, type PromiseResult } from '../engine/promises.ts';
import type { Report } from '../engine/report.ts';
import type { Verdict } from '../engine/outcome.ts';
import { counts, isGated, type Gating } from '../engine/verdict-of-run.ts';
import { counted } from '../text/lay-out.ts';
import { gateFlag } from './words.ts';

export interface RunSummary {
  /** PASS, FAIL, or the reason why the run is neither. */
  readonly word: string;
  /** The promises that were kept, broken and not tested. */
  readonly text: string;
  /** The server, the money and the time. */
  readonly spent: string;
}

const MOST_NAMED = 4;

const WORDS: Readonly<Record<number, string>> = {
  0: 'PASS',
  1: 'FAIL',
  2: 'NOT TESTED',
  3: 'INCONCLUSIVE',
  4: 'INCOMPLETE',
  5: 'ERROR',
};

/** Returns the result of the run. */
export function runSummary(report: Report): RunSummary {
  const { exitCode, stopped, target, seconds } = report;
  const word = WORDS[exitCode] ?? 'ERROR';
  if (isUnreached(stopped)) return { word, text: 'no promise was tested', spent: target };
  return {
    word,
    text: [...errorIn(report), promisesText(report)].join(': '),
    spent: `${target}: ${moneyText(report)}, ${seconds.toFixed(1)} s`,
  };
}

/** Returns whether the run ended before any check, because its target, key or URL does not work. */
export function isUnreached(stopped: Report['stopped']): boolean {
  return stopped !== undefined && ['target', 'key', 'url'].includes(stopped.by);
}

/** Returns the result in one line. */
export function headline(report: Report): string {
  const { word, text, spent } = runSummary(report);
  return `${word}  ${text}. ${spent}.`;
}

function errorIn({ exitCode, results, problems }: Report): string[] {
  if (exitCode !== 5) return [];
  if (results.some(({ verdict }) => verdict === 'harness-fault')) return ['fault in the kit'];
  return [problems.some(({ kind }) => kind === 'baseline') ? 'stale baseline' : 'a file could not be written'];
}

/** Divides the promises into those that the gates require, and the others, such as newer ones. */
function promisesByGate({ results, ...gating }: Pick<Report, 'results'> & Gating): {
  readonly counted: readonly PromiseResult[];
  readonly besides: readonly PromiseResult[];
} {
  const isCounted = (result: Result): boolean => counts(result, gating);
  return {
    counted: promisesOf(results.filter(isCounted)),
    besides: promisesOf(results.filter((result) => !isCounted(result))),
  };
}

function promisesText(report: Report): string {
  const { counted: gated, besides } = promisesByGate(report);
  const count = (verdict: Verdict): number => gated.filter((promise) => promise.verdict === verdict).length;
  const failing = gated.filter(({ verdict }) => verdict === 'fail');
  const isNew = ({ cases }: PromiseResult): boolean => cases.some((one) => isGated(one, report));
  const broken = failing.filter(isNew).length;
  const known = failing.length - broken;
  const others = besides.filter(({ verdict }) => verdict === 'fail').length;
  const kept = count('pass') + count('warning') + count('not-applicable');
  return [
    broken > 0
      ? `${broken} of ${counted(gated.length, 'promise')} broken`
      : `${kept} of ${counted(gated.length, 'promise')} kept`,
    ...(known === 0 ? [] : [`${known} known to be broken`]),
    ...(count('warning') === 0 ? [] : [counted(count('warning'), 'warning')]),
    ...(count('inconclusive') === 0 ? [] : [`${count('inconclusive')} inconclusive`]),
    ...(count('untestable') === 0 ? [] : [`${count('untestable')} not tested`]),
    ...(others === 0 ? [] : [`${counted(others, 'other')} broken, but not required by ${gateFlag(report)}`]),
  ].join(', ');
}

function moneyText({ spend }: Report): string {
  const { creates, spent, refunded = 0, unpriced = 0, uncertain = 0 } = spend;
  return [
    `${counted(creates, 'create')}${refunded === 0 ? '' : ` (${refunded} of them refunded)`}`,
    dollarText(spent),
    ...(unpriced === 0 ? [] : [`${counted(unpriced, 'create')} of unknown cost`]),
    ...(uncertain === 0 ? [] : [`up to ${dollarText(uncertain)} for create requests without a response`]),
  ].join(', ');
}

/** Counts the kept, the broken and the untested promises of each section that has promises in this run. */
export function sectionRows({ results }: Pick<Report, 'results'>): [title: string, ...counts: number[]][] {
  const promises = promisesOf(results);
  return Object.entries(SECTIONS).flatMap(([section, title]) => {
    const own = promises.filter((promise) => promise.section === section);
    const count = (...verdicts: readonly Verdict[]): number =>
      own.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const [broken, untested] = [count('fail', 'harness-fault'), count('untestable', 'inconclusive')];
    return own.length === 0 ? [] : [[title, own.length - broken - untested, broken, untested]];
  });
}

/** Counts failures by their age in one line. Returns nothing without a previous run. */
export function historyText({ history }: Report): string | undefined {
  if (history === undefined) return undefined;
  const entries = Object.entries(history.cases);
  const parts = SINCE.map((kind) => {
    const ids = entries.filter(([, since]) => since === kind).map(([id]) => id);
    const named =
      kind === 'ongoing' || ids.length === 0
        ? ''
        : ` (${ids.slice(0, MOST_NAMED).join(', ')}${ids.length > MOST_NAMED ? ', …' : ''})`;
    return `${ids.length} ${kind}${named}`;
  });
  return `Cases since the run of ${history.previous.slice(0, 16).replace('T', ' ')} UTC: ${parts.join(', ')}`;
}

/** Describes how far an exploration went, and how reliably each of its findings fails. */
export function exploredTexts({ explored }: Report): string[] {
  if (explored === undefined) return [];
  const { played, rounds, seed, requests, unconfirmed, findings } = explored;
  const lost = unconfirmed.length === 0 ? '' : `; the mistakes of round ${unconfirmed.join(', ')} did not appear again`;
  return [
    `Explored ${played} of ${counted(rounds, 'round')} (seed ${seed}, ${counted(requests, 'request')}) and found ${counted(findings.length, 'mistake')}${lost}.`,
    ...findings.map(
      ({ id, round, requests: before, left, failed, runs, isShrunk }) =>
        `${id}: found in round ${round}, in a sequence of ${counted(before, 'request')} that was reduced to ${left}${isShrunk ? '' : ' (perhaps not all of them are necessary)'}. The mistake occurred in ${failed} of ${runs} runs.`,
    ),
  ];
}

export interface Uncovered {
  /** The flag or the part of the profile that would cover the cases. */
  readonly give: string;
  readonly text: string;
}

/** Counts the cases that the run did not cover by the flag that covers them, the most cases first. */
export function uncoveredBy({ missed }: Report): Uncovered[] {
  return missed
    .toSorted((a, b) => b.cases - a.cases)
    .map(({ give, cases, promises }) => ({
      give,
      text: `${counted(cases, 'case')} of ${counted(promises, 'promise')}`,
    }));
}
