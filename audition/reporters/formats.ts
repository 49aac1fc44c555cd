/** The formats of a report by name. */

import type { AuditionReport } from '../judge/audition-report.ts';
import { jsonAudition } from './json.ts';

const FORMATS = {
  json: jsonAudition,
} as const satisfies Record<string, (report: AuditionReport) => string>;

export type ReportFormat = keyof typeof FORMATS;

export const REPORT_FORMATS = Object.keys(FORMATS);

export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(FORMATS, name);
}

/** Draws a report. */
export function renderAudition(report: AuditionReport, format: ReportFormat): string {
  return FORMATS[format](report);
}
