/** The report formats by name, and the search for leaked keys before anything is written. */

import type { Report } from '../engine/report.ts';
import { createRedactor } from '../client/redactor.ts';
import { jsonText } from '../text/safe-text.ts';
import { htmlReport } from './html/page.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { sarifReport } from './sarif.ts';

const FORMATS = {
  json: (report) => `${jsonText(report, 1)}\n`,
  junit: junitReport,
  html: htmlReport,
  markdown: markdownReport,
  sarif: sarifReport,
} as const satisfies Record<string, (report: Report) => string>;

export type Format = keyof typeof FORMATS;

export function isFormat(name: string): name is Format {
  return Object.hasOwn(FORMATS, name);
}

/** Returns only the observed values, for `observed.json`. */
export function observedJson({ observations }: Report): string {
  return `${jsonText(observations, 2)}\n`;
}

/** The error for a report that contains a key before it is written. */
export class LeakError extends Error {
  override readonly name = 'LeakError';
}

/**
 * Renders a report in a format. The output is searched for the keys in all encodings; if one is found, it throws.
 *
 * @example
 * writeFileSync('report.xml', render(report, 'junit', { primary: key }));
 */
export function render(
  report: Report,
  format: Format,
  keys: Readonly<Record<string, string | undefined>> = {},
): string {
  return withoutKeys(FORMATS[format](report), format, keys);
}

/** Returns the text if it contains none of the keys. */
export function withoutKeys(text: string, what: string, keys: Readonly<Record<string, string | undefined>>): string {
  const found = createRedactor(keys).findIn(text);
  if (found.length === 0) return text;
  throw new LeakError(
    `The ${what} report contains the key "${found.join('", "')}". So the kit did not write the report. This is a fault in the kit.`,
  );
}
