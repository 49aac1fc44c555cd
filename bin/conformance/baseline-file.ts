/** Reads and writes `--baseline`, a file of known failures. `--write-baseline` updates it after a run. */

import { existsSync } from 'node:fs';
import type { Baseline, Report } from '../../conformance/index.ts';
import { parsedBy, readJsonFile, tryToWrite, UNWRITTEN } from '../named-files.ts';
import { UsageError } from '../terminal.ts';
import type { Flags, Kit } from './write.ts';

/** Returns the known failures, or an empty list without `--baseline`. A file to be written need not exist. */
export function baselineOf(kit: Kit, { baseline: path, writeBaseline }: Flags): Baseline {
  if (typeof path !== 'string') {
    if (writeBaseline === true) throw new UsageError('--write-baseline needs --baseline <file>');
    return [];
  }
  if (writeBaseline === true && !existsSync(path)) return [];
  return readBaseline(kit, path);
}

/** With `--write-baseline`, writes the file and judges the report by it. */
export function withBaselineWritten(kit: Kit, report: Report, flags: Flags): Report {
  const { baseline: path, writeBaseline } = flags;
  const { stderr } = kit.terminal;
  if (writeBaseline !== true || typeof path !== 'string') return report;
  if (report.stopped?.by === 'key' || report.stopped?.by === 'url') {
    stderr.write(`${path} was not changed, because the run ended before the kit judged a check.\n`);
    return report;
  }
  const before = baselineOf(kit, flags);
  const renewed = kit.renewBaseline(before, report);
  if (!tryToWrite([{ path, text: `${JSON.stringify(renewed, null, 2)}\n` }], kit.terminal))
    return { ...report, exitCode: UNWRITTEN };
  const countNew = (lines: Baseline, others: Baseline): number =>
    lines.filter(({ check }) => !others.some((other) => other.check === check)).length;
  stderr.write(
    `${path}: ${kit.counted(renewed.length, 'known failure')}, ${countNew(renewed, before)} new and ${countNew(before, renewed)} gone.\n`,
  );
  return kit.withBaseline(report, renewed);
}

function readBaseline(kit: Kit, path: string): Baseline {
  const wanted =
    'It must contain a list such as [{ "check": "get.unknown", "reason": "ticket 7", "expires": "2027-01-31" }]';
  return readJsonFile(
    path,
    (json) => parsedBy(kit.Baseline, json),
    (why) => `--baseline ${path} cannot be read: ${why}. ${wanted}; --write-baseline writes it`,
  );
}
