/** The result of a run in promises: the first words of every format. */

import { groupBy } from '../../lib/group-by.ts';
import { dollarText } from '../../contract/prices.ts';
import { SECTIONS } from '../../contract/requirements/requirement.ts';
import { SINCE } from '../engine/history.ts';
import { promisesOf } from '../engine/promises.ts';
import type { Report } from '../engine/report.ts';
import type { Verdict } from '../engine/outcome.ts';
import { counts, isGated } from '../engine/verdict-of-run.ts';
import { counted, firstOf } from '../text/lay-out.ts';
import { gateFlag } from './words.ts';

const MOST_NAMED = 4;

/** The words by exit code. */
const WORDS = ['PASS', 'FAIL', 'NOT TESTED', 'INCONCLUSIVE', 'INCOMPLETE', 'ERROR'];

/** Returns the result of the run. */
export function runSummary(report: Report) {
  const { exitCode, stopped, target, seconds, missed } = report;
  const unreached = isUnreached(stopped);
  return {
    /** PASS, FAIL, or the reason why the run is neither. */
    word: WORDS[exitCode] ?? 'ERROR',
    text: unreached ? 'no promise was tested' : [...errorIn(report), promisesText(report)].join(': '),
    spent: unreached ? target : `${target}: ${moneyText(report)}, ${seconds.toFixed(1)} s`,
    /** The mistakes of an exploration, and the failures since the previous run. */
    notes: [...exploredTexts(report), ...historyTexts(report)],
    problems: [...(stopped === undefined ? [] : [stopped.reason]), ...report.problems.map((problem) => problem.text)],
    /** The flags that the run lacked, and the number of cases that each of them covers. The most cases come first. */
    uncovered: (unreached ? [] : missed)
      .map(({ give, kinds, promises }) => ({
        give,
        promises,
        cases: kinds.reduce((sum, { checks }) => sum + checks, 0),
      }))
      .toSorted((a, b) => b.cases - a.cases)
      .map(
        ({ give, cases, promises }) => [give, `${counted(cases, 'case')} of ${counted(promises, 'promise')}`] as const,
      ),
  };
}

/** Returns whether the run ended before any check, because its target, key or URL does not work. */
export function isUnreached(stopped: Report['stopped']): boolean {
  return stopped !== undefined && ['target', 'key', 'url'].includes(stopped.by);
}

function errorIn({ exitCode, results, problems }: Report): string[] {
  if (exitCode !== 5) return [];
  if (results.some(({ verdict }) => verdict === 'harness-fault')) return ['fault in the kit'];
  return [problems.some(({ kind }) => kind === 'baseline') ? 'stale baseline' : 'a file could not be written'];
}

/** Counts the promises that the gates require, and the broken ones of the others, such as newer ones. */
function promisesText(report: Report): string {
  const { results } = report;
  const gated = promisesOf(results.filter((result) => counts(result, report)));
  const besides = promisesOf(results.filter((result) => !counts(result, report)));
  const count = (verdict: Verdict, among = gated): number => among.filter((one) => one.verdict === verdict).length;
  const broken = gated.filter(({ cases }) => cases.some((one) => isGated(one, report))).length;
  const kept = count('pass') + count('warning') + count('not-applicable');
  const others: readonly (readonly [number, string])[] = [
    [count('fail') - broken, 'known to be broken'],
    [count('warning'), count('warning') === 1 ? 'warning' : 'warnings'],
    [count('inconclusive'), 'inconclusive'],
    [count('untestable'), 'not tested'],
    [count('fail', besides), `other broken, but not required by ${gateFlag(report)}`],
  ];
  return [
    `${broken > 0 ? broken : kept} of ${counted(gated.length, 'promise')} ${broken > 0 ? 'broken' : 'kept'}`,
    ...others.flatMap(([number, text]) => (number === 0 ? [] : [`${number} ${text}`])),
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
export function sectionRows({ results }: Pick<Report, 'results'>): string[][] {
  const bySection = groupBy(promisesOf(results), ({ section }) => section);
  return Object.entries(SECTIONS).flatMap(([section, title]) => {
    const own = bySection.get(section) ?? [];
    const count = (...verdicts: readonly Verdict[]): number =>
      own.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const [broken, untested] = [count('fail', 'harness-fault'), count('untestable', 'inconclusive')];
    return own.length === 0 ? [] : [[title, ...[own.length - broken - untested, broken, untested].map(String)]];
  });
}

/** Counts failures by their age in one line. Returns nothing without a previous run. */
function historyTexts({ history }: Report): string[] {
  if (history === undefined) return [];
  const parts = SINCE.map((kind) => {
    const ids = Object.keys(history.cases).filter((id) => history.cases[id] === kind);
    const named = kind === 'ongoing' || ids.length === 0 ? '' : ` (${firstOf(ids, MOST_NAMED)})`;
    return `${ids.length} ${kind}${named}`;
  });
  return [`Cases since the run of ${history.previous.slice(0, 16).replace('T', ' ')} UTC: ${parts.join(', ')}`];
}

/** Describes how far an exploration went, and how reliably each of its findings fails. */
function exploredTexts({ explored }: Report): string[] {
  if (explored === undefined) return [];
  const { played, rounds, seed, requests, unconfirmed, findings } = explored;
  const lost = unconfirmed.length === 0 ? '' : `; the mistakes of round ${unconfirmed.join(', ')} did not appear again`;
  return [
    `Explored ${played} of ${counted(rounds, 'round')} (seed ${seed}, ${counted(requests, 'request')}) and found ${counted(findings.length, 'mistake')}${lost}.`,
    ...findings.map(({ id, round, requests: before, left, failed, runs, isShrunk }) =>
      runs === 1
        ? `${id}: found in round ${round}, in a sequence of ${counted(before, 'request')}. The money did not cover a second run of these requests.`
        : `${id}: found in round ${round}, in a sequence of ${counted(before, 'request')} that was reduced to ${left}${isShrunk ? '' : ' (perhaps not all of them are necessary)'}. The mistake occurred in ${failed} of ${runs} runs.`,
    ),
  ];
}
