/** The formats of a report by name, with JUnit XML and SARIF. */

import { CHECKS_PAGE, auditionChecksPage } from '../docs/checks-page.ts';
import { isRed, type AuditionReport, type CaseVerdict } from '../judge/audition-report.ts';
import { htmlAudition } from './html/page.ts';
import { excuseOf, isGrave, missesOf, titleOf, type Miss } from './lines.ts';
import { adviceAudition, markdownAudition } from './markdown.ts';
import { caseText } from './terminal.ts';
import { junitXml, type JunitCase, type JunitKind } from '../../conformance/text/junit.ts';
import { jsonText } from '../../conformance/text/safe-text.ts';
import { sarifLog, type SarifResult } from '../../conformance/text/sarif.ts';

const FORMATS = {
  json: (report) => `${jsonText(report, 1)}\n`,
  junit: junitAudition,
  html: htmlAudition,
  markdown: markdownAudition,
  sarif: sarifAudition,
  advice: adviceAudition,
} as const satisfies Record<string, (report: AuditionReport) => string>;

export type ReportFormat = keyof typeof FORMATS;

export const REPORT_FORMATS = Object.keys(FORMATS);

export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(FORMATS, name);
}

/** Renders a report. */
export function renderAudition(report: AuditionReport, format: ReportFormat): string {
  return FORMATS[format](report);
}

/**
 * Renders the report. Broken, crashed and hung cases are failures, unless they were expected or do not count in the
 * edition of the run. Untestable cases are errors. Unsupported, unreached and uncounted cases are skipped.
 */
function junitAudition({ clients, seconds, startedAt }: AuditionReport): string {
  const suites = clients.map(({ name, cases }) => ({ name, cases: cases.map((one) => caseOf(name, one)) }));
  return junitXml(suites, { name: 'standin audition', seconds, startedAt });
}

function kindOf(one: CaseVerdict): JunitKind {
  if (isRed(one)) return 'failure';
  if (excuseOf(one) !== undefined) return 'skipped';
  if (one.word === 'untestable') return 'error';
  return one.word === 'unsupported' || one.word === 'unreached' ? 'skipped' : 'ok';
}

function caseOf(client: string, one: CaseVerdict): JunitCase {
  const about = { group: client, name: titleOf(one), seconds: one.outcome.ranMs / 1000, kind: kindOf(one) };
  const [misses, how] = [missesOf(one), `${one.word}: ${one.outcome.how}`];
  if (about.kind === 'ok') {
    return { ...about, text: one.word === 'sound' && misses.length === 0 ? '' : caseText(one) };
  }
  if (about.kind !== 'failure') return { ...about, message: excuseOf(one) ?? one.missing ?? how };
  const grave = misses.find(isGrave);
  return { ...about, message: grave === undefined ? how : `${one.word}: ${grave.says}`, text: caseText(one) };
}

function sarifAudition({ clients, version }: AuditionReport): string {
  const found = clients.flatMap(({ name, file, cases }) =>
    cases.flatMap((one) => missesOf(one).map((miss) => ({ client: name, file, one, miss }))),
  );
  const lines = auditionChecksPage().split('\n');
  const checks = [...new Set(found.map(({ miss }) => miss.check))];
  return sarifLog({
    name: 'standin audition',
    version,
    rules: checks.map(({ id, proves, failing, remedy, rests }) => ({
      id,
      short: proves,
      full: `${rests.source}: ${rests.sentence}`,
      help: `${failing} Instead: ${remedy} See ${CHECKS_PAGE}#${id} in the package.`,
    })),
    results: found.map(({ client, file, one, miss }) => ({
      rule: miss.check.id,
      level: levelOf(one, miss),
      message: `${client} in ${one.scenario}: ${miss.says}${miss.note}`,
      uri: file ?? CHECKS_PAGE,
      line: file === undefined ? lines.indexOf(`## \`${miss.check.id}\``) + 1 : 1,
      known: one.known,
    })),
  });
}

function levelOf({ known, isCounted }: CaseVerdict, miss: Miss): SarifResult['level'] {
  if (!isCounted || !miss.isCounted) return 'note';
  return miss.check.level === 'must' && known === undefined ? 'error' : 'warning';
}
