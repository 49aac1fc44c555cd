/** Loads the kit, reads JSON reports, prints reports, and writes them in the requested formats. */

import type * as kit from '../../conformance/index.ts';
import type { Format, Report } from '../../conformance/index.ts';
import { FileError, readNamedText } from '../../lib/named-file.ts';
import { parseReports, pathInRepository, tryToWrite, UNWRITTEN } from '../named-files.ts';
import { lookOf, type Terminal, UsageError } from '../terminal.ts';

/** The loaded conformance kit, and the terminal for its results. */
export type Kit = typeof kit & { readonly terminal: Terminal };

export type Flags = Readonly<Record<string, unknown>>;

export async function loadKit(terminal: Terminal): Promise<Kit> {
  return { ...(await import('../../conformance/index.ts')), terminal };
}

/** Reads a JSON report. Throws a UsageError that names the file, and the flag if there is one. */
export function readReportFile(kit: Kit, path: string, flag?: string): Report {
  try {
    return kit.readReport(readNamedText(path, 'report'));
  } catch (cause) {
    const reason = cause instanceof FileError ? cause.message : 'not a JSON report of this kit';
    const named = flag === undefined ? path : `${flag} ${path}`;
    throw new UsageError(`${named}: ${reason}. Write a report with --report json=<file>.`);
  }
}

/** The files that the flags request: reports in formats, and the observations. */
export interface RequestedFiles {
  readonly reports: readonly { readonly format: Format; readonly path: string }[];
  readonly observed: readonly string[];
}

/** Parses `--report` and `--observed`. */
export function requestedFiles({ isFormat }: Pick<Kit, 'isFormat'>, { report, observed }: Flags): RequestedFiles {
  const reports = parseReports(report, { isFormat, formats: 'json, junit, html, markdown and sarif' });
  return { reports, observed: typeof observed === 'string' ? [observed] : [] };
}

interface Writing {
  readonly flags: Flags;
  readonly keys: Readonly<Record<string, string | undefined>>;
}

/** Renders all reports and searches them for keys before it writes the first one. */
export function writeReports(kit: Kit, given: Report, { flags, keys }: Writing): number {
  const { LeakError, observedJson, render, terminal, terminalReport, withoutKeys } = kit;
  const { reports, observed } = requestedFiles(kit, flags);
  const named = [flags['profile'], flags['baseline']].filter((path) => typeof path === 'string' && path !== 'standin');
  const [file] = named.flatMap((path) => pathInRepository(String(path)) ?? []);
  const report = { file, ...given };
  try {
    const files = [
      ...reports.map(({ format, path }) => ({ path, text: render(report, format, keys) })),
      ...observed.map((path) => ({ path, text: withoutKeys(observedJson(report), 'observations', keys) })),
    ];
    const look = lookOf(terminal, flags['verbose'] === true);
    const shown = flags['json'] === true ? render(report, 'json') : terminalReport(report, look);
    terminal.stdout.write(withoutKeys(shown, 'terminal', keys));
    return tryToWrite(files, terminal) ? report.exitCode : UNWRITTEN;
  } catch (error) {
    if (!(error instanceof LeakError)) throw error;
    terminal.stderr.write(`standin: ${error.message}\n`);
    return UNWRITTEN;
  }
}
