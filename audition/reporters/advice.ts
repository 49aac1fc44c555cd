/** Writes `advice=fix.md`: the mistakes of the client, for the person or coding agent that fixes them. */

import { markdownText, plainText } from '../../conformance/text/safe-text.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { AuditionReport, CaseVerdict, ClientReport } from '../judge/audition-report.ts';
import { missText } from './markdown.ts';
import { auditionHeadline, isGrave, missesOf, type Miss } from './lines.ts';

/** The cases that missed a check and have the same remedy, because one mistake shows in many cases. */
type Mistake = readonly { readonly one: CaseVerdict; readonly miss: Miss }[];

export function adviceAudition(report: AuditionReport): string {
  const parts = [
    '# Mistakes to fix',
    `A test ran the client against a service that fails on purpose, and found these mistakes. ${markdownText(auditionHeadline(report))}`,
    'Each part describes one mistake: the rule, what the client did, and what a correct client does. Fix the cause in the client. Do not write special code for the test case. Each part ends with the command that checks the fix. After `--`, write the command that starts your client.',
    ...report.clients.flatMap((client) => clientParts(client, report.clients.length > 1)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function clientParts(client: ClientReport, isNamed: boolean): string[] {
  const title = isNamed ? [`# ${markdownText(client.name)}`] : [];
  if (client.untestable !== undefined) {
    return [...title, `The driver self-test failed. Fix the driver first: ${markdownText(client.untestable)}.`];
  }
  const mistakes = mistakesOf(client.cases);
  const ended = client.cases.filter(({ word }) => word === 'crashed');
  if (mistakes.length === 0 && ended.length === 0) return [...title, 'The audition found no mistakes.'];
  return [...title, ...ended.map(crashText), ...mistakes.map(mistakeText)];
}

function mistakesOf(cases: readonly CaseVerdict[]): Mistake[] {
  const found = cases.flatMap((one) => missesOf(one).map((miss) => ({ one, miss })));
  return [...groupBy(found, ({ miss }) => miss.remedy).values()].toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Ranks mistakes: musts first, then shoulds, then mistakes that the edition of the run does not count. */
function rankOf(cases: Mistake): number {
  if (cases.some(({ miss }) => isGrave(miss))) return 0;
  return cases.some(({ miss }) => miss.isCounted) ? 1 : 2;
}

function mistakeText(cases: Mistake): string {
  const [first] = cases;
  if (first === undefined) return '';
  const { one, miss } = first;
  const verdicts = cases.map((found) => found.one);
  return [
    `## ${miss.check.level === 'must' ? 'Must' : 'Should'}: ${markdownText(miss.check.proves)}`,
    `In \`${one.scenario}\`: ${markdownText(one.server)}`,
    missText(miss),
    `Seen in: ${verdicts.map(({ scenario }) => `\`${scenario}\``).join(', ')}.`,
    retryText(verdicts),
  ].join('\n\n');
}

function crashText(one: CaseVerdict): string {
  const { scenario, server, outcome } = one;
  return [
    `## Must: the client does not crash in \`${scenario}\``,
    markdownText(`${server} The client ended with ${outcome.how}.`),
    'A correct client catches the error and exits with status 1. The last line of its standard output is a JSON object with `error`.',
    retryText([one]),
  ].join('\n\n');
}

const MOST_NAMED = 6;

/** Returns the scenarios to run again: files by their paths, and all others by their names. */
function retryText(cases: readonly CaseVerdict[]): string {
  const paths = cases.flatMap(({ path }) => path ?? []).slice(0, MOST_NAMED);
  const named = cases.flatMap(({ scenario }) => (scenario === 'healthy' ? [] : [scenario])).slice(0, MOST_NAMED);
  const only = named.length === 0 ? '' : ` --only ${named.join(',')}`;
  const flag = paths.length === 0 ? only : ` --scenarios ${paths.join(',')}`;
  return ['```sh', plainText(`npx --no-install standin audition${flag} -- <the client>`), '```'].join('\n');
}
