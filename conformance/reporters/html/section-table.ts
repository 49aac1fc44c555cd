/** Promises by section of the API document: kept, broken, not tested. */

import { SECTIONS } from '../../../contract/requirements/requirement.ts';
import { promisesOf, type PromiseResult } from '../../engine/promises.ts';
import type { Report } from '../../engine/report.ts';
import { escapeXml as escape } from '../../text/safe-text.ts';

export interface SectionRow {
  readonly title: string;
  readonly kept: number;
  readonly broken: number;
  readonly untested: number;
}

/** Returns the sections that have promises in this run. */
export function sectionRows({ results }: Pick<Report, 'results'>): SectionRow[] {
  const promises = promisesOf(results);
  return Object.entries(SECTIONS).flatMap(([section, title]) => {
    const own = promises.filter((promise) => promise.section === section);
    return own.length === 0 ? [] : [{ title, ...countsIn(own) }];
  });
}

function countsIn(promises: readonly PromiseResult[]): Omit<SectionRow, 'title'> {
  const count = (...verdicts: readonly string[]): number =>
    promises.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [broken, untested] = [count('fail', 'harness-fault'), count('untestable', 'inconclusive')];
  return { kept: promises.length - broken - untested, broken, untested };
}

export function sectionTable(report: Report): string {
  const rows = sectionRows(report).map(({ title, kept, broken, untested }) => {
    const cells = [kept, broken, untested].map((count) => `<td>${count}</td>`);
    return `<tr><td>${escape(title)}</td>${cells.join('')}</tr>`;
  });
  return `<table><tr><th>Section</th><th>kept</th><th>broken</th><th>not tested</th></tr>${rows.join('')}</table>`;
}
