/**
 * Prints the end of a run on a terminal: a block for each thing to fix, the result, the money, and uncovered promises.
 */

import type { Report } from '../engine/report.ts';
import { cap, counted, createPage, firstOf, indent, type Page, type TerminalOptions } from '../text/lay-out.ts';
import { plainLine, plainText } from '../text/safe-text.ts';
import { blocksOf, fewRows, rowText, type Block, type BlockRow } from './blocks.ts';
import { repeatCommand } from './repeat.ts';
import { isUnreached, runSummary } from './summary.ts';
import { answerText, inOrder, openGroups, sequenceOf } from './words.ts';

const MOST_BLOCKS = 8;
const MOST_ROWS = 2;
const MOST_NAMED = 3;
/** The minimum number of untested cases whose common reason is worth a line. */
const MANY = 10;
const SHORT = 60;

/** Returns the text, wrapped to the width, in color if the options enable it. */
export function terminalReport(report: Report, options: TerminalOptions): string {
  const page = createPage(options);
  const { line, paint, verbose } = page;
  const blocks = blocksOf(report);
  const shown = verbose ? blocks : blocks.slice(0, MOST_BLOCKS);
  const rest = blocks.length - shown.length;
  const parts = [
    ...shown.map((block) => blockText(report, block, page)),
    ...(rest > 0 ? [line(`${rest} more: --verbose prints them. --report json=report.json writes all details.`)] : []),
    ...openTexts(report, blocks, page),
    ...(verbose ? [everyCase(report)] : []),
    ...runSummary(report).problems.map((text) => paint(line(text), 'yellow')),
    summaryText(report, page),
  ];
  return `${parts.join('\n\n')}\n`;
}

function blockText(report: Report, { word, promise, count, isRed, cases, rows, follows }: Block, page: Page): string {
  const { paint, verbose } = page;
  const sent = sequenceOf(report, cases[0]);
  const shown = fewRows(rows, verbose ? Infinity : MOST_ROWS).filter(({ id }) => id !== promise.id);
  return [
    paint(`${word}  ${promise.id}  (${count})`, isRed ? 'red' : 'yellow'),
    ...shown.map((row) => rowLine(row, page)),
    ...sent.map((one) => `  reproduce: ${plainText(cap(repeatCommand(one, 600), 2400))}`),
    ...sent.slice(-1).map((last) => paint(indent(plainText(answerText(last, 300, true)), '    | '), 'dim')),
    ...follows.map(([title, ids]) => namedText(title, ids, page)),
  ].join('\n');
}

/** Returns one line for a row about another case, and else as many lines as its text needs. */
function rowLine(row: BlockRow, { line, width }: Page): string {
  const text = `${`${row.name}:`.padEnd(11)}${rowText(row)}`;
  return row.name === 'also' || row.name === 'got for' ? `  ${cap(plainLine(text), width - 30)}` : line(text, '  ');
}

function namedText(title: string, ids: readonly string[], { line, verbose }: Page): string {
  return line(`${title} (${ids.length}): ${firstOf(ids, verbose ? ids.length : MOST_NAMED)}`, '  ');
}

/**
 * Lists cases without a verdict by their reason. Without `--verbose`, it leaves out the cases that a flag would cover,
 * because the summary counts them. It names only the most frequent reason of other untested cases.
 */
function openTexts(report: Report, blocks: readonly Block[], page: Page): string[] {
  // If the target could not be reached at all, the reason for stopping is enough.
  if (isUnreached(report.stopped)) return [];
  const blocked = new Set(blocks.flatMap(({ finding }) => finding.blocked));
  const open = inOrder(report.results, report).filter(({ id }) => !blocked.has(id));
  const untested = open.filter(
    ({ verdict, lack }) => verdict === 'untestable' && (page.verbose || lack?.give === undefined),
  );
  const groups = [
    ...openGroups(open.filter(({ verdict }) => verdict === 'inconclusive')),
    ...openGroups(untested).filter(({ ids }, at) => page.verbose || (at === 0 && ids.length >= MANY)),
  ];
  return groups.map(({ reason, ids }) => {
    const isShort = !page.verbose && ids.length >= MANY;
    const head = page.line(`${isShort ? cap(reason, SHORT) : reason} (${counted(ids.length, 'case')})`);
    return page.paint(head, 'yellow') + (isShort ? '' : `\n${namedText('cases', ids, page)}`);
  });
}

function everyCase(report: Report): string {
  return inOrder(report.results, report)
    .map(
      ({ verdict, id, value }) => `${verdict.padEnd(14)} ${id}${value === undefined ? '' : ` = ${plainLine(value)}`}`,
    )
    .join('\n');
}

const NEVER_COVERED = 'The kit never decodes frames. So it cannot check what the frames show.';

function summaryText(report: Report, { paint, line }: Page): string {
  const { word, text, spent, notes, uncovered } = runSummary(report);
  const widest = Math.max(0, ...uncovered.map(([give]) => give.length));
  return [
    paint(line(`${word}  ${text}`), report.exitCode === 0 ? 'green' : 'red'),
    ...[spent, ...notes].map((note) => line(note)),
    ...(uncovered.length === 0 ? [] : ['Not covered by this run (add the flag to cover it):']),
    ...uncovered.map(([give, covers]) => `  ${give.padEnd(widest)}  ${covers}`),
    ...(uncovered.length === 0 ? [] : [line(NEVER_COVERED)]),
  ].join('\n');
}
