/** Writes the reports of an audition, saves the output of its clients, and prints the report. */

import { dirname, extname, join } from 'node:path';
import type * as audition from '../../audition/index.ts';
import type { AuditionReport, FinishedAudition, KnownVerdicts, ReportFormat } from '../../audition/index.ts';
import { FileError, readNamedJson } from '../../lib/named-file.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { widthOf, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { tryToWrite } from '../write-file.ts';

/** The loaded audition package, and the terminal for its results. */
export type Kit = typeof audition & { readonly terminal: Terminal };

export interface OutputFlags {
  readonly report?: string;
  readonly keep?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** The destinations of reports, which are checked before the run. */
export interface OutputPlan {
  readonly reports: readonly { readonly format: ReportFormat; readonly path: string }[];
  /** The folder for the run and the output of the clients. */
  readonly keep: string | undefined;
}

/** Parses `--report` and `--keep`, and creates their folders. */
export function planOutput(kit: Kit, { report = '', keep }: OutputFlags): OutputPlan {
  const reports = report.split(',').flatMap((part) => {
    if (part === '') return [];
    const [format = '', ...rest] = part.split('=');
    const path = rest.join('=');
    if (!kit.isReportFormat(format) || path === '') {
      throw new UsageError(`--report: "${part}" is not format=file. The formats are ${kit.REPORT_FORMATS.join(', ')}`);
    }
    return [{ format, path }];
  });
  const [first] = reports;
  const folder = keep ?? (first && `${first.path.slice(0, first.path.length - extname(first.path).length)}-output`);
  try {
    for (const { path } of reports) makeFolder(dirname(path));
    if (folder !== undefined) makeFolder(folder);
  } catch (cause) {
    throw new UsageError(`the reports cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return { reports, keep: folder };
}

/** Writes all reports. Returns false if a report could not be written. */
export function writeReports(kit: Kit, report: AuditionReport, { reports }: OutputPlan): boolean {
  return reports
    .map(({ format, path }) => tryToWrite(path, kit.renderAudition(report, format), kit.terminal))
    .every(Boolean);
}

/** Saves the run, and the output of each client in each case. Returns false if a file could not be written. */
export function keepRun({ keep }: OutputPlan, { saved, outputs }: FinishedAudition, terminal: Terminal): boolean {
  if (keep === undefined) return true;
  const several = new Set(outputs.map(({ client }) => client)).size > 1;
  const written = outputs.map(({ client, scenario, text }) => {
    const what = scenario ?? 'output';
    const name = several ? `${client.replaceAll(/[^\w.-]+/g, '-')}-${what}` : what;
    return tryToWrite(join(keep, `${name}.txt`), text, terminal);
  });
  return [tryToWrite(join(keep, 'run.jsonl'), saved, terminal), ...written].every(Boolean);
}

export function printReport(kit: Kit, report: AuditionReport, flags: OutputFlags): void {
  const { stdout, env } = kit.terminal;
  const color = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '';
  const look = { color, width: widthOf(stdout.columns, 100), verbose: flags.verbose === true };
  stdout.write(flags.json === true ? kit.renderAudition(report, 'json') : kit.terminalText(report, look));
}

/** Reads the file of `--expect`. */
export function readKnown(kit: Kit, path: string | undefined): KnownVerdicts {
  if (path === undefined) return [];
  try {
    const parsed = kit.KnownVerdicts.safeParse(readNamedJson(path));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new FileError(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    const why = cause.message;
    const form = '[{ "scenario": "storm_503", "word": "broken", "reason": "why" }]';
    throw new UsageError(`--expect: ${path} is not a list of expected verdicts such as ${form}: ${why}`);
  }
}
