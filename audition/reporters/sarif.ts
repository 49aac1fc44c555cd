/**
 * SARIF 2.1.0: each missed must is an error, each missed should a warning, at the line of `docs/audition-checks.md` that
 * states it. A check or a case that does not count is a note.
 */

import { jsonText, sarifText } from '../../conformance/text/safe-text.ts';
import { auditionChecksPage, CHECKS_PAGE } from '../docs/checks-page.ts';
import type { AuditionReport, CaseVerdict } from '../judge/audition-report.ts';
import { missesOf, uncountedNote, type Miss } from './lines.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

export function sarifAudition({ clients, version }: AuditionReport): string {
  const found = clients.flatMap(({ name, cases }) =>
    cases.flatMap((one) => missesOf(one).map((miss) => ({ client: name, one, miss }))),
  );
  const lines = auditionChecksPage().split('\n');
  const checks = [...new Set(found.map(({ miss }) => miss.check))];
  const rules = checks.map(({ id, proves, failing, remedy, rests }) => ({
    id,
    shortDescription: { text: proves },
    fullDescription: { text: `${rests.source}: ${rests.sentence}` },
    help: { text: `${failing} Instead: ${remedy}` },
  }));
  const driver = { name: 'standin audition', version, rules };
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver }, results: found.map((one) => resultOf(one, lines)) }],
  };
  return `${jsonText(log, 1)}\n`;
}

interface Found {
  readonly client: string;
  readonly one: CaseVerdict;
  readonly miss: Miss;
}

function resultOf({ client, one, miss }: Found, lines: readonly string[]): object {
  const startLine = lines.indexOf(`## \`${miss.check.id}\``) + 1;
  return {
    ruleId: miss.check.id,
    level: levelOf(one, miss),
    message: { text: sarifText(`${client} in ${one.scenario}: ${miss.says}${uncountedNote(miss)}`) },
    locations: [{ physicalLocation: { artifactLocation: { uri: CHECKS_PAGE }, region: { startLine } } }],
    ...(one.known === undefined ? {} : { suppressions: [{ kind: 'external', justification: one.known }] }),
  };
}

function levelOf({ known, isCounted }: CaseVerdict, miss: Miss): 'error' | 'warning' | 'note' {
  if (!isCounted || !miss.isCounted) return 'note';
  return miss.check.level === 'must' && known === undefined ? 'error' : 'warning';
}
