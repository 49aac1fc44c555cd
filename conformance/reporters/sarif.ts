/** SARIF: a result for each thing to fix, at the line of `docs/api.md` that states the promise. */

import { apiPage } from '../../contract/docs/api-page.ts';
import type { Report } from '../engine/report.ts';
import { sarifLog, type SarifResult } from '../text/sarif.ts';
import { blocksOf, caseLine, casesText, isNewer, type Block } from './blocks.ts';

const PAGE = 'docs/api.md';

export function sarifReport(report: Report): string {
  const page = apiPage().split('\n');
  const blocks = blocksOf(report);
  return sarifLog({
    name: 'standin conformance',
    version: report.version,
    rules: blocks.map(({ promise, finding }) => ({
      id: promise.id,
      short: promise.text,
      full: `${promise.text} (${promise.source})`,
      help: finding.fix ?? promise.text,
    })),
    results: blocks.map((block) => resultOf(report, block, page)),
    properties: { summary: report.summary },
  });
}

function resultOf(report: Report, block: Block, page: readonly string[]): SarifResult {
  const { promise, example, others, finding } = block;
  const known = [example, ...others].map((one) => one.known);
  const follows = finding.failed.length === 0 ? '' : ` ${finding.failed.length} other cases fail as a consequence.`;
  return {
    rule: promise.id,
    level: levelOf(report, block),
    message: `${promise.text} ${casesText(block, report)} failed. ${caseLine(example, report)}.${follows}`,
    page: PAGE,
    line: page.findIndex((line) => line.includes(`<a id="${example.requirement}"></a>`)) + 1,
    ...(known.every((reason) => reason !== undefined) ? { known: known[0] } : {}),
  };
}

/** Returns an error only for a failure that fails the run. Failures that the gates or a baseline allow are notes. */
function levelOf(report: Report, block: Block): SarifResult['level'] {
  const { isRed, example, others } = block;
  if (isRed) return 'error';
  if (isNewer(block, report)) return 'note';
  return [example, ...others].every(({ verdict }) => verdict === 'warning') ? 'warning' : 'note';
}
