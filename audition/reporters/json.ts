/** The report as JSON, from which the other formats are rendered. */

import { jsonText } from '../../conformance/text/safe-text.ts';
import type { AuditionReport } from '../judge/audition-report.ts';

export function jsonAudition(report: AuditionReport): string {
  return `${jsonText(report, 1)}\n`;
}
