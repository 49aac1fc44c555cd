/** Markdown for the summary of a CI job: the grid, the worst verdicts, and the money. */

import { code, table } from '../../contract/docs/markdown.ts';
import { indent } from '../../conformance/text/lay-out.ts';
import { markdownText, plainText } from '../../conformance/text/safe-text.ts';
import { isRed, type AuditionReport, type CaseVerdict, type ClientReport } from '../judge/audition-report.ts';
import {
  auditionHeadline,
  excuseLines,
  gridRows,
  isGrave,
  missedBesides,
  missesOf,
  reportNotes,
  worstFirst,
  type Miss,
} from './lines.ts';

/** The maximum number of cases with details. Their size stays far below 1 MiB, where GitHub cuts a job summary. */
const MOST_DETAILS = 40;

export function markdownAudition(report: AuditionReport): string {
  const { clients } = report;
  const details = clients.flatMap(({ name, cases }) =>
    worstFirst(cases)
      .filter((one) => isRed(one) || excuseLines(one).length > 0)
      .map((one) => detailOf(clients.length > 1 ? `${name}: ` : '', one)),
  );
  const rows = gridRows(clients).map(({ name, cells }) => [
    code(name),
    ...cells.map(({ cases }) => cases[0]?.word ?? ''),
  ]);
  const parts = [
    '# Audition',
    ...[auditionHeadline(report), ...reportNotes(report)].map(markdownText),
    table(['Scenario', ...clients.map(({ name }) => markdownText(name))], rows),
    ...clients.flatMap(uncountedLines),
    ...details.slice(0, MOST_DETAILS),
    ...(details.length > MOST_DETAILS ? [`… and ${details.length - MOST_DETAILS} more.`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns a line for each missed check that the edition of the run does not count. */
function uncountedLines({ name, cases }: ClientReport): string[] {
  return missedBesides(cases).flatMap(({ check, isCounted, note, said }) => {
    const scenarios = code(...[...said.values()].flat());
    return isCounted ? [] : [`- ${markdownText(name)} missed ${code(check.id)}${note} in ${scenarios}`];
  });
}

function detailOf(client: string, one: CaseVerdict): string {
  return [
    `## ${markdownText(client)}${one.word}: ${code(one.scenario)}`,
    ...[`${one.outcome.how}. The server: ${one.server}`, ...excuseLines(one)].map(markdownText),
    ...missesOf(one).filter(isGrave).map(missText),
  ].join('\n\n');
}

/** Describes one missed check: the mistake of the client, its exchanges, the rule and the remedy. */
export function missText({ check, note, says, rule, remedy, exchanges }: Miss): string {
  const lines = exchanges.map(({ when, sent, answered }) => `${when}  ${sent}\n  -> ${answered}`);
  return [
    `**${code(check.id)}**${note} ${markdownText(says)}`,
    ...(lines.length === 0 ? [] : [indent(plainText(lines.join('\n')), '    ')]),
    `- rule: ${markdownText(rule)}\n- instead: ${markdownText(remedy)}`,
  ].join('\n\n');
}
