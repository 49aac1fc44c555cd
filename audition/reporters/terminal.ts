/** Renders the end of a run on a terminal: the grid, the worst verdicts with their smallest evidence, and the money. */

import { createPage, firstOf, indent, type Page, type TerminalOptions } from '../../conformance/text/lay-out.ts';
import { plainLine, plainText } from '../../conformance/text/safe-text.ts';
import { groupBy } from '../../lib/group-by.ts';
import {
  isRed,
  RED_WORDS,
  type AuditionReport,
  type CaseVerdict,
  type ClientReport,
} from '../judge/audition-report.ts';
import type { Word } from '../judge/case-verdict.ts';
import {
  auditionHeadline,
  countsOf,
  excuseOf,
  gridRows,
  isCommand,
  isGrave,
  missesOf,
  mistakesOf,
  observedIn,
  ranText,
  reportNotes,
  worstFirst,
  type Miss,
} from './lines.ts';

const MOST_CASES = 5;

function colorOf(word: Word): 'green' | 'red' | 'yellow' {
  if (word === 'sound') return 'green';
  return RED_WORDS.has(word) ? 'red' : 'yellow';
}

/** Returns the report as text. Texts of clients and servers are made safe line by line. */
export function terminalText(report: AuditionReport, options: TerminalOptions): string {
  const page = createPage(options);
  const { clients, leftOut } = report;
  const inapplicable = leftOut.map(({ scenario, why }) => page.line(`${scenario}: ${why}`, '  '));
  const blocks = [
    clients.length > 1 ? gridOf(clients, page) : '',
    ...clients.flatMap((client) => clientBlocks(client, clients.length > 1, page)),
    leftOut.length === 0 || !page.verbose ? '' : ['Not applicable:', ...inapplicable].join('\n'),
    ...reportNotes(report).map((note) => (isCommand(note) ? plainLine(note) : page.line(note))),
    page.line(auditionHeadline(report)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function clientBlocks({ name, untestable, cases }: ClientReport, isNamed: boolean, page: Page): string[] {
  const title = isNamed ? [`== ${plainLine(name)}`] : [];
  if (untestable !== undefined) return title;
  const wanted = cases.filter((one) => (page.verbose ? one.word !== 'sound' : isWorthALine(one)));
  const noted = newMistakesFirst(worstFirst(wanted));
  const shown = page.verbose ? noted : noted.slice(0, MOST_CASES);
  const rest = noted.length - shown.length;
  return [
    ...title,
    groupsOf(cases, page),
    ...shown.map((one) => caseBlock(one, page)),
    ...(rest > 0 ? [`… and ${rest} more (--verbose shows them).`] : []),
    ...(page.verbose ? [] : besidesBlock(cases, page)),
  ];
}

/** Sorts cases. One mistake shows in many cases, so the first case of each mistake comes first. */
function newMistakesFirst(cases: readonly CaseVerdict[]): CaseVerdict[] {
  const seen = new Set<string>();
  const isNew = (one: CaseVerdict): boolean => {
    const mistakes = missesOf(one).flatMap((miss) => (isGrave(miss) ? [miss.check.id] : []));
    const unseen = [...mistakes, ...(mistakes.length === 0 ? [one.word] : [])].filter((id) => !seen.has(id));
    for (const id of unseen) seen.add(id);
    return unseen.length > 0;
  };
  const fresh = cases.filter(isNew);
  return [...fresh, ...cases.filter((one) => !fresh.includes(one))];
}

/** Returns whether a case fails the run, is allowed by an expectation or a pinned edition, or could not be judged. */
function isWorthALine(one: CaseVerdict): boolean {
  return isRed(one) || excuseOf(one) !== undefined || one.word === 'untestable';
}

const MOST_NAMED = 4;

/** The number of ways to miss a should, such as different numbers, above which its general sentence is shown. */
const MOST_WAYS = 3;

/** Renders missed shoulds, each way to miss one in a line, and untriggered scenarios. */
function besidesBlock(cases: readonly CaseVerdict[], { paint, line }: Page): string[] {
  const quiet = mistakesOf(cases).filter(([{ miss }]) => !isGrave(miss));
  const lines = quiet.map((shown) => {
    const { check, note } = shown[0].miss;
    const ways = groupBy(shown, ({ miss }) => miss.says);
    const told = ways.size <= MOST_WAYS ? [...ways] : [[check.failing, shown] as const];
    return [
      `${paint(check.level, 'yellow')} ${check.id}${note}`,
      ...told.map(([says, all]) => {
        const scenarios = all.map(({ one }) => one.scenario);
        return line(`${says} (${firstOf(scenarios, MOST_NAMED)})`, '  ');
      }),
    ].join('\n');
  });
  const unreached = cases.filter(({ word, missing }) => word === 'unreached' && missing !== undefined);
  const untriggered = unreached.map(({ scenario, missing }) => line(`${scenario} was not triggered: ${missing}.`));
  return [lines.join('\n'), untriggered.join('\n')];
}

/** Renders the scenarios under each word for one client. */
function groupsOf(cases: readonly CaseVerdict[], { paint, line }: Page): string {
  return countsOf(cases)
    .toReversed()
    .map(({ word, cases: group }) => {
      const note = word === 'gave-up' ? '(allowed) ' : '';
      const names = line(`${note}${group.map(({ scenario }) => scenario).join(', ')}`, ' '.repeat(18));
      return `${paint(word.padEnd(11), colorOf(word))} ${String(group.length).padStart(3)}   ${names.trimStart()}`;
    })
    .join('\n');
}

/** Renders a grid of scenarios by clients. */
function gridOf(clients: readonly ClientReport[], { paint }: Page): string {
  const grid = gridRows(clients);
  const first = Math.max(...grid.map(({ name }) => name.length), 0);
  const widths = clients.map(({ name }) => Math.max(11, plainLine(name).length));
  const head = clients.map(({ name }, index) => plainLine(name).padEnd(widths[index] ?? 0)).join('  ');
  const rows = grid.map(({ name, cells }) => {
    const words = cells.map(({ cases: [one] }, index) => {
      const text = (one?.word ?? '').padEnd(widths[index] ?? 0);
      return one === undefined ? text : paint(text, colorOf(one.word));
    });
    return `${name.padEnd(first)}  ${words.join('  ')}`;
  });
  return [`${' '.repeat(first)}  ${head}`, ...rows].join('\n');
}

/** Returns one case with everything that was missed, without colors. */
export function caseText(one: CaseVerdict): string {
  return caseBlock(one, createPage({ color: false, width: 100, verbose: true }));
}

function caseBlock(one: CaseVerdict, page: Page): string {
  const { word, scenario, label, missing, outcome, server } = one;
  const { paint, line, verbose } = page;
  const rejected = word === 'untestable' ? ` ${outcome.how}` : '';
  const how = label === undefined ? ranText(outcome) : `the key with the label ${label}${rejected}`;
  const excuse = excuseOf(one);
  const note = excuse === undefined ? '' : `  (${plainLine(excuse)})`;
  const misses = missesOf(one).filter((miss) => verbose || isGrave(miss));
  const shown = verbose ? misses : misses.slice(0, 2);
  return [
    `${paint(word.toUpperCase(), colorOf(word))}  ${scenario}  (${plainLine(how)})${note}`,
    line(`The server: ${server}`, '  '),
    ...(missing === undefined ? [] : [line(`Not triggered: ${missing}.`, '  ')]),
    ...shown.map((miss) => missBlock(miss, page)),
    ...(misses.length > shown.length ? [`  … and ${misses.length - shown.length} more`] : []),
    ...(verbose ? observedIn(one).map(({ id, value }) => `  ${id}: ${plainLine(value)}`) : []),
  ].join('\n');
}

function missBlock(miss: Miss, { paint, line }: Page): string {
  const { check, note, says, rule, remedy, exchanges } = miss;
  return [
    `  ${paint(check.level, isGrave(miss) ? 'red' : 'yellow')} ${check.id}${note}`,
    line(says, '    '),
    ...exchanges.map(({ when, sent, answered }) =>
      indent(plainText(`${when.padStart(8)}  ${sent}\n          -> ${answered}`), '    '),
    ),
    line(rule, '    '),
    line(`Instead: ${remedy}`, '    '),
  ].join('\n');
}
