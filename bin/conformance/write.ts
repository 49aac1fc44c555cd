/** Reads JSON reports, prints reports, and writes them in the requested formats. */

import { closeSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type * as kit from '../../conformance/index.ts';
import type { Format, Report } from '../../conformance/index.ts';
import { FileError, readNamedText } from '../../lib/named-file.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { widthOf, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { tryToWrite, UNWRITTEN } from '../write-file.ts';

/** The loaded conformance kit, and the terminal for its results. */
export type Kit = typeof kit & { readonly terminal: Terminal };

type Keys = Readonly<Record<string, string | undefined>>;
type Flags = Readonly<Record<string, unknown>>;

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

/** Parses `json=a.json,junit=b.xml`. */
export function parseReportFlag({ isFormat }: Pick<Kit, 'isFormat'>, flag: string | undefined): [Format, string][] {
  return (flag ?? '').split(',').flatMap((part): [Format, string][] => {
    if (part === '') return [];
    const at = part.indexOf('=');
    const format = part.slice(0, Math.max(0, at));
    if (!isFormat(format) || at === part.length - 1) {
      throw new UsageError(
        `--report: "${part}" is not format=file. The formats are json, junit, html, markdown and sarif.`,
      );
    }
    return [[format, part.slice(at + 1)]];
  });
}

/** Checks that the reports can be written, before any request. */
export function mustBeWritable(kit: Kit, flags: Flags): void {
  const observed = typeof flags['observed'] === 'string' ? [flags['observed']] : [];
  const reports = parseReportFlag(kit, typeof flags['report'] === 'string' ? flags['report'] : undefined);
  for (const path of [...reports.map(([, path]) => path), ...observed]) {
    try {
      makeFolder(dirname(path));
      tryToOpen(path);
    } catch (error) {
      throw new UsageError(`${path} cannot be written, so the run did not start: ${reasonOf(error)}`);
    }
  }
}

/** Opens a file for writing. A new file is removed, because an empty file could be mistaken for a report. */
function tryToOpen(path: string): void {
  try {
    closeSync(openSync(path, 'ax'));
    rmSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    closeSync(openSync(path, 'a'));
  }
}

/**
 * Renders all reports and searches them for keys before it writes the first one. A failed write stops neither the other
 * writes nor the output.
 */
export function writeReports(
  kit: Kit,
  report: Report,
  { flags, keys }: { readonly flags: Flags; readonly keys: Keys },
): number {
  const { LeakError, observedJson, render, terminal, withoutKeys } = kit;
  try {
    const artifacts = parseReportFlag(kit, typeof flags['report'] === 'string' ? flags['report'] : undefined).map(
      ([format, path]) => ({ path, text: render(report, format, keys) }),
    );
    if (typeof flags['observed'] === 'string')
      artifacts.push({ path: flags['observed'], text: withoutKeys(observedJson(report), 'observations', keys) });
    const shown = withoutKeys(shownText(kit, report, flags), 'terminal', keys);
    terminal.stdout.write(shown);
    const written = artifacts.map(({ path, text }) => tryToWrite(path, text, terminal));
    return written.every(Boolean) ? report.exitCode : UNWRITTEN;
  } catch (error) {
    if (!(error instanceof LeakError)) throw error;
    terminal.stderr.write(`standin: ${error.message}\n`);
    return UNWRITTEN;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function shownText({ render, terminal, terminalReport }: Kit, report: Report, flags: Flags): string {
  if (flags['json'] === true) return render(report, 'json');
  const { stdout, env } = terminal;
  const color = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '';
  return terminalReport(report, { color, width: widthOf(stdout.columns, 100), verbose: flags['verbose'] === true });
}
