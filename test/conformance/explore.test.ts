/** `standin conformance --explore`: finds a broken promise, shrinks it, and finds nothing in the engine as it is. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { judge, render, run, type Format, type Report } from '../../conformance/index.ts';
import { MUTANTS } from '../../conformance/prove/mutants/mutants.ts';
import { openRunner, type Runner } from '../../conformance/prove/run/runner.ts';
import { runCommand } from '../support/run-command.ts';

const ROUNDS = 40;

let runner: Runner;
beforeAll(() => {
  runner = openRunner();
});
afterAll(() => runner.close());

/** Without a budget, so that no clip is made. */
async function explored(id?: string): Promise<Report> {
  const { tamper } = MUTANTS.find(({ killedBy }) => killedBy === id) ?? {};
  const selection = { explore: { rounds: ROUNDS, alone: true, ...(tamper && { findings: 1 }) } };
  return (await runner.run({ ...(tamper && { tamper }), selection })).report;
}

test(`${ROUNDS} rounds find nothing in the engine, and the report says how far they went`, async () => {
  const { results, explored: about, exitCode, exchanges, spend } = await explored();
  expect(results).toEqual([]);
  expect(about).toMatchObject({ seed: 1, rounds: ROUNDS, played: ROUNDS, unconfirmed: [], findings: [] });
  expect(about?.requests).toBeGreaterThan(200);
  const kept = exchanges.filter(({ probe }) => probe === 'explored');
  expect({ exitCode, kept, creates: spend.creates }).toEqual({ exitCode: 0, kept: [], creates: 0 });
});

describe('a server that takes 31 seconds', () => {
  let report: Report;
  beforeAll(async () => {
    report = await explored('create.duration-seconds.range.above');
  });

  test('breaks a promise, shown by one create', () => {
    const [result] = report.results;
    expect(result).toMatchObject({
      id: 'explored.create.duration-seconds.range',
      requirement: 'create.duration-seconds.range',
      verdict: 'fail',
    });
    expect(report.exitCode).toBe(1);
    expect(report.explored?.findings).toMatchObject([{ id: 'explored.create.duration-seconds.range', left: 1 }]);
    const sent = report.exchanges.filter(({ n }) => result?.exchanges.includes(n));
    expect(sent.map(({ response }) => response?.status)).toEqual([202]);
  });

  test.each<Format>(['json', 'junit', 'html', 'markdown', 'sarif'])('is in the report as %s', (format) => {
    expect(render(report, format, {})).toContain('create.duration-seconds.range');
  });

  test('is judged alike from the report', () => {
    const again = judge(report);
    expect(again.results).toEqual(report.results);
    expect(again.exitCode).toBe(1);
  });
});

test('an exploration that is stopped ends with a report', async () => {
  const stopping = new AbortController();
  const report = await run('http://127.0.0.1:9', {
    keys: { primary: 'key' },
    explore: { rounds: 5 },
    signal: (stopping.abort(), stopping.signal),
  });
  expect(report.explored).toBeUndefined();
  expect(report.exitCode).toBe(4);
});

test.each([
  [['--seed', '2'], '--seed needs --explore <rounds>'],
  [['--for', '5m'], '--for needs --explore <rounds>'],
  [['--explore', '5', '--for', 'soon'], 'Use a number with s, m or h'],
  [['--explore', '0'], '--explore'],
])('%j is wrong usage', async (flags, says) => {
  const { status, stderr } = await runCommand(['conformance', 'http://127.0.0.1:9', ...flags]);
  expect(stderr).toContain(says);
  expect(status).toBe(2);
});
