/** The formats of a report by name. */

import { jsonText } from '../../conformance/text/safe-text.ts';
import type { AuditionReport } from '../judge/audition-report.ts';
import { adviceAudition } from './advice.ts';
import { htmlAudition } from './html/page.ts';
import { junitAudition } from './junit.ts';
import { markdownAudition } from './markdown.ts';
import { sarifAudition } from './sarif.ts';

const FORMATS = {
  json: (report) => `${jsonText(report, 1)}\n`,
  junit: junitAudition,
  html: htmlAudition,
  markdown: markdownAudition,
  sarif: sarifAudition,
  advice: adviceAudition,
} as const satisfies Record<string, (report: AuditionReport) => string>;

export type ReportFormat = keyof typeof FORMATS;

export const REPORT_FORMATS = Object.keys(FORMATS);

export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(FORMATS, name);
}

/** Renders a report. */
export function renderAudition(report: AuditionReport, format: ReportFormat): string {
  return FORMATS[format](report);
}
