/**
 * SARIF 2.1.0: each missed must is an error, and each missed should a warning, at its line of
 * `docs/audition-checks.md`. A check or a case that does not count is a note.
 */

import { sarifLog, type SarifResult } from '../../conformance/text/sarif.ts';
import { auditionChecksPage, CHECKS_PAGE } from '../docs/checks-page.ts';
import type { AuditionReport, CaseVerdict } from '../judge/audition-report.ts';
import { missesOf, uncountedNote, type Miss } from './lines.ts';

export function sarifAudition({ clients, version }: AuditionReport): string {
  const found = clients.flatMap(({ name, cases }) =>
    cases.flatMap((one) => missesOf(one).map((miss) => ({ client: name, one, miss }))),
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
      help: `${failing} Instead: ${remedy}`,
    })),
    results: found.map((one) => resultOf(one, lines)),
  });
}

interface Found {
  readonly client: string;
  readonly one: CaseVerdict;
  readonly miss: Miss;
}

function resultOf({ client, one, miss }: Found, lines: readonly string[]): SarifResult {
  return {
    rule: miss.check.id,
    level: levelOf(one, miss),
    message: `${client} in ${one.scenario}: ${miss.says}${uncountedNote(miss)}`,
    page: CHECKS_PAGE,
    line: lines.indexOf(`## \`${miss.check.id}\``) + 1,
    known: one.known,
  };
}

function levelOf({ known, isCounted }: CaseVerdict, miss: Miss): SarifResult['level'] {
  if (!isCounted || !miss.isCounted) return 'note';
  return miss.check.level === 'must' && known === undefined ? 'error' : 'warning';
}
