/** SARIF 2.1.0: each broken promise points at the requirement's line in `docs/api.md`. */

import { apiPage } from '../../contract/docs/api-page.ts';
import type { Result } from '../engine/judge.ts';
import type { Report } from '../engine/report.ts';
import { counts } from '../engine/verdict-of-run.ts';
import { jsonText, sarifText } from '../text/safe-text.ts';
import { differenceLines, promise } from './words.ts';

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

/** Only a failure that fails the run is an error. Failures that the gates or a baseline allow are notes. */
function levelOf(result: Result, gates: Report['gates']): 'error' | 'warning' | 'note' {
  if (result.known !== undefined || !counts(result, gates)) return 'note';
  return result.verdict === 'fail' ? 'error' : 'warning';
}

function finding({ gates }: Report, result: Result, page: readonly string[]): object {
  const startLine = Math.max(1, lineOf(result.requirement, page));
  return {
    ruleId: result.id,
    level: levelOf(result, gates),
    message: {
      text: sarifText(
        [
          `${result.proves} Expected ${result.expected ?? ''}; got ${result.got ?? ''}.`,
          ...differenceLines(result),
        ].join('\n'),
      ),
    },
    locations: [{ physicalLocation: { artifactLocation: { uri: PAGE }, region: { startLine } } }],
    ...(result.known === undefined ? {} : { suppressions: [{ kind: 'external', justification: result.known }] }),
  };
}
