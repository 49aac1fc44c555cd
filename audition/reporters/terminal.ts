/** Renders the end of a run on a terminal: the grid, the worst verdicts with their smallest evidence, and the money. */

import { firstOf, indent, wrap, type TerminalOptions } from '../../lib/lay-out.ts';
import { plainLine, plainText } from '../../conformance/text/safe-text.ts';
import { isRed, type AuditionReport, type CaseVerdict, type ClientReport } from '../judge/audition-report.ts';
import type { Word } from '../judge/case-verdict.ts';
import {
  auditionHeadline,
  countsOf,
  excuseOf,
  gridRows,
  isGrave,
  missedBesides,
  missesOf,
  moneyLine,
  pacingLines,
  observedIn,
  uncountedNote,
  worstFirst,
  type Miss,
} from './lines.ts';

interface Pen extends Required<Omit<TerminalOptions, 'color'>> {
  readonly paint: (text: string, word: Word) => string;
}

const MOST_CASES = 5;
const RED = 31;
const GREEN = 32;
const YELLOW = 33;
const COLORS: Readonly<Record<Word, number>> = {
  hung: RED,
  crashed: RED,
  broken: RED,
  untestable: YELLOW,
  unsupported: YELLOW,
  unreached: YELLOW,
  'gave-up': YELLOW,
  weak: YELLOW,
  sound: GREEN,
};

