/** Writes the reports of an audition, saves the output of its clients, and prints the report. */

import { extname, join } from 'node:path';
import type * as audition from '../../audition/index.ts';
import type { AuditionReport, FinishedAudition, KnownVerdicts, ReportFormat } from '../../audition/index.ts';
import { nearest } from '../../conformance/text/nearest.ts';
import { mustBeWritable, parsedBy, parseReports, readJsonFile, tryToWrite } from '../named-files.ts';
import { lookOf, type Terminal, UsageError } from '../terminal.ts';

type Scenarios = audition.AuditionOptions['scenarios'];

/** The loaded audition package, and the terminal for its results. */
export type Kit = typeof audition & { readonly terminal: Terminal };

export async function loadKit(terminal: Terminal): Promise<Kit> {
  return { ...(await import('../../audition/index.ts')), terminal };
}

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

/** The file of a saved run in the folder of `--keep`. */
const RUN = 'run.jsonl';

/** Parses `--report` and `--keep`, and creates their folders. */
export function planOutput(kit: Kit, { report, keep }: OutputFlags): OutputPlan {
  const { isReportFormat: isFormat, REPORT_FORMATS } = kit;
  const reports = parseReports(report, { isFormat, formats: REPORT_FORMATS.join(', ') });
  const [first] = reports;
  const folder = keep ?? (first && `${first.path.slice(0, first.path.length - extname(first.path).length)}-output`);
  mustBeWritable([...reports.map(({ path }) => path), ...(folder === undefined ? [] : [join(folder, RUN)])]);
  return { reports, keep: folder };
}

/** Writes all reports. Returns false if a report could not be written. */
export function writeReports(kit: Kit, report: AuditionReport, { reports }: OutputPlan): boolean {
  const files = reports.map(({ format, path }) => ({ path, text: kit.renderAudition(report, format) }));
  return tryToWrite(files, kit.terminal);
}

/** Saves the run, and the output of each client in each case. Returns false if a file could not be written. */
export function keepRun({ keep }: OutputPlan, { saved, outputs }: FinishedAudition, terminal: Terminal): boolean {
  if (keep === undefined) return true;
  const several = new Set(outputs.map(({ client }) => client)).size > 1;
  const files = outputs.map(({ client, scenario = 'output', text }) => {
    const name = several ? `${client.replaceAll(/[^\w.-]+/g, '-')}-${scenario}` : scenario;
    return { path: join(keep, `${name}.txt`), text };
  });
  return tryToWrite([{ path: join(keep, RUN), text: saved }, ...files], terminal);
}

export function printReport(kit: Kit, report: AuditionReport, flags: OutputFlags): void {
  const look = lookOf(kit.terminal, flags.verbose === true);
  const text = flags.json === true ? kit.renderAudition(report, 'json') : kit.terminalText(report, look);
  kit.terminal.stdout.write(text);
}

/** Reads the file of `--expect`. It names scenarios of the package or of `own`, and without `own` any scenarios. */
export function readKnown(kit: Kit, path: string | undefined, own?: Scenarios): KnownVerdicts {
  if (path === undefined) return [];
  const form = '[{ "scenario": "storm_503", "word": "broken", "reason": "why" }]';
  const known = readJsonFile(
    path,
    (json) => parsedBy(kit.KnownVerdicts, json),
    (why) => `--expect: ${path} is not a list of expected verdicts such as ${form}: ${why}`,
  );
  const all = [...kit.planAudition({}).judging.scenarios, ...(own ?? [])];
  const names = ['healthy', ...all.map(({ name }) => name)];
  const odd = known.find(({ scenario }) => !names.includes(scenario))?.scenario;
  if (odd === undefined || own === undefined) return known;
  const near = nearest(odd, names);
  const hint = near.length === 0 ? '`standin audition --list` lists them.' : `Similar names: ${near.join(', ')}.`;
  throw new UsageError(`--expect: ${path}: "${odd}" is not the name of a scenario. ${hint}`);
}
