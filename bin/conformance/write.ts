/** Prints a report and writes it in the formats that were asked for. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  isFormat,
  LeakError,
  observedJson,
  render,
  terminalReport,
  withoutKeys,
  type Format,
  type Report,
} from '../../conformance/index.ts';

type Keys = Readonly<Record<string, string | undefined>>;

const FAULT = 5;

/** `--report` cannot be read. */
export class ReportFlagError extends Error {
  override readonly name = 'ReportFlagError';
}

/** Reads `json=a.json,junit=b.xml`. */
export function parseReportFlag(flag: string | undefined): [Format, string][] {
  return (flag ?? '').split(',').flatMap((part): [Format, string][] => {
    if (part === '') return [];
    const at = part.indexOf('=');
    const format = part.slice(0, Math.max(0, at));
    if (!isFormat(format) || at === part.length - 1) {
      throw new ReportFlagError(
        `--report wants format=file, with json, junit, html, markdown or sarif; not "${part}".`,
      );
    }
    return [[format, part.slice(at + 1)]];
  });
}

/** All artefacts are drawn and searched for keys before the first is written. */
export function writeReports(report: Report, flags: Readonly<Record<string, unknown>>, keys: Keys): number {
  try {
    const artefacts = parseReportFlag(typeof flags['report'] === 'string' ? flags['report'] : undefined).map(
      ([format, path]) => ({ path, text: render(report, format, keys) }),
    );
    if (typeof flags['observed'] === 'string')
      artefacts.push({ path: flags['observed'], text: withoutKeys(observedJson(report), 'observations', keys) });
    const shown = withoutKeys(shownText(report, flags), 'terminal', keys);
    for (const { path, text } of artefacts) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    process.stdout.write(shown);
    return report.exitCode;
  } catch (error) {
    if (!(error instanceof LeakError)) throw error;
    console.error(error.message);
    return FAULT;
  }
}

function shownText(report: Report, flags: Readonly<Record<string, unknown>>): string {
  if (flags['json'] === true) return render(report, 'json');
  const { stdout, env } = process;
  const colour = stdout.isTTY && (env['NO_COLOR'] ?? '') === '';
  return terminalReport(report, { colour, width: stdout.columns ?? 100, verbose: flags['verbose'] === true });
}
