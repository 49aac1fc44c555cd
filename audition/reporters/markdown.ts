/**
 * Markdown for people: the summary of a CI job, and `advice=fix.md` for the person or coding agent that fixes the
 * client.
 */

import { blocks, code, fence, table } from '../../contract/docs/markdown.ts';
import { indent } from '../../conformance/text/lay-out.ts';
import { markdownText, plainText } from '../../conformance/text/safe-text.ts';
import { HEALTHY } from '../cases/case-scenario.ts';
import type { AuditionReport, CaseVerdict } from '../judge/audition-report.ts';
import {
  auditionHeadline,
  excuseLines,
  gridRows,
  isGrave,
  mistakesOf,
  reportNotes,
  type Miss,
  type Mistake,
} from './lines.ts';

/** The maximum number of mistakes in a summary. Its size stays far below 1 MiB, where GitHub cuts a job summary. */
const MOST_MISTAKES = 40;

export function markdownAudition(report: AuditionReport): string {
  const { clients } = report;
  const rows = gridRows(clients).map(({ name, cells }) => [
    code(name),
    ...cells.map(({ cases }) => cases[0]?.word ?? ''),
  ]);
  const mistakes = mistakesIn(report, (miss) => isGrave(miss) || !miss.isCounted);
  const more = mistakes.length - MOST_MISTAKES;
  return `${blocks(
    '# Audition',
    ...[auditionHeadline(report), ...reportNotes(report)].map(markdownText),
    table(['Scenario', ...clients.map(({ name }) => markdownText(name))], rows),
    ...mistakes.slice(0, MOST_MISTAKES),
    more > 0 ? `… and ${more} more.` : '',
  )}\n`;
}

export function adviceAudition(report: AuditionReport): string {
  const mistakes = mistakesIn(report, () => true);
  const failed = report.clients.flatMap(({ untestable }) => untestable ?? []);
  return `${blocks(
    '# Mistakes to fix',
    `A test ran the client against a service that fails on purpose, and found these mistakes. ${markdownText(auditionHeadline(report))}`,
    'Each part describes one mistake: the rule, what the client did, and what a correct client does. Fix the cause in the client. Do not write special code for the test case. Each part ends with the command that checks the fix. After `--`, write the command that starts your client.',
    ...failed.map((why) => `The driver self-test failed. Fix the driver first: ${markdownText(why)}.`),
    ...(mistakes.length + failed.length === 0 ? ['The audition found no mistakes.'] : mistakes),
  )}\n`;
}

/** Returns a part for each crash of a client, and for each of its wanted mistakes. */
function mistakesIn({ clients }: AuditionReport, isWanted: (miss: Miss) => boolean): string[] {
  return clients.flatMap(({ name, cases }) => {
    const client = clients.length > 1 ? `${markdownText(name)}: ` : '';
    const mistakes = mistakesOf(cases).filter(([{ miss }]) => isWanted(miss));
    return [
      ...cases.filter(({ word }) => word === 'crashed').map((one) => crashText(client, one)),
      ...mistakes.map((shown) => mistakeText(client, shown)),
    ];
  });
}

function crashText(client: string, one: CaseVerdict): string {
  return blocks(
    `## ${client}Must: the client does not crash in ${code(one.scenario)}`,
    ...[`${one.server} The client ended with ${one.outcome.how}.`, ...excuseLines(one)].map(markdownText),
    'A correct client catches the error and exits with status 1. The last line of its standard output is a JSON object with `error`.',
    retryText([one]),
  );
}

function mistakeText(client: string, shown: Mistake): string {
  const [{ one, miss }] = shown;
  const { check, note, says, rule, remedy, exchanges } = miss;
  const lines = exchanges.map(({ when, sent, answered }) => `${when}  ${sent}\n  -> ${answered}`);
  const seen = shown.map(({ one: { scenario, known } }) =>
    known === undefined ? code(scenario) : `${code(scenario)} (expected: ${markdownText(known)})`,
  );
  return blocks(
    `## ${client}${check.level === 'must' ? 'Must' : 'Should'}: ${markdownText(check.proves)}`,
    `In ${code(one.scenario)}: ${markdownText(one.server)}`,
    `**${code(check.id)}**${note} ${markdownText(says)}`,
    lines.length === 0 ? '' : indent(plainText(lines.join('\n')), '    '),
    `- rule: ${markdownText(rule)}\n- instead: ${markdownText(remedy)}`,
    `Seen in: ${seen.join(', ')}.`,
    retryText(shown.map((each) => each.one)),
  );
}

const MOST_NAMED = 6;

/** Returns the scenarios to run again: files by their paths, and all others by their names. */
function retryText(cases: readonly CaseVerdict[]): string {
  const paths = cases.flatMap(({ path }) => path ?? []).slice(0, MOST_NAMED);
  const named = cases.flatMap(({ scenario }) => (scenario === HEALTHY ? [] : [scenario])).slice(0, MOST_NAMED);
  const only = named.length === 0 ? '' : ` --only ${named.join(',')}`;
  const flag = paths.length === 0 ? only : ` --scenarios ${paths.join(',')}`;
  return fence('sh', plainText(`npx --no-install standin audition${flag} -- <the client>`));
}
