/** JUnit XML: a suite for each client, a case for each scenario. */

import { junitXml, type JunitCase, type JunitKind } from '../../conformance/text/junit.ts';
import { isRed, type AuditionReport, type CaseVerdict } from '../judge/audition-report.ts';
import { exchangeLine, missesOf, whenText } from './lines.ts';

/** Broken, crashed and hung are failures; untestable is an error; unsupported and unreached are skipped. */
export function junitAudition({ clients, seconds, startedAt }: AuditionReport): string {
  const suites = clients.map(({ name, cases }) => ({ name, cases: cases.map((one) => caseOf(name, one)) }));
  return junitXml(suites, { name: 'standin audition', seconds, startedAt });
}

function kindOf(one: CaseVerdict): JunitKind {
  if (isRed(one)) return 'failure';
  if (one.known !== undefined) return 'skipped';
  if (one.word === 'untestable') return 'error';
  return one.word === 'unsupported' || one.word === 'unreached' ? 'skipped' : 'ok';
}

function caseOf(client: string, one: CaseVerdict): JunitCase {
  const name = one.label === undefined ? one.scenario : `${one.scenario} (${one.label})`;
  const about = { group: client, name, seconds: one.outcome.ranMs / 1000, kind: kindOf(one) };
  switch (about.kind) {
    case 'failure':
      return { ...about, message: `${one.word}: ${missesOf(one)[0]?.says ?? one.outcome.how}`, text: storyOf(one) };
    case 'error':
    case 'skipped':
      return { ...about, message: one.known ?? one.missing ?? `${one.word}: ${one.outcome.how}` };
    case 'ok':
      return { ...about, text: one.word === 'sound' ? '' : `${one.word}\n${storyOf(one)}` };
  }
}

function storyOf(one: CaseVerdict): string {
  const misses = missesOf(one).map(({ check, says, remedy, exchanges }) => {
    const lines = exchanges.map((exchange) => {
      const { sent, answered } = exchangeLine(exchange);
      return `  ${whenText(exchange)}  ${sent} -> ${answered}`;
    });
    return [`${check.level} ${check.id}: ${says}`, ...lines, `  Instead: ${remedy}`].join('\n');
  });
  return [`The server: ${one.server}`, ...misses].join('\n\n');
}
