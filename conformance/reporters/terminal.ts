/**
 * The end of a run on a terminal: failures first, each with what was promised, sent and answered, and a line to repeat
 * it.
 */

import type { Result } from '../engine/judge.ts';
import type { Report } from '../engine/report.ts';
import { isGated } from '../engine/verdict-of-run.ts';
import { cap, counted, indent, wrap } from '../text/lay-out.ts';
import { plainLine, plainText } from '../text/safe-text.ts';
import { repeatCommand } from './repeat.ts';
import { withSafeText } from './safe-report.ts';
import {
  answerText,
  differenceLines,
  exchangesOf,
  headline,
  inOrder,
  isUnreached,
  openGroups,
  promise,
} from './words.ts';

export interface TerminalOptions {
  readonly color: boolean;
  readonly width: number;
  /** Lists every check, not only those that need attention. */
  readonly verbose?: boolean;
}

type Paint = (text: string, code: number) => string;

const MOST_LISTED = 12;
const RED = 31;
const GREEN = 32;
const YELLOW = 33;
const DIM = 2;

/** The text, wrapped to the width, colored if the options say so. */
export function terminalReport(raw: Report, options: TerminalOptions): string {
  const report = withSafeText(raw, plainLine);
  const paint: Paint = (text, code) => (options.color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const width = Math.max(20, options.width);
  const ordered = inOrder(report.results, report.gates);
  const failures = ordered.filter(
    ({ verdict }) => verdict === 'harness-fault' || verdict === 'fail' || verdict === 'warning',
  );
  const open = ordered.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'untestable');
  const blocks = [
    ...failures.map((result) => failureBlock(report, result, { paint, width })),
    // If the target could not be reached at all, the reason for stopping is enough.
    ...(isUnreached(report.stopped) && failures.length === 0
      ? []
      : openBlocks(open, { paint, width, verbose: options.verbose === true })),
    ...(options.verbose === true ? [verboseBlock(ordered)] : []),
    ...missedBlock(report, { paint, width }),
    ...report.problems.map(({ text }) => wrap(paint(text, YELLOW), width, '')),
    ...(report.stopped === undefined ? [] : [wrap(paint(report.stopped.reason, YELLOW), width, '')]),
    headline(report)
      .map((line) => wrap(paint(line, report.exitCode === 0 ? GREEN : RED), width, ''))
      .join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

interface Page {
  readonly paint: Paint;
  readonly width: number;
}

function failureBlock(report: Report, result: Result, { paint, width }: Page): string {
  const color = isGated(result, report.gates) || result.verdict === 'harness-fault' ? RED : YELLOW;
  const known = result.known === undefined ? '' : ` (known: ${result.known})`;
  const exchanges = exchangesOf(report, result);
  const last = exchanges.at(-1);
  const lines = [
    paint(`${result.verdict.toUpperCase()} ${result.id}${known}`, color),
    wrap(`promised:  ${promise(result)}`, width, '  '),
    wrap(`expected:  ${result.expected ?? result.reason ?? ''}`, width, '  '),
    wrap(`got:       ${result.got ?? ''}`, width, '  '),
    ...differenceLines(result).map((line) => wrap(`differs:   ${line}`, width, '  ')),
  ];
  if (last !== undefined) {
    lines.push(
      `  reproduce: ${plainText(cap(repeatCommand(last, 600), 2400))}`,
      paint(indent(plainText(answerText(last, 400)), '  | '), DIM),
    );
  }
  return lines.join('\n');
}

/** Grouped by reason: one missing key explains a hundred checks. */
function openBlocks(
  open: readonly Result[],
  { paint, width, verbose }: Page & { readonly verbose: boolean },
): string[] {
  return openGroups(open).map(({ reason, ids }) => {
    const line = paint(wrap(`${reason} (${counted(ids.length, 'check')})`, width, ''), YELLOW);
    const isFolded = reason.startsWith('untestable') && !verbose;
    return isFolded ? line : [line, wrap(listed(ids, verbose), width, '  ')].join('\n');
  });
}

const NEVER_COVERED = 'The kit never decodes frames, so it does not check the content of pictures.';

/** Lists the checks that other flags would add. A target that was not reached needs no such list. */
function missedBlock({ missed = [], stopped }: Report, { paint, width }: Page): string[] {
  if (isUnreached(stopped)) return [];
  const never = wrap(NEVER_COVERED, width, '');
  if (missed.length === 0) return [never];
  const lines = missed.map(({ give, kinds }) => {
    const what = kinds.map(({ kind, checks }) => `${kind} (${counted(checks, 'check')})`).join(', ');
    return wrap(`${give}: ${what}`, width, '  ');
  });
  return [[paint('Not covered by this run (add the flag to cover it):', YELLOW), ...lines, never].join('\n')];
}

function listed(ids: readonly string[], verbose: boolean): string {
  if (verbose || ids.length <= MOST_LISTED) return ids.join(', ');
  const rest = ids.length - MOST_LISTED;
  return `${ids.slice(0, MOST_LISTED).join(', ')} and ${rest} more (--verbose lists them)`;
}

function verboseBlock(results: readonly Result[]): string {
  return results
    .map(({ verdict, id, value }) => `${verdict.padEnd(14)} ${id}${value === undefined ? '' : ` = ${value}`}`)
    .join('\n');
}
