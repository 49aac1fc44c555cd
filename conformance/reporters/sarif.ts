/** SARIF 2.1.0: each broken promise points at the requirement's line in `docs/api.md`. */

import { apiPage } from '../../contract/docs/api-page.ts';
import type { Result } from '../engine/judge.ts';
import type { Report } from '../engine/report.ts';
import { counts, type Gating } from '../engine/verdict-of-run.ts';
import { jsonText, sarifText } from '../text/safe-text.ts';
import { differenceLines, newIn, promise } from './words.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const PAGE = 'docs/api.md';

export function sarifReport(report: Report): string {
  const page = apiPage().split('\n');
  const broken = report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warning');
  const rules = broken.map((result) => ({
    id: result.id,
    shortDescription: { text: result.proves },
    fullDescription: { text: promise(result) },
    help: { text: result.failing },
  }));
  const driver = { name: 'standin conformance', version: report.version, rules };
  const results = broken.map((result) => finding(report, result, page));
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver }, results, properties: { summary: report.summary } }],
  };
  return `${jsonText(log, 1)}\n`;
}

/** The line of `docs/api.md` that states a requirement, counted from 1. */
function lineOf(requirement: string, page: readonly string[]): number {
  return page.findIndex((line) => line.includes(`<a id="${requirement}"></a>`)) + 1;
}

/** Only what fails the run is an error; what the gates do not count, or a baseline knows, is a note. */
function levelOf(result: Result, gating: Gating): 'error' | 'warning' | 'note' {
  if (result.known !== undefined || !counts(result, gating)) return 'note';
  return result.verdict === 'fail' ? 'error' : 'warning';
}

function finding(report: Report, result: Result, page: readonly string[]): object {
  const startLine = Math.max(1, lineOf(result.requirement, page));
  return {
    ruleId: result.id,
    level: levelOf(result, report),
    message: {
      text: sarifText(
        [
          `${result.proves} Expected ${result.expected ?? ''}; got ${result.got ?? ''}.`,
          ...differenceLines(result),
          ...[newIn(result, report) ?? []].flat(),
        ].join('\n'),
      ),
    },
    locations: [{ physicalLocation: { artifactLocation: { uri: PAGE }, region: { startLine } } }],
    ...(result.known === undefined ? {} : { suppressions: [{ kind: 'external', justification: result.known }] }),
  };
}
