/** Markdown for the summary of a CI job: the grid, the worst verdicts, and the money. */

import { indent } from '../../lib/lay-out.ts';
import { markdownText, plainText } from '../../conformance/text/safe-text.ts';
import { isRed, type AuditionReport, type CaseVerdict, type ClientReport } from '../judge/audition-report.ts';
import {
  auditionHeadline,
  clientNotes,
  excuseOf,
  gridRows,
  isGrave,
  missedBesides,
  missesOf,
  uncountedNote,
  worstFirst,
  type Miss,
} from './lines.ts';

/** The maximum number of cases with details. Their size stays far below 1 MiB, where GitHub cuts a job summary. */
const MOST_DETAILS = 40;

export function markdownAudition(report: AuditionReport): string {
  const { clients, stale } = report;
  const details = clients.flatMap(({ name, cases }) =>
    worstFirst(cases)
      .filter((one) => isRed(one) || excuseOf(one) !== undefined)
      .map((one) => detailOf(clients.length > 1 ? `${name}: ` : '', one)),
  );
  const parts = [
    '# Audition',
    markdownText(auditionHeadline(report)),
    ...clients.flatMap(({ name, untestable }) =>
      untestable === undefined ? [] : [`**${markdownText(name)} is untestable:** ${markdownText(untestable)}`],
    ),
    ...clients.flatMap((client) =>
      clientNotes(client).map((line) => markdownText(clients.length > 1 ? `${client.name}: ${line}` : line)),
    ),
    ...stale.map((line) => `- no longer matches the expected verdict: ${markdownText(line)}`),
    gridOf(report),
    ...clients.flatMap(uncountedLines),
    ...details.slice(0, MOST_DETAILS),
    ...(details.length > MOST_DETAILS ? [`… and ${details.length - MOST_DETAILS} more.`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function gridOf({ clients }: AuditionReport): string {
  const rows = gridRows(clients).map(({ name, cells }) => {
    const words = cells.map(({ cases: [one] }) => one?.word ?? '');
    return `| \`${name}\` | ${words.join(' | ')} |`;
  });
  const heads = clients.map(({ name }) => markdownText(name));
  return [`| Scenario | ${heads.join(' | ')} |`, `|---|${heads.map(() => '---|').join('')}`, ...rows].join('\n');
}

/** Returns a line for each missed check that the edition of the run does not count. */
function uncountedLines({ name, cases }: ClientReport): string[] {
  return missedBesides(cases).flatMap((missed) => {
    const scenarios = [...missed.said.values()].flat().map((scenario) => `\`${scenario}\``);
    const about = `\`${missed.check.id}\`${uncountedNote(missed)}`;
    return missed.isCounted ? [] : [`- ${markdownText(name)} missed ${about} in ${scenarios.join(', ')}`];
  });
}

function detailOf(client: string, one: CaseVerdict): string {
  const misses = missesOf(one).filter(isGrave);
  const excuse = excuseOf(one);
  return [
    `## ${markdownText(client)}${one.word}: \`${one.scenario}\``,
    markdownText(`${one.outcome.how}. The server: ${one.server}`),
    ...(excuse === undefined ? [] : [markdownText(`This does not fail the run (${excuse}).`)]),
    ...misses.map(missText),
  ].join('\n\n');
}

/** Describes one missed check: the mistake of the client, its exchanges, the rule and the remedy. */
export function missText(miss: Miss): string {
  const { check, says, remedy, exchanges } = miss;
  const { sentence, source } = check.rests;
  const lines = exchanges.map(({ when, sent, answered }) => `${when}  ${sent}\n  -> ${answered}`);
  return [
    `**\`${check.id}\`**${uncountedNote(miss)} ${markdownText(says)}`,
    ...(lines.length === 0 ? [] : [indent(plainText(lines.join('\n')), '    ')]),
    `- rule: “${markdownText(sentence)}” (${markdownText(source)})`,
    `- instead: ${markdownText(remedy)}`,
  ]
    .join('\n\n')
    .replace('\n\n- instead', '\n- instead');
}
