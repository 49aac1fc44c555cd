/** `explain`, `diff` and `judge`, which send nothing. */

import type { Report } from '../../conformance/index.ts';
import { FileError } from '../../files/file-error.ts';
import { LARGEST_MEBIBYTES } from '../../files/largest-files.ts';
import { readNamedText } from '../../files/named-file.ts';
import { UsageError } from '../usage-error.ts';
import { baselineOf, withBaselineWritten } from './baseline-file.ts';
import { checkObserved, printDiff, runObserved, type ObservedFlags } from './drift.ts';
import type { FailOn } from './fail-on.ts';
import { learnFrom, type LearnFlags } from './learn.ts';
import { writeReports, type Kit } from './write.ts';

const USAGE = 2;

/** Explains a check, with an exchange that passes and one that fails. */
export async function explainCheck(id: string): Promise<number> {
  const { CHECKS, explain, hintOf, nearest } = await loadKit();
  const check = CHECKS.find((candidate) => candidate.id === id);
  if (check === undefined) {
    const near = nearest(
      id,
      CHECKS.map((candidate) => candidate.id),
    );
    console.error(`There is no check "${id}". ${hintOf(near)}`);
    return USAGE;
  }
  process.stdout.write(explain(check));
  const { passingAndFailing } = await import('../../conformance/prove/explain.ts');
  const both = await passingAndFailing(id);
  if (both !== undefined) process.stdout.write(`\n${both}`);
  return 0;
}

/** Prints what changed; the exit code says whether something changed that counts. */
export function diffFiles(before: string, after: string, { failOn }: { readonly failOn: FailOn }): Promise<number> {
  return withReports([before, after], (kit, [one, two]) =>
    one === undefined || two === undefined ? USAGE : printDiff(kit, [one, two], failOn),
  );
}

/** Compares what was observed with a committed file, or writes it: of a report, or of a run that is made now. */
export async function observedOf(source: string, flags: ObservedFlags): Promise<number> {
  if (flags.check === undefined && flags.out === undefined)
    throw new UsageError('observed wants --check <file>, --out <file>, or both.');
  if (/^https?:/.test(source)) return runObserved(await loadKit(), source, flags);
  return withReports([source], (kit, [report]) =>
    report === undefined ? USAGE : checkObserved(kit, kit.judge(report), flags),
  );
}

/** Judges a report again; the exit code is that of the new verdicts. */
export function judgeFile(path: string, flags: Readonly<Record<string, unknown>>): Promise<number> {
  return withReports([path], (kit, [report]) =>
    report === undefined
      ? USAGE
      : writeReports(kit, withBaselineWritten(kit, kit.judge(report, { baseline: baselineOf(kit, flags) }), flags), {
          flags,
          keys: {},
        }),
  );
}

/** Learns settings of the emulator from a report. */
export function learnFile(path: string, flags: LearnFlags): Promise<number> {
  return withReports([path], (kit, [report]) => (report === undefined ? USAGE : learnFrom(kit, report, flags)));
}

async function withReports(
  paths: readonly string[],
  work: (kit: Kit, reports: readonly Report[]) => number | Promise<number>,
): Promise<number> {
  const kit = await loadKit();
  const reports: Report[] = [];
  for (const path of paths) {
    try {
      reports.push(kit.readReport(readNamedText(path, LARGEST_MEBIBYTES.report)));
    } catch (cause) {
      const reason = cause instanceof FileError ? `: ${cause.message}` : '';
      console.error(
        kit.plainLine(`${path} is not a JSON report of this kit${reason}. Write one with --report json=<file>.`),
      );
      return USAGE;
    }
  }
  return work(kit, reports);
}

function loadKit(): Promise<Kit> {
  return import('../../conformance/index.ts');
}
