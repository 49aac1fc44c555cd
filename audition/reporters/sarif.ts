/** SARIF 2.1.0: each missed must is an error, each missed should a warning, at the line of `docs/audition-checks.md` that states it. */

import { sarifLog, type SarifResult } from '../../conformance/text/sarif.ts';
import { auditionChecksPage, CHECKS_PAGE } from '../docs/checks-page.ts';
import type { AuditionReport, CaseVerdict } from '../judge/audition-report.ts';
import { missesOf, type Miss } from './lines.ts';

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
    level: miss.check.level === 'must' && one.known === undefined ? 'error' : 'warning',
    message: `${client} in ${one.scenario}: ${miss.says}`,
    page: CHECKS_PAGE,
    line: lines.indexOf(`## \`${miss.check.id}\``) + 1,
    known: one.known,
  };
}
