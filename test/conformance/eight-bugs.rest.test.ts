/** A server with eight bugs: the report has a block for each of them. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, terminalReport, type Report } from '../../conformance/index.ts';
import { tamperWith } from '../../conformance/prove/server.ts';
import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { EIGHT_BUGS, withEightBugs } from './eight-bugs.ts';
import { standin } from './standin-profile.ts';

const MOST_LINES = 120;

let engine: Emulator;
let report: Report;

beforeAll(async () => {
  engine = createEmulator({ latency: 'instant' });
  const { handle } = tamperWith(engine, withEightBugs(engine));
  report = await run({ baseUrl: 'http://127.0.0.1', fetch: handle }, await standin({}));
});

afterAll(() => engine.close());

test('each bug has a block of its own, and no other block is there', () => {
  expect(report.findings.map(({ promise }) => promise).toSorted()).toEqual(Object.keys(EIGHT_BUGS).toSorted());
});

test('the terminal shows all of them', () => {
  const text = terminalReport(report, { color: false, width: 100 });
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  for (const promise of Object.keys(EIGHT_BUGS)) expect(text).toMatch(new RegExp(`^FAIL {2}${promise} `, 'm'));
});
