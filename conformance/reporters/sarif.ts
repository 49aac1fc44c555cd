/** SARIF: a result for each thing to fix, in the file that describes the server, or else in the API page. */

import { apiPage } from '../../contract/docs/api-page.ts';
import type { Report } from '../engine/report.ts';
import { sarifLog } from '../text/sarif.ts';
import { blocksOf, caseLine } from './blocks.ts';

export function sarifReport(report: Report): string {
  const page = report.file === undefined ? apiPage().split('\n') : [];
  const blocks = blocksOf(report);
  return sarifLog({
    name: 'standin conformance',
    version: report.version,
    rules: blocks.map(({ promise, finding, cases: [{ requirement }] }) => ({
      id: promise.id,
      short: promise.text,
      full: `${promise.text} (${promise.source})`,
      help: `${finding.fix ?? promise.text} See docs/api.md#${requirement} in the package.`,
    })),
    results: blocks.map(({ promise, count, level, cases, finding: { failed } }) => {
      const [example] = cases;
      const follows = failed.length === 0 ? '' : ` ${failed.length} other cases fail as a consequence.`;
      return {
        rule: promise.id,
        level,
        message: `${promise.text} ${count} failed. ${caseLine(example, report)}.${follows}`,
        uri: report.file ?? 'docs/api.md',
        line: page.findIndex((line) => line.includes(`<a id="${example.requirement}"></a>`)) + 1,
        known: cases.every(({ known }) => known !== undefined) ? example.known : undefined,
      };
    }),
    properties: { summary: report.summary },
  });
}
