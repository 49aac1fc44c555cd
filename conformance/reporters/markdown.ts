/** Markdown for the summary of a CI job: the result, a part for each thing to fix, and the untested cases. */

import { table } from '../../contract/docs/markdown.ts';
import type { Report } from '../engine/report.ts';
import { cap, counted, firstOf } from '../text/lay-out.ts';
import { markdownText, plainText } from '../text/safe-text.ts';
import { blocksOf, caseLine, casesText, requestLines, wordOf, type Block } from './blocks.ts';
import { repeatCommand } from './repeat.ts';
import { withSafeText } from './safe-report.ts';
import { exploredTexts, historyText, runSummary, sectionRows, uncoveredBy } from './summary.ts';
import { answerText, differenceLines, openGroups, sequenceOf } from './words.ts';

/** The maximum number of failures with details. Their size stays far below 1 MiB, where GitHub cuts a job summary. */
const MOST_DETAILS = 50;
const MOST_NAMED = 12;

export function markdownReport(raw: Report): string {
  const report = withSafeText(raw, markdownText);
  const { word, text, spent } = runSummary(report);
  const history = historyText(report);
  const blocks = blocksOf(report);
  const open = openGroups(report.results.filter(({ level }) => level !== 'observe'));
  const uncovered = uncoveredBy(report);
  const parts = [
    `# ${word}: ${text}`,
    spent,
    ...exploredTexts(report),
    ...(history === undefined ? [] : [history]),
    ...(report.stopped === undefined ? [] : [`**Stopped:** ${report.stopped.reason}`]),
    ...report.problems.map((problem) => `- ${problem.text}`),
    ...blocks.slice(0, MOST_DETAILS).map((block) => details(report, block)),
    ...(blocks.length > MOST_DETAILS ? [`… and ${blocks.length - MOST_DETAILS} more.`] : []),
    table(
      ['Section', 'Kept', 'Broken', 'Not tested'],
      sectionRows(report).map((row) => row.map(String)),
    ),
    ...(uncovered.length === 0
      ? []
      : [
          '## Not covered',
          table(
            ['Flag', 'Covers'],
            uncovered.map(({ give, text }) => [`\`${give}\``, text]),
          ),
        ]),
    ...(open.length === 0 ? [] : ['## Not tested', ['| Why | Cases |', '|---|---|', ...open.map(openRow)].join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function details(report: Report, block: Block): string {
  const { example, finding, promise, others } = block;
  const sent = sequenceOf(report, example);
  const last = sent.at(-1);
  const rows = [
    `- case: \`${example.id}\``,
    `- expected: ${example.expected ?? example.reason ?? ''}`,
    `- got: ${example.got ?? ''}`,
    ...requestLines(example)
      .slice(0, MOST_NAMED)
      .map((line) => `- got for ${line}`),
    ...differenceLines(example).map((line) => `- differs: ${line}`),
    finding.fix === undefined ? `- mistake: ${example.failing}` : `- fix: ${finding.fix}`,
    ...others.slice(0, MOST_NAMED).map((other) => `- also: ${caseLine(other, report)}`),
    ...followRow('follows from this', finding.failed),
    ...followRow('not tested because of this', finding.blocked),
  ];
  const lines = [
    `## ${wordOf(block, report)}: \`${promise.id}\` (${casesText(block, report)})`,
    `${promise.text} (${promise.source})`,
    rows.join('\n'),
  ];
  const commands = sent.map((one) => cap(repeatCommand(one, 800), 2400)).join('\n');
  if (last !== undefined) lines.push(fenced(plainText(`${commands}\n\n${answerText(last, 400)}`)));
  return lines.join('\n\n');
}

function followRow(title: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`- ${title} (${ids.length}): ${named(ids)}`];
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** Names the first ids. The JSON report has all of them. */
function named(ids: readonly string[]): string {
  return firstOf(
    ids.map((id) => `\`${id}\``),
    MOST_NAMED,
  );
}

function openRow({ reason, ids }: ReturnType<typeof openGroups>[number]): string {
  return `| ${reason} | ${counted(ids.length, 'case')}: ${named(ids)} |`;
}
