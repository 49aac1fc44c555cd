/** The report as JSON: all that the other formats are drawn from. */

import { jsonText } from '../../conformance/text/safe-text.ts';
import type { AuditionReport } from '../judge/audition-report.ts';

export function jsonAudition(report: AuditionReport): string {
  return `${jsonText(report, 1)}\n`;
}
