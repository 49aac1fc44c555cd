/** The report itself. All other formats are drawn from it, and `judge` reads it again. */

import type { Report } from '../engine/report.ts';

export function jsonReport(report: Report): string {
  return `${JSON.stringify(report, undefined, 1)}\n`;
}

/** The observed values alone, for `observed.json`. */
export function observedJson({ observations }: Report): string {
  return `${JSON.stringify(observations, undefined, 2)}\n`;
}
