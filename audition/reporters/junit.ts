/** JUnit XML: a suite for each client, and a case for each scenario. */

import { junitXml, type JunitCase, type JunitKind } from '../../conformance/text/junit.ts';
import { isRed, type AuditionReport, type CaseVerdict } from '../judge/audition-report.ts';
import { excuseOf, isGrave, missesOf, uncountedNote } from './lines.ts';

/**
 * Renders the report. Broken, crashed and hung cases are failures, unless they were expected or do not count in the
 * edition of the run. Untestable cases are errors. Unsupported, unreached and uncounted cases are skipped.
 */
export function junitAudition({ clients, seconds, startedAt }: AuditionReport): string {
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
  const name = one.label === undefined ? one.scenario : `${one.scenario} (${one.label})`;
  const about = { group: client, name, seconds: one.outcome.ranMs / 1000, kind: kindOf(one) };
  switch (about.kind) {
    case 'failure':
      return {
        ...about,
        message: `${one.word}: ${missesOf(one).find(isGrave)?.says ?? one.outcome.how}`,
        text: storyOf(one),
      };
    case 'error':
    case 'skipped':
      return { ...about, message: excuseOf(one) ?? one.missing ?? `${one.word}: ${one.outcome.how}` };
    case 'ok':
      return {
        ...about,
        text: one.word === 'sound' && missesOf(one).length === 0 ? '' : `${one.word}\n${storyOf(one)}`,
      };
  }
}

function storyOf(one: CaseVerdict): string {
  const misses = missesOf(one).map((miss) => {
    const { check, says, remedy, exchanges } = miss;
    const lines = exchanges.map(({ when, sent, answered }) => `  ${when}  ${sent} -> ${answered}`);
    return [`${check.level} ${check.id}${uncountedNote(miss)}: ${says}`, ...lines, `  Instead: ${remedy}`].join('\n');
  });
  return [`The server: ${one.server}`, ...misses].join('\n\n');
}
