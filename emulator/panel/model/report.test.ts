import { expect, test } from 'vitest';

import { compareReports, openReport, toneOf } from './report.ts';

interface Result {
  readonly id: string;
  readonly verdict: string;
  readonly [field: string]: unknown;
}

function conformance(results: readonly Result[], over: Readonly<Record<string, unknown>> = {}): string {
  const report = {
    format: 'standin-conformance-1',
    target: 'https://staging.example.com',
    startedAt: '2026-01-01T00:00:00Z',
    seconds: 12,
    problems: [],
  };
  return JSON.stringify({ ...report, results, ...over });
}

function audition(cases: readonly { scenario: string; word: string; [field: string]: unknown }[]): string {
  return JSON.stringify({
    version: '1',
    startedAt: '2026-01-01T00:00:00Z',
    seconds: 1,
    leftOut: [],
    stale: [],
    isCutShort: true,
    clients: [{ name: 'my-sdk', cases }],
  });
}

test('a report of the kit shows the worst first', () => {
  const report = openReport(
    conformance([
      { id: 'a', verdict: 'pass', proves: 'A holds.' },
      {
        id: 'b',
        verdict: 'fail',
        proves: 'B holds.',
        expected: '404',
        got: '200',
        differences: [{ at: 'status', expected: '404', got: '200' }],
      },
      { id: 'c', verdict: 'observed', value: 'yes' },
    ]),
  );
  expect(report).toMatchObject({ kind: 'conformance', subject: 'https://staging.example.com', seconds: 12 });
  expect(report.counts).toEqual([
    ['fail', 1],
    ['observed', 1],
    ['pass', 1],
  ]);
  expect(report.rows[0]).toMatchObject({
    id: 'b',
    about: 'B holds.',
    why: 'expected 404, got 200; status: 404, got 200',
  });
});

test('a run that was stopped says so', () => {
  const { notes } = openReport(
    conformance([], {
      stopped: { by: 'budget', reason: 'no money is left' },
      problems: [{ kind: 'hint', text: 'Look there.' }],
    }),
  );
  expect(notes).toEqual(['The run was stopped by budget: no money is left', 'Look there.']);
});

test('a report of an audition has a row for each case', () => {
  const missed = { id: 'waits', judgement: { kind: 'missed', says: 'It came after 0.1 s.' } };
  const { rows, notes, subject } = openReport(
    audition([
      { scenario: 'content_drip', word: 'sound', outcome: { how: 'exit status 0' } },
      {
        scenario: 'storm_503',
        word: 'broken',
        results: [missed, { id: 'x', judgement: { kind: 'kept' } }],
        outcome: { how: 'exit status 1' },
        known: 'yes',
      },
    ]),
  );
  expect(subject).toBe('my-sdk');
  expect(notes).toEqual(['The run was cut short.']);
  expect(rows[0]).toMatchObject({
    id: 'my-sdk / storm_503',
    why: 'waits: It came after 0.1 s.; exit status 1',
    isKnown: true,
  });
});

test.each<[string, string]>([
  ['{', 'This is no JSON'],
  ['null', 'It names no format.'],
  ['[1]', 'It names no format.'],
  ['{"format":"standin-account"}', 'Its format is "standin-account".'],
])('%s is refused with what to drop instead', (text, says) => {
  expect(() => openReport(text)).toThrow(says);
});

test('what lies in a report in another form than expected does not break the page', () => {
  const odd = openReport(
    conformance([{ id: 'a', verdict: 'never-heard-of', proves: 7 }], { results: [null, 3, { id: {}, verdict: [] }] }),
  );
  expect(odd.rows).toHaveLength(3);
});

test('two reports: what got worse first, then what is gone, changed, new, better', () => {
  const before = openReport(
    conformance([
      { id: 'broke', verdict: 'pass' },
      { id: 'mended', verdict: 'fail' },
      { id: 'same', verdict: 'pass' },
      { id: 'gone', verdict: 'pass' },
      { id: 'drifted', verdict: 'observed', value: 'one' },
      { id: 'not-tried', verdict: 'pass' },
      { id: 'warned', verdict: 'warning' },
    ]),
  );
  const after = openReport(
    conformance([
      { id: 'broke', verdict: 'fail', reason: 'It answered 500.' },
      { id: 'mended', verdict: 'pass' },
      { id: 'same', verdict: 'pass' },
      { id: 'drifted', verdict: 'observed', value: 'two' },
      { id: 'not-tried', verdict: 'untestable' },
      { id: 'warned', verdict: 'fail' },
      { id: 'new', verdict: 'pass' },
      { id: 'new-and-broken', verdict: 'fail' },
    ]),
  );
  expect(compareReports(before, after).map(({ id, kind }) => [kind, id])).toEqual([
    ['worse', 'broke'],
    ['worse', 'new-and-broken'],
    ['worse', 'warned'],
    ['worse', 'not-tried'],
    ['gone', 'gone'],
    ['changed', 'drifted'],
    ['new', 'new'],
    ['better', 'mended'],
  ]);
  expect(compareReports(before, after)[0]).toMatchObject({ before: 'pass', after: 'fail', why: 'It answered 500.' });
  expect(compareReports(after, after)).toEqual([]);
});

test('reports of two kinds are not compared', () => {
  expect(() => compareReports(openReport(conformance([])), openReport(audition([])))).toThrow('no check in common');
});

test('verdicts have a tone', () => {
  expect(['fail', 'hung', 'weak', 'unreached', 'not-applicable', 'pass', 'sound', 'gave-up'].map(toneOf)).toEqual([
    'bad',
    'bad',
    'bad',
    'undecided',
    'undecided',
    'good',
    'good',
    'good',
  ]);
});
