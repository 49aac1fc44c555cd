/** `explain`, `diff` and `judge`, which send nothing. */

import { readFileSync } from 'node:fs';
import type { Report } from '../../conformance/index.ts';
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

/** Prints what changed; the exit code is 0 where nothing did, else 1. */
export function diffFiles(before: string, after: string): Promise<number> {
  return withReports([before, after], ({ counted, diffReports, plainLine }, [one, two]) => {
    if (one === undefined || two === undefined) return USAGE;
    const changes = diffReports(one, two);
    for (const change of changes)
      console.log(plainLine(`${change.id}: ${change.before || '(absent)'} -> ${change.after || '(absent)'}`));
    console.log(changes.length === 0 ? 'No difference.' : `${counted(changes.length, 'difference')}.`);
    return changes.length === 0 ? 0 : 1;
  });
}

/** Judges a report again; the exit code is that of the new verdicts. */
export function judgeFile(path: string, flags: Readonly<Record<string, unknown>>): Promise<number> {
  return withReports([path], (kit, [report]) =>
    report === undefined ? USAGE : writeReports(kit, kit.judge(report), { flags, keys: {} }),
  );
}

async function withReports(
  paths: readonly string[],
  work: (kit: Kit, reports: readonly Report[]) => number,
): Promise<number> {
  const kit = await loadKit();
  const reports: Report[] = [];
  for (const path of paths) {
    try {
      reports.push(kit.readReport(readFileSync(path, 'utf8')));
    } catch {
      console.error(`${path} is not a JSON report of this kit. Write one with --report json=<file>.`);
      return USAGE;
    }
  }
  return work(kit, reports);
}

function loadKit(): Promise<Kit> {
  return import('../../conformance/index.ts');
}
