/** Markdown for the summary of a CI job: the grid, the worst verdicts, the money. */

import { indent } from '../../conformance/text/lay-out.ts';
import { markdownText, plainText } from '../../conformance/text/safe-text.ts';
import { isRed, type AuditionReport, type CaseVerdict } from '../judge/audition-report.ts';
import {
  auditionHeadline,
  exchangeLine,
  missesOf,
  moneyLine,
  pacingLines,
  whenText,
  worstFirst,
  type Miss,
} from './lines.ts';

/** GitHub cuts a job summary at 1 MiB; the details of so many cases stay far below it. */
const MOST_DETAILS = 40;

export function markdownAudition(report: AuditionReport): string {
  const { clients, stale } = report;
  const details = clients.flatMap(({ name, cases }) =>
    worstFirst(cases)
      .filter((one) => isRed(one) || one.known !== undefined)
      .map((one) => detailOf(clients.length > 1 ? `${name}: ` : '', one)),
  );
  const parts = [
    '# Audition',
    markdownText(auditionHeadline(report)),
    ...clients.flatMap(({ name, untestable }) =>
      untestable === undefined ? [] : [`**${markdownText(name)} is untestable:** ${markdownText(untestable)}`],
    ),
    ...clients.flatMap((client) => {
      const told = [moneyLine(client) ?? [], pacingLines(client)].flat();
      return told.map((line) => markdownText(clients.length > 1 ? `${client.name}: ${line}` : line));
    }),
    ...stale.map((line) => `- not as expected any more: ${markdownText(line)}`),
    gridOf(report),
    ...details.slice(0, MOST_DETAILS),
    ...(details.length > MOST_DETAILS ? [`… and ${details.length - MOST_DETAILS} more.`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function gridOf({ clients }: AuditionReport): string {
  const names = [...new Set(clients.flatMap(({ cases }) => cases.map(({ scenario }) => scenario)))];
  const rows = names.map((name) => {
    const words = clients.map(({ cases }) => cases.find(({ scenario }) => scenario === name)?.word ?? '');
    return `| \`${name}\` | ${words.join(' | ')} |`;
  });
  const heads = clients.map(({ name }) => markdownText(name));
  return [`| Scenario | ${heads.join(' | ')} |`, `|---|${heads.map(() => '---|').join('')}`, ...rows].join('\n');
}

function detailOf(client: string, one: CaseVerdict): string {
  const misses = missesOf(one).filter(({ check }) => check.level === 'must');
  return [
    `## ${markdownText(client)}${one.word}: \`${one.scenario}\``,
    markdownText(`${one.outcome.how}. The server: ${one.server}`),
    ...(one.known === undefined ? [] : [`Expected: ${markdownText(one.known)}`]),
    ...misses.map(missText),
  ].join('\n\n');
}

/** One check that was missed: what the client did, its exchanges, the rule, and what to do. */
export function missText({ check, says, remedy, exchanges }: Miss): string {
  const { sentence, source } = check.rests;
  const lines = exchanges.map((exchange) => {
    const { sent, answered } = exchangeLine(exchange);
    return `${whenText(exchange)}  ${sent}\n  -> ${answered}`;
  });
  return [
    `**\`${check.id}\`** ${markdownText(says)}`,
    ...(lines.length === 0 ? [] : [indent(plainText(lines.join('\n')), '    ')]),
    `- rule: “${markdownText(sentence)}” (${markdownText(source)})`,
    `- instead: ${markdownText(remedy)}`,
  ]
    .join('\n\n')
    .replace('\n\n- instead', '\n- instead');
}
