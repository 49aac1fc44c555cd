/** The report itself. All other formats are drawn from it, and `judge` reads it again. */

import type { Report } from '../engine/report.ts';
import { jsonText } from '../text/safe-text.ts';

export function jsonReport(report: Report): string {
  return `${jsonText(report, 1)}\n`;
}

/** Returns only the observed values, for `observed.json`. */
export function observedJson({ observations }: Report): string {
  return `${jsonText(observations, 2)}\n`;
}
