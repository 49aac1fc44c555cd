/** JUnit XML: a suite for each section of the API document, a case for each check. */

import { SECTIONS, type Section } from '../../contract/requirements/requirement.ts';
import type { Result } from '../engine/judge.ts';
import type { Report } from '../engine/report.ts';
import { answerText, curl, differenceLines, exchangesOf, promise } from './words.ts';
import { escapeXml } from '../text/safe-text.ts';

/** A failed check is a failure, an inconclusive one an error, an untested one is skipped. */
export function junitReport(report: Report): string {
  const sections = Object.keys(SECTIONS).filter((section) =>
    report.results.some((result) => result.section === section),
  );
  const suites = sections.map((section) => suite(report, section));
  const head = `<testsuites name="standin conformance" ${counts(report.results)} time="${report.seconds.toFixed(3)}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, '</testsuites>', ''].join('\n');
}

function suite(report: Report, section: string): string {
  const results = report.results.filter((result) => result.section === section);
  const name = escapeXml(SECTIONS[section as Section]);
  const head = `  <testsuite name="${name}" ${counts(results)} timestamp="${escapeXml(report.startedAt)}">`;
  return [head, ...results.map((result) => testCase(report, result)), '  </testsuite>'].join('\n');
}

function counts(results: readonly Result[]): string {
  const of = (...kinds: readonly string[]): number => results.filter((result) => kinds.includes(kindOf(result))).length;
  return `tests="${results.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`;
}

function kindOf({ verdict, known }: Result): 'ok' | 'failure' | 'error' | 'skipped' {
  if (verdict === 'fail') return known === undefined ? 'failure' : 'skipped';
  if (verdict === 'inconclusive' || verdict === 'harness-fault') return 'error';
  return verdict === 'untestable' || verdict === 'not-applicable' ? 'skipped' : 'ok';
}

function testCase(report: Report, result: Result): string {
  const open = `    <testcase classname="${escapeXml(result.section)}" name="${escapeXml(result.id)}"`;
  const inner = innerOf(report, result);
  return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`;
}

function innerOf(report: Report, result: Result): string {
  const reason = escapeXml(result.known ?? result.reason ?? result.verdict);
  switch (kindOf(result)) {
    case 'failure':
      return `<failure message="${escapeXml(`expected ${result.expected ?? ''}, got ${result.got ?? ''}`)}">${escapeXml(story(report, result))}</failure>`;
    case 'error':
      return `<error message="${reason}"/>`;
    case 'skipped':
      return `<skipped message="${reason}"/>`;
    case 'ok':
      return outputOf(result);
  }
}

function outputOf({ verdict, value, expected, got }: Result): string {
  if (verdict === 'observed') return `<system-out>${escapeXml(`observed: ${value ?? ''}`)}</system-out>`;
  return verdict === 'warning'
    ? `<system-out>${escapeXml(`warning: expected ${expected ?? ''}, got ${got ?? ''}`)}</system-out>`
    : '';
}

function story(report: Report, result: Result): string {
  const sent = exchangesOf(report, result).map((exchange) => `${curl(exchange)}\n${answerText(exchange)}`);
  return [promise(result), `${result.id}: ${result.proves}`, ...differenceLines(result), ...sent].join('\n\n');
}
