/** Runs the commands without requests: `explain`, `diff`, `observed`, `judge` and `learn`. */

import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { baselineOf, withBaselineWritten } from './baseline-file.ts';
import { checkObserved, printDiff, runObserved, type ObservedFlags } from './drift.ts';
import type { FailOn } from './flags.ts';
import { learnFrom, type LearnFlags } from './learn.ts';
import { readReportFile, writeReports, type Kit } from './write.ts';

/** Explains a check, with a passing and a failing exchange. */
export async function explainCheck(id: string, terminal: Terminal): Promise<number> {
  const { CHECKS, explain, hintOf, nearest } = await loadKit(terminal);
  const check = CHECKS.find((candidate) => candidate.id === id);
  if (check === undefined) {
    const near = nearest(
      id,
      CHECKS.map((candidate) => candidate.id),
    );
    throw new UsageError(`the check "${id}" does not exist. ${hintOf(near)}`);
  }
  terminal.stdout.write(explain(check));
  const { passingAndFailing } = await import('../../conformance/prove/explain.ts');
  const both = await passingAndFailing(id);
  if (both !== undefined) terminal.stdout.write(`\n${both}`);
  return 0;
}

/** Prints the changes between two reports. The exit status depends on `--fail-on`. */
export async function diffFiles(
  [before, after]: readonly [before: string, after: string],
  { failOn }: { readonly failOn: FailOn },
  terminal: Terminal,
): Promise<number> {
  const kit = await loadKit(terminal);
  return printDiff(kit, [readReportFile(kit, before), readReportFile(kit, after)], failOn);
}

/** Compares or writes observations, from a report or a new run. */
export async function observedOf(source: string, flags: ObservedFlags, terminal: Terminal): Promise<number> {
  if (flags.check === undefined && flags.out === undefined)
    throw new UsageError('observed needs --check <file>, --out <file>, or both.');
  const kit = await loadKit(terminal);
  if (/^https?:/.test(source)) return runObserved(kit, source, flags);
  return checkObserved(kit, kit.judge(readReportFile(kit, source)), flags);
}

/** Judges a report again. The new verdicts decide the exit code. */
export async function judgeFile(
  path: string,
  flags: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): Promise<number> {
  const kit = await loadKit(terminal);
  const report = kit.judge(readReportFile(kit, path), { baseline: baselineOf(kit, flags) });
  return writeReports(kit, withBaselineWritten(kit, report, flags), { flags, keys: {} });
}

/** Learns settings of the emulator from a report. */
export async function learnFile(path: string, flags: LearnFlags, terminal: Terminal): Promise<number> {
  const kit = await loadKit(terminal);
  return learnFrom(kit, readReportFile(kit, path), flags);
}

async function loadKit(terminal: Terminal): Promise<Kit> {
  return { ...(await import('../../conformance/index.ts')), terminal };
}
