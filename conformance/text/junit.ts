/** The envelope of JUnit XML, for the reports of the kit and of the audition. */

import { escapeXml } from './safe-text.ts';

export type JunitKind = 'ok' | 'failure' | 'error' | 'skipped';

export interface JunitCase {
  readonly group: string;
  readonly name: string;
  readonly kind: JunitKind;
  /** The reason for the failure or the skip, in one line. */
  readonly message?: string;
  /** The details of a failure, or the output of a test case that passed. */
  readonly text?: string;
  readonly seconds?: number;
}

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

/** Renders the file. */
export function junitXml(
  suites: readonly JunitSuite[],
  { name, seconds, startedAt }: { readonly name: string; readonly seconds: number; readonly startedAt: string },
): string {
  const all = suites.flatMap(({ cases }) => cases);
  const head = `<testsuites name="${escapeXml(name)}" ${countsOf(all)} time="${seconds.toFixed(3)}">`;
  const parts = suites.map((suite) => suiteXml(suite, startedAt));
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...parts, '</testsuites>', ''].join('\n');
}

function suiteXml({ name, cases }: JunitSuite, startedAt: string): string {
  const head = `  <testsuite name="${escapeXml(name)}" ${countsOf(cases)} timestamp="${escapeXml(startedAt)}">`;
  return [head, ...cases.map(caseXml), '  </testsuite>'].join('\n');
}

function countsOf(cases: readonly JunitCase[]): string {
  const count = (kind: JunitKind): number => cases.filter((one) => one.kind === kind).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function caseXml(one: JunitCase): string {
  const time = one.seconds === undefined ? '' : ` time="${one.seconds.toFixed(3)}"`;
  const open = `    <testcase classname="${escapeXml(one.group)}" name="${escapeXml(one.name)}"${time}`;
  const inner = innerXml(one);
  return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`;
}

function innerXml({ kind, message = '', text = '' }: JunitCase): string {
  if (kind === 'ok') return text === '' ? '' : `<system-out>${escapeXml(text)}</system-out>`;
  const open = `<${kind} message="${escapeXml(message)}"`;
  return text === '' ? `${open}/>` : `${open}>${escapeXml(text)}</${kind}>`;
}