/** Returns the report as text. Texts of clients and servers are made safe line by line. */
export function terminalText(report: AuditionReport, { color, width, verbose = false }: TerminalOptions): string {
  const paint: Pen['paint'] = (text, word) => (color ? `\u001b[${COLORS[word]}m${text}\u001b[0m` : text);
  const pen: Pen = { paint, width: Math.max(40, width), verbose };
  const { clients, stale, isCutShort, leftOut } = report;
  const inapplicable = leftOut.map(({ scenario, why }) => wrap(`${scenario}: ${why}`, pen.width, '  '));
  const blocks = [
    clients.length > 1 ? gridOf(clients, pen) : '',
    ...clients.flatMap((client) => clientBlocks(client, clients.length > 1, pen)),
    leftOut.length === 0 || !verbose ? '' : ['Not applicable:', ...inapplicable].join('\n'),
    ...stale.map((line) => wrap(`No longer matches the expected verdict: ${plainLine(line)}.`, pen.width, '')),
    isCutShort ? 'The run was interrupted. Cases that were not complete are omitted.' : '',
    auditionHeadline(report),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function clientBlocks(client: ClientReport, isNamed: boolean, pen: Pen): string[] {
  const title = isNamed ? [`== ${plainLine(client.name)}`] : [];
  if (client.untestable !== undefined) {
    const why = `Driver self-test failed: ${plainLine(client.untestable)}. See docs/audition.md.`;
    return [...title, wrap(pen.paint(why, 'untestable'), pen.width, '')];
  }
  if (client.cases.length === 0) return title;
  const noted = newMistakesFirst(
    worstFirst(client.cases).filter((one) => (pen.verbose ? one.word !== 'sound' : isWorthALine(one))),
  );
  const shown = pen.verbose ? noted : noted.slice(0, MOST_CASES);
  const rest = noted.length - shown.length;
  return [
    ...title,
    groupsOf(client.cases, pen),
    ...shown.map((one) => caseBlock(one, pen)),
    ...(rest > 0 ? [`… and ${rest} more (--verbose shows them).`] : []),
    ...(pen.verbose ? [] : besidesBlock(client.cases, pen)),
    ...pacingLines(client).map((line) => wrap(line, pen.width, '')),
    wrap(moneyLine(client) ?? '', pen.width, ''),
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
function besidesBlock(cases: readonly CaseVerdict[], { paint, width }: Pen): string[] {
  const lines = missedBesides(cases).map((missed) => {
    const { check, said } = missed;
    const ways = said.size <= MOST_WAYS ? [...said] : [[check.failing, [...said.values()].flat()] as const];
    return [
      `${paint(check.level, 'weak')} ${check.id}${uncountedNote(missed)}`,
      ...ways.map(([says, scenarios]) => wrap(`${plainLine(says)} (${firstOf(scenarios, MOST_NAMED)})`, width, '  ')),
    ].join('\n');
  });
  const unreached = cases.flatMap(({ scenario, missing, word }) =>
    word === 'unreached' && missing !== undefined
      ? [wrap(`${scenario} was not triggered: ${missing}.`, width, '')]
      : [],
  );
  return [lines.join('\n'), unreached.join('\n')].filter((block) => block !== '');
}

/** Renders the scenarios under each word for one client. */
function groupsOf(cases: readonly CaseVerdict[], { paint, width }: Pen): string {
  return countsOf(cases)
    .toReversed()
    .map(({ word, cases: group }) => {
      const note = word === 'gave-up' ? '(allowed) ' : '';
      const names = `${note}${group.map(({ scenario }) => scenario).join(', ')}`;
      const [first = '', ...more] = wrap(names, width - 19, '').split('\n');
      const head = `${paint(word.padEnd(11), word)} ${String(group.length).padStart(3)}   ${first}`;
      return [head, ...more.map((line) => `${' '.repeat(18)}${line}`)].join('\n');
    })
    .join('\n');
}

/** Renders a grid of scenarios by clients. */
function gridOf(clients: readonly ClientReport[], { paint }: Pen): string {
  const grid = gridRows(clients);
  const first = Math.max(...grid.map(({ name }) => name.length), 0);
  const widths = clients.map(({ name }) => Math.max(11, plainLine(name).length));
  const head = clients.map(({ name }, index) => plainLine(name).padEnd(widths[index] ?? 0)).join('  ');
  const rows = grid.map(({ name, cells }) => {
    const words = cells.map(({ cases: [one] }, index) => {
      const text = (one?.word ?? '').padEnd(widths[index] ?? 0);
      return one === undefined ? text : paint(text, one.word);
    });
    return `${name.padEnd(first)}  ${words.join('  ')}`;
  });
  return [`${' '.repeat(first)}  ${head}`, ...rows].join('\n');
}

/** Returns one case with everything that was missed, without colors. */
export function caseText(one: CaseVerdict): string {
  return caseBlock(one, { paint: (text) => text, width: 100, verbose: true });
}

function caseBlock(one: CaseVerdict, pen: Pen): string {
  const { word, scenario, label, missing, outcome } = one;
  const ran = `${outcome.how}, after ${(outcome.ranMs / 1000).toFixed(1)} s`;
  const rejected = word === 'untestable' ? ` ${outcome.how}` : '';
  const how = label === undefined ? ran : `the key with the label ${label}${rejected}`;
  const excuse = excuseOf(one);
  const note = excuse === undefined ? '' : `  (${plainLine(excuse)})`;
  const misses = missesOf(one).filter((miss) => pen.verbose || isGrave(miss));
  const shown = pen.verbose ? misses : misses.slice(0, 2);
  return [
    `${pen.paint(word.toUpperCase(), word)}  ${scenario}  (${plainLine(how)})${note}`,
    wrap(`The server: ${one.server}`, pen.width, '  '),
    ...(missing === undefined ? [] : [wrap(`Not triggered: ${missing}.`, pen.width, '  ')]),
    ...shown.map((miss) => missBlock(miss, pen)),
    ...(misses.length > shown.length ? [`  … and ${misses.length - shown.length} more`] : []),
    ...(pen.verbose ? observedIn(one).map(({ id, value }) => `  ${id}: ${plainLine(value)}`) : []),
  ].join('\n');
}

function missBlock(miss: Miss, { paint, width }: Pen): string {
  const { check, says, remedy, exchanges } = miss;
  const level = paint(check.level, isGrave(miss) ? 'broken' : 'weak');
  return [
    `  ${level} ${check.id}${uncountedNote(miss)}`,
    wrap(plainLine(says), width, '    '),
    ...exchanges.map(({ when, sent, answered }) =>
      indent(plainText(`${when.padStart(8)}  ${sent}\n          -> ${answered}`), '    '),
    ),
    wrap(`${check.rests.source}: “${check.rests.sentence}”`, width, '    '),
    wrap(`Instead: ${remedy}`, width, '    '),
  ].join('\n');
}
