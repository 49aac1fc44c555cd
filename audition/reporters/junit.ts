/** JUnit XML: a suite for each client, a case for each scenario. */

import { escapeXml } from '../../conformance/text/safe-text.ts';
import { isRed, type AuditionReport, type CaseVerdict, type ClientReport } from '../judge/audition-report.ts';
import { exchangeLine, excuseOf, isGrave, missesOf, uncountedNote, whenText } from './lines.ts';

/**
 * Renders the report. Broken, crashed and hung cases are failures, unless they were expected or the edition of the run
 * does not count them. Untestable cases are errors. Unsupported and unreached ones are skipped, and so are uncounted ones.
 */
export function junitAudition({ clients, seconds, startedAt }: AuditionReport): string {
  const cases = clients.flatMap((client) => client.cases);
  const head = `<testsuites name="standin audition" ${countsText(cases)} time="${seconds.toFixed(3)}">`;
  const suites = clients.map((client) => suiteOf(client, startedAt));
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, '</testsuites>', ''].join('\n');
}

function suiteOf({ name, cases }: ClientReport, startedAt: string): string {
  const head = `  <testsuite name="${escapeXml(name)}" ${countsText(cases)} timestamp="${escapeXml(startedAt)}">`;
  return [head, ...cases.map((one) => caseOf(name, one)), '  </testsuite>'].join('\n');
}

type Kind = 'ok' | 'failure' | 'error' | 'skipped';

function kindOf(one: CaseVerdict): Kind {
  if (isRed(one)) return 'failure';
  if (excuseOf(one) !== undefined) return 'skipped';
  if (one.word === 'untestable') return 'error';
  return one.word === 'unsupported' || one.word === 'unreached' ? 'skipped' : 'ok';
}

function countsText(cases: readonly CaseVerdict[]): string {
  const count = (kind: Kind): number => cases.filter((one) => kindOf(one) === kind).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function caseOf(client: string, one: CaseVerdict): string {
  const name = one.label === undefined ? one.scenario : `${one.scenario} (${one.label})`;
  const seconds = (one.outcome.ranMs / 1000).toFixed(3);
  const open = `    <testcase classname="${escapeXml(client)}" name="${escapeXml(name)}" time="${seconds}"`;
  const inner = innerOf(one);
  return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`;
}

function innerOf(one: CaseVerdict): string {
  const why = escapeXml(excuseOf(one) ?? one.missing ?? `${one.word}: ${one.outcome.how}`);
  switch (kindOf(one)) {
    case 'failure':
      return `<failure message="${escapeXml(one.word)}: ${escapeXml(missesOf(one).find(isGrave)?.says ?? one.outcome.how)}">${escapeXml(storyOf(one))}</failure>`;
    case 'error':
      return `<error message="${why}"/>`;
    case 'skipped':
      return `<skipped message="${why}"/>`;
    case 'ok':
      return one.word === 'sound' && missesOf(one).length === 0
        ? ''
        : `<system-out>${escapeXml(`${one.word}\n${storyOf(one)}`)}</system-out>`;
  }
}

function storyOf(one: CaseVerdict): string {
  const misses = missesOf(one).map((miss) => {
    const { check, says, remedy, exchanges } = miss;
    const lines = exchanges.map((exchange) => {
      const { sent, answered } = exchangeLine(exchange);
      return `  ${whenText(exchange)}  ${sent} -> ${answered}`;
    });
    return [`${check.level} ${check.id}${uncountedNote(miss)}: ${says}`, ...lines, `  Instead: ${remedy}`].join('\n');
  });
  return [`The server: ${one.server}`, ...misses].join('\n\n');
}
