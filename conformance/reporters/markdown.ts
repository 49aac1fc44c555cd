/** Markdown for the summary of a CI job: counts, failures, what could not be tried. */

import type { Result } from '../engine/judge.ts';
import type { Report } from '../engine/report.ts';
import { cap } from '../text/lay-out.ts';
import { markdownText, plainText } from '../text/safe-text.ts';
import { repeatCommand } from './repeat.ts';
import { withSafeText } from './safe-report.ts';
import {
  answerText,
  byGate,
  countOf,
  differenceLines,
  exchangesOf,
  headline,
  inOrder,
  openGroups,
  ORDER,
  promise,
} from './words.ts';

/** GitHub cuts a job summary at 1 MiB; the details of so many failures stay far below it. */
const MOST_DETAILS = 50;

export function markdownReport(raw: Report): string {
  const report = withSafeText(raw, markdownText);
  const { results, problems, stopped } = report;
  const { counted: gated, besides } = byGate(report);
  const grave = inOrder(results, report.gates).filter(({ verdict }) =>
    ['harness-fault', 'fail', 'warning'].includes(verdict),
  );
  const open = results.filter(({ verdict }) => ['untestable', 'inconclusive'].includes(verdict));
  const parts = [
    '# Conformance',
    headline(report).join('\n'),
    ...(stopped === undefined ? [] : [`**Stopped:** ${stopped.reason}`]),
    ...problems.map(({ text }) => `- ${text}`),
    [
      `| Verdict | Required (${report.gates.join(', ')}) | Not required |`,
      '|---|---|---|',
      ...ORDER.map((verdict) => `| ${verdict} | ${countOf(gated, verdict)} | ${countOf(besides, verdict)} |`),
      `| all | ${gated.length} | ${besides.length} |`,
    ].join('\n'),
    ...(grave.length === 0
      ? []
      : ['## Broken promises', ...grave.slice(0, MOST_DETAILS).map((result) => details(report, result))]),
    ...(grave.length > MOST_DETAILS ? [`… and ${grave.length - MOST_DETAILS} more.`] : []),
    ...(open.length === 0
      ? []
      : [
          '## Not tried or not answered',
          ['| Reason | Checks |', '|---|---|', ...openGroups(open).map(row)].join('\n'),
        ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function details(report: Report, result: Result): string {
  const [exchange] = exchangesOf(report, result).slice(-1);
  const lines = [
    `### ${result.verdict}: \`${result.id}\``,
    promise(result),
    [
      `- expected: ${result.expected ?? result.reason ?? ''}`,
      `- got: ${result.got ?? ''}`,
      ...differenceLines(result).map((line) => `- differs: ${line}`),
    ].join('\n'),
  ];
  if (exchange !== undefined)
    lines.push(fenced(plainText(`${cap(repeatCommand(exchange, 800), 2400)}\n\n${answerText(exchange, 400)}`)));
  return lines.join('\n\n');
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** Enough to see what is meant; the JSON report has all of them. */
const MOST_NAMED = 12;

function row({ reason, ids }: ReturnType<typeof openGroups>[number]): string {
  const named = ids.slice(0, MOST_NAMED).map((id) => `\`${id}\``);
  const rest = ids.length > MOST_NAMED ? [`… and ${ids.length - MOST_NAMED} more`] : [];
  return `| ${reason} | ${ids.length}: ${[...named, ...rest].join(', ')} |`;
}
