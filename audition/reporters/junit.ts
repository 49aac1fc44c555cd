/** JUnit XML: a suite for each client, a case for each scenario. */

import { escapeXml } from '../../conformance/text/safe-text.ts';
import { isRed, type AuditionReport, type CaseVerdict, type ClientReport } from '../judge/audition-report.ts';
import { exchangeLine, missesOf, whenText } from './lines.ts';

/** Broken, crashed and hung are failures; untestable is an error; unsupported and unreached are skipped. */
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
  if (one.known !== undefined) return 'skipped';
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
  const why = escapeXml(one.known ?? one.missing ?? `${one.word}: ${one.outcome.how}`);
  switch (kindOf(one)) {
    case 'failure':
      return `<failure message="${escapeXml(one.word)}: ${escapeXml(missesOf(one)[0]?.says ?? one.outcome.how)}">${escapeXml(storyOf(one))}</failure>`;
    case 'error':
      return `<error message="${why}"/>`;
    case 'skipped':
      return `<skipped message="${why}"/>`;
    case 'ok':
      return one.word === 'sound' ? '' : `<system-out>${escapeXml(`${one.word}\n${storyOf(one)}`)}</system-out>`;
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
