/** Markdown for the summary of a CI job: the result, a part for each thing to fix, and the untested cases. */

import { code, fence, table } from '../../contract/docs/markdown.ts';
import type { Report } from '../engine/report.ts';
import { cap, counted, firstOf } from '../text/lay-out.ts';
import { markdownText, plainText } from '../text/safe-text.ts';
import { blocksOf, fewRows, rowText, type Block, type BlockRow } from './blocks.ts';
import { repeatCommand } from './repeat.ts';
import { runSummary, sectionRows } from './summary.ts';
import { answerText, openGroups, sequenceOf } from './words.ts';

/** The maximum number of failures with details. Their size stays far below 1 MiB, where GitHub cuts a job summary. */
const MOST_DETAILS = 50;
const MOST_NAMED = 12;

export function markdownReport(report: Report): string {
  const { word, text, spent, notes, problems, uncovered } = runSummary(report);
  const blocks = blocksOf(report);
  const open = openGroups(report.results.filter(({ level }) => level !== 'observe')).map(({ reason, ids }) => [
    markdownText(reason),
    `${counted(ids.length, 'case')}: ${named(ids)}`,
  ]);
  const parts = [
    `# ${word}: ${text}`,
    ...[spent, ...notes].map(markdownText),
    ...problems.map((problem) => `- ${markdownText(problem)}`),
    ...blocks.slice(0, MOST_DETAILS).map((block) => details(report, block)),
    ...(blocks.length > MOST_DETAILS ? [`… and ${blocks.length - MOST_DETAILS} more.`] : []),
    table(['Section', 'Kept', 'Broken', 'Not tested'], sectionRows(report)),
    ...(uncovered.length === 0 ? [] : ['## Not covered', table(['Flag', 'Covers'], uncovered)]),
    ...(open.length === 0 ? [] : ['## Not tested', table(['Why', 'Cases'], open)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function details(report: Report, { word, promise, count, cases, rows, follows }: Block): string {
  const sent = sequenceOf(report, cases[0]);
  const commands = sent.map((one) => cap(repeatCommand(one, 800), 2400)).join('\n');
  return [
    `## ${word}: \`${promise.id}\` (${count})`,
    [
      ...fewRows(rows, MOST_NAMED).map((row) => `- ${row.name}: ${textOf(row)}`),
      ...follows.map(([title, ids]) => `- ${title} (${ids.length}): ${named(ids)}`),
    ].join('\n'),
    ...sent.slice(-1).map((last) => fence('', plainText(`${commands}\n\n${answerText(last, 400)}`))),
  ].join('\n\n');
}

/** The texts of the kit contain Markdown. The texts of the target are escaped. */
function textOf(row: BlockRow): string {
  const isOwn = row.name === 'promised' || row.name === 'fix' || row.name === 'mistake';
  return isOwn ? row.text : markdownText(rowText(row));
}

/** Names the first ids. The JSON report has all of them. */
function named(ids: readonly string[]): string {
  const codes = ids.map((id) => code(id));
  return firstOf(codes, MOST_NAMED);
}
