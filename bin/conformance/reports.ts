/** Runs the commands `explain` and `judge`, which need no requests. */

import { type Terminal, UsageError, wrapped } from '../terminal.ts';
import { baselineOf, withBaselineWritten } from './baseline-file.ts';
import { loadKit, readReportFile, writeReports, type Flags } from './write.ts';

/** Explains a check, with a passing and a failing exchange. */
export async function explainCheck(id: string, terminal: Terminal): Promise<number> {
  const { CHECKS, explain, hintOf, nearest } = await loadKit(terminal);
  const check = CHECKS.find((candidate) => candidate.id === id);
  if (check === undefined) {
    const ids = CHECKS.map((candidate) => candidate.id);
    throw new UsageError(`the check "${id}" does not exist. ${hintOf(nearest(id, ids))}`);
  }
  terminal.stdout.write(wrapped(explain(check), terminal.stdout));
  const { passingAndFailing } = await import('../../conformance/prove/explain.ts');
  const both = await passingAndFailing(id);
  if (both !== undefined) terminal.stdout.write(`\n${both}`);
  return 0;
}

/** Judges a report again. The new verdicts decide the exit code. */
export async function judgeFile(path: string, flags: Flags, terminal: Terminal): Promise<number> {
  const kit = await loadKit(terminal);
  const report = kit.judge(readReportFile(kit, path), { baseline: baselineOf(kit, flags) });
  return writeReports(kit, withBaselineWritten(kit, report, flags), { flags, keys: {} });
}
