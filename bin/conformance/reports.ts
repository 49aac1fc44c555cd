/** Runs the commands without requests: `explain`, `diff`, `observed`, `judge` and `learn`. */

import type { Report } from '../../conformance/index.ts';
import { FileError } from '../../lib/file-error.ts';
import { LARGEST_MEBIBYTES } from '../../lib/largest-files.ts';
import { readNamedText } from '../../lib/named-file.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { baselineOf, withBaselineWritten } from './baseline-file.ts';
import { checkObserved, printDiff, runObserved, type ObservedFlags } from './drift.ts';
import type { FailOn } from './flags.ts';
import { learnFrom, type LearnFlags } from './learn.ts';
import { writeReports, type Kit } from './write.ts';

const USAGE = 2;

/** Explains a check, with a passing and a failing exchange. */
export async function explainCheck(id: string, terminal: Terminal): Promise<number> {
  const { CHECKS, explain, hintOf, nearest } = await loadKit(terminal);
  const check = CHECKS.find((candidate) => candidate.id === id);
  if (check === undefined) {
    const near = nearest(
      id,
      CHECKS.map((candidate) => candidate.id),
    );
    terminal.stderr.write(`standin: the check "${id}" does not exist. ${hintOf(near)}\n`);
    return USAGE;
  }
  terminal.stdout.write(explain(check));
  const { passingAndFailing } = await import('../../conformance/prove/explain.ts');
  const both = await passingAndFailing(id);
  if (both !== undefined) terminal.stdout.write(`\n${both}`);
  return 0;
}

/** Prints the changes between two reports. The exit status depends on `--fail-on`. */
export function diffFiles(
  paths: readonly [before: string, after: string],
  { failOn }: { readonly failOn: FailOn },
  terminal: Terminal,
): Promise<number> {
  return withReports(paths, terminal, (kit, [one, two]) =>
    one === undefined || two === undefined ? USAGE : printDiff(kit, [one, two], failOn),
  );
}

/** Compares or writes observations, from a report or a new run. */
export async function observedOf(source: string, flags: ObservedFlags, terminal: Terminal): Promise<number> {
  if (flags.check === undefined && flags.out === undefined)
    throw new UsageError('observed needs --check <file>, --out <file>, or both.');
  if (/^https?:/.test(source)) return runObserved(await loadKit(terminal), source, flags);
  return withReports([source], terminal, (kit, [report]) =>
    report === undefined ? USAGE : checkObserved(kit, kit.judge(report), flags),
  );
}

/** Judges a report again. The new verdicts decide the exit code. */
export function judgeFile(path: string, flags: Readonly<Record<string, unknown>>, terminal: Terminal): Promise<number> {
  return withReports([path], terminal, (kit, [report]) =>
    report === undefined
      ? USAGE
      : writeReports(kit, withBaselineWritten(kit, kit.judge(report, { baseline: baselineOf(kit, flags) }), flags), {
          flags,
          keys: {},
        }),
  );
}

/** Learns settings of the emulator from a report. */
export function learnFile(path: string, flags: LearnFlags, terminal: Terminal): Promise<number> {
  return withReports([path], terminal, (kit, [report]) =>
    report === undefined ? USAGE : learnFrom(kit, report, flags),
  );
}

async function withReports(
  paths: readonly string[],
  terminal: Terminal,
  work: (kit: Kit, reports: readonly Report[]) => number | Promise<number>,
): Promise<number> {
  const kit = await loadKit(terminal);
  const reports: Report[] = [];
  for (const path of paths) {
    try {
      reports.push(kit.readReport(readNamedText(path, LARGEST_MEBIBYTES.report)));
    } catch (cause) {
      const reason = cause instanceof FileError ? cause.message : 'not a JSON report of this kit';
      const line = `${path}: ${reason}. Write a report with --report json=<file>.`;
      terminal.stderr.write(`${kit.plainLine(`standin: ${line}`)}\n`);
      return USAGE;
    }
  }
  return work(kit, reports);
}

async function loadKit(terminal: Terminal): Promise<Kit> {
  return { ...(await import('../../conformance/index.ts')), terminal };
}
