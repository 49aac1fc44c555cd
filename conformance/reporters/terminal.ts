/**
 * Prints the end of a run on a terminal: a block for each thing to fix, the result, the money, and uncovered promises.
 */

import type { Report } from '../engine/report.ts';
import { cap, counted, firstOf, indent, wrap } from '../text/lay-out.ts';
import { plainLine, plainText } from '../text/safe-text.ts';
import { blocksOf, casesText, requestLines, shortCaseLine, wordOf, type Block } from './blocks.ts';
import { repeatCommand } from './repeat.ts';
import { withSafeText } from './safe-report.ts';
import { exploredTexts, historyText, isUnreached, runSummary, uncoveredBy } from './summary.ts';
import { differenceLines, inOrder, openGroups, sequenceOf, shortAnswer } from './words.ts';

export interface TerminalOptions {
  readonly color: boolean;
  readonly width: number;
  /** Shows all blocks and every case. */
  readonly verbose?: boolean;
}

interface Page {
  readonly paint: (text: string, code: number) => string;
  readonly width: number;
  readonly verbose: boolean;
}

const MOST_BLOCKS = 8;
const MOST_CASES = 2;
const MOST_NAMED = 3;
const RED = 31;
const GREEN = 32;
const YELLOW = 33;
const DIM = 2;

/** Returns the text, wrapped to the width, in color if the options enable it. */
export function terminalReport(raw: Report, options: TerminalOptions): string {
  const report = withSafeText(raw, plainLine);
  const page: Page = {
    paint: (text, code) => (options.color ? `\u001b[${code}m${text}\u001b[0m` : text),
    width: Math.max(20, options.width),
    verbose: options.verbose === true,
  };
  const blocks = blocksOf(report);
  const shown = page.verbose ? blocks : blocks.slice(0, MOST_BLOCKS);
  const rest = blocks.length - shown.length;
  const parts = [
    ...shown.map((block) => blockText(report, block, page)),
    ...(rest > 0 ? [`${rest} more: --verbose prints them, and --report json=report.json writes all details.`] : []),
    ...openTexts(report, page),
    ...(page.verbose ? [everyCase(report)] : []),
    ...report.problems.map(({ text }) => wrap(page.paint(text, YELLOW), page.width, '')),
    ...(report.stopped === undefined ? [] : [wrap(page.paint(report.stopped.reason, YELLOW), page.width, '')]),
    summaryText(report, page),
  ];
  return `${parts.join('\n\n')}\n`;
}

function blockText(report: Report, block: Block, { paint, width, verbose }: Page): string {
  const { example, finding, promise, others, isRed } = block;
  const sent = sequenceOf(report, example);
  const last = sent.at(-1);
  const row = (name: string, text: string): string => wrap(`${`${name}:`.padEnd(11)}${text}`, width, '  ');
  const few = verbose ? others : others.slice(0, MOST_CASES);
  const requests = requestLines(example);
  const fewRequests = verbose ? requests : requests.slice(0, MOST_CASES);
  return [
    paint(`${wordOf(block, report)}  ${promise.id}  (${casesText(block, report)})`, isRed ? RED : YELLOW),
    row('promised', `${promise.text} (${promise.source})`),
    ...(example.id === promise.id ? [] : [row('case', example.id)]),
    row('expected', example.expected ?? example.reason ?? ''),
    row('got', example.got ?? ''),
    ...fewRequests.map((line) => `  ${cap(`got for:   ${line}`, width - 30)}`),
    ...(fewRequests.length < requests.length
      ? [`  got for:   ${requests.length - fewRequests.length} more requests of this case`]
      : []),
    ...differenceLines(example)
      .filter((line) => !line.startsWith('status:'))
      .map((line) => row('differs', line)),
    finding.fix === undefined ? row('mistake', example.failing) : row('fix', finding.fix),
    ...(last === undefined
      ? []
      : [
          ...sent.map((one) => `  reproduce: ${plainText(cap(repeatCommand(one, 600), 2400))}`),
          paint(indent(plainText(shortAnswer(last)), '    | '), DIM),
        ]),
    ...few.map((other) => `  ${cap(`also:      ${shortCaseLine(other, report)}`, width - 30)}`),
    ...(few.length < others.length ? [`  also:      ${counted(others.length - few.length, 'more case')}`] : []),
    ...followText('follows from this', finding.failed, { width, verbose }),
    ...followText('not tested because of this', finding.blocked, { width, verbose }),
  ].join('\n');
}

function followText(
  title: string,
  ids: readonly string[],
  { width, verbose }: Pick<Page, 'width' | 'verbose'>,
): string[] {
  if (ids.length === 0) return [];
  return [wrap(`${title} (${ids.length}): ${firstOf(ids, verbose ? ids.length : MOST_NAMED)}`, width, '  ')];
}

/** Lists inconclusive cases, and with `--verbose` also untested cases, because one missing key explains a hundred. */
function openTexts(report: Report, { paint, width, verbose }: Page): string[] {
  // If the target could not be reached at all, the reason for stopping is enough.
  if (isUnreached(report.stopped)) return [];
  const blocked = new Set(blocksOf(report).flatMap(({ finding }) => finding.blocked));
  const open = inOrder(report.results, report).filter(
    ({ id, verdict }) => verdict === 'inconclusive' || (verbose && verdict === 'untestable' && !blocked.has(id)),
  );
  return openGroups(open).map(({ reason, ids }) => {
    const line = paint(wrap(`${reason} (${counted(ids.length, 'case')})`, width, ''), YELLOW);
    return [line, ...followText('cases', ids, { width, verbose })].join('\n');
  });
}

function everyCase(report: Report): string {
  return inOrder(report.results, report)
    .map(({ verdict, id, value }) => `${verdict.padEnd(14)} ${id}${value === undefined ? '' : ` = ${value}`}`)
    .join('\n');
}

const NEVER_COVERED = 'The kit never decodes frames. So it cannot check what the frames show.';

function summaryText(report: Report, { paint, width }: Page): string {
  const { word, text, spent } = runSummary(report);
  const history = historyText(report);
  const uncovered = isUnreached(report.stopped) ? [] : uncoveredBy(report);
  const widest = Math.max(0, ...uncovered.map(({ give }) => give.length));
  return [
    wrap(paint(`${word}  ${text}`, report.exitCode === 0 ? GREEN : RED), width, ''),
    wrap(spent, width, ''),
    ...exploredTexts(report).map((line) => wrap(line, width, '')),
    ...(history === undefined ? [] : [wrap(history, width, '')]),
    ...(uncovered.length === 0 ? [] : ['Not covered by this run (add the flag to cover it):']),
    ...uncovered.map((row) => `  ${row.give.padEnd(widest)}  ${row.text}`),
    ...(uncovered.length === 0 ? [] : [wrap(NEVER_COVERED, width, '')]),
  ].join('\n');
}
