import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import type { JournalEntry } from '../evidence/case-record.ts';
import { planAudition } from '../run-audition.ts';
import { judgeRecords } from '../judge/judge-records.ts';
import { REPORT_FORMATS, isReportFormat, renderAudition } from './formats.ts';
import { terminalText } from './terminal.ts';

/** A text with which a client could attack readers of the report. */
const HARM = '</script><img src=x>\u001b[2J\n::error::no [a](http://x)';

function refused(seq: number, arrivedMs: number): JournalEntry {
  return {
    seq,
    request_id: `id-${seq}`,
    account: 'a',
    operation: 'create',
    connection: 1,
    at: '2026-01-01T00:00:00Z',
    method: 'POST',
    path: '/v1/videos',
    request: {
      has_authorization: true,
      idempotency_key: HARM,
      range: null,
      if_range: null,
      if_match: null,
      user_agent: HARM,
      retry_count: null,
      body: null,
      body_hash: 'same',
      prompt: 'x',
    },
    status: 429,
    code: null,
    response: { headers: { 'retry-after': '1' }, body: '{}', bytes_sent: 2 },
    is_aborted: false,
    generation: null,
    changes: [],
    faults: ['rate_limit_burst_then_ok:1'],
    ending: 'answered',
    timing: { arrived_ms: arrivedMs, engine_ms: 1, total_ms: 1 },
  };
}

const record = {
  client: HARM,
  scenario: 'rate_limit_burst_then_ok',
  pace: 'quick' as const,
  deadlineSeconds: 20,
  prompts: ['x'],
  entries: [refused(1, 0), refused(2, 300), refused(3, 2000)],
  outcome: {
    end: 'gave-up' as const,
    how: 'exit status 1',
    ranMs: 2100,
    said: { ids: [], error: { message: HARM } },
    leaks: [],
  },
  files: [],
  paid: 0,
  careful: 0.48,
};
const facts = { version: '0', startedAt: '2026-01-01T00:00:00Z', seconds: 3, pace: 'quick' as const };
const report = judgeRecords(
  [{ name: HARM, records: [record] }],
  { ...facts, leftOut: [], isCutShort: false },
  planAudition({}).judging,
);

describe('a report', () => {
  test('contains the broken promise, its exchanges and the money', () => {
    const text = terminalText(report, { color: false, width: 100, verbose: false });
    expect(text).toContain('BROKEN  rate_limit_burst_then_ok');
    expect(text).toContain('The client got 429 with Retry-After: 1, and sent the same request again after 0.30 s.');
    expect(text.match(/^ +\d\.\d\d s {2}POST/gm)).toHaveLength(2);
    expect(text).toContain(
      '1 case: a careful client pays $0.48. This client paid $0.00. It did not deliver some clips.',
    );
    expect(report.exitStatus).toBe(1);
  });

  test('of a run that ended before its first case counts no cases', () => {
    const none = judgeRecords(
      [{ name: 'c', records: [] }],
      { ...facts, leftOut: [], isCutShort: true },
      planAudition({}).judging,
    );
    const text = terminalText(none, { color: false, width: 100, verbose: false });
    expect(text).toContain('\n0 cases. Exit status 4: interrupted.');
  });

  test('lists up to three ways in which a recommendation was missed', () => {
    const body = JSON.stringify({ error: { code: 'rate_limited', message: 'No.', request_id: 'id-1' } });
    const entries = [{ ...refused(1, 0), response: { headers: {}, body, bytes_sent: body.length } }];
    const toldOnly = (scenario: string, message: string): typeof record => ({
      ...record,
      scenario,
      entries,
      outcome: { ...record.outcome, said: { ids: [], error: { message } } },
    });
    const records = [
      toldOnly('rate_limit_burst_then_ok', 'the request id-1'),
      toldOnly('rate_limit_no_header', 'rate_limited'),
    ];
    const judged = judgeRecords(
      [{ name: 'two', records }],
      { ...facts, leftOut: [], isCutShort: false },
      planAudition({}).judging,
    );
    const text = terminalText(judged, { color: false, width: 100, verbose: false });
    expect(text).toContain('The client gave up and did not report the code rate_limited. (rate_limit_burst_then_ok)');
    expect(text).toContain('The client gave up and did not report the request id. (rate_limit_no_header)');
  });

  test.each([...REPORT_FORMATS, 'terminal'])('in %s shows the output of a client without interpreting it', (format) => {
    const text = isReportFormat(format)
      ? renderAudition(report, format)
      : terminalText(report, { color: false, width: 100, verbose: true });
    expect(text).toContain('waits-as-long-as-retry-after');
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/\u001b|^::error/m);
    if (format === 'html' || format === 'junit') expect(text).not.toContain('<img');
  });

  test('in SARIF points at the file of the driver, and names the page in the help of the rule', () => {
    const own = { ...report, clients: report.clients.map((client) => ({ ...client, file: 'test/driver.mjs' })) };
    const { runs } = JSON.parse(renderAudition(own, 'sarif')) as {
      readonly runs: readonly { readonly results: readonly object[]; readonly tool: unknown }[];
    };
    const location = { artifactLocation: { uri: 'test/driver.mjs' }, region: { startLine: 1 } };
    for (const one of runs[0]?.results ?? [])
      expect(one).toMatchObject({ locations: [{ physicalLocation: location }] });
    expect(JSON.stringify(runs[0]?.tool)).toContain('See docs/audition-checks.md#waits-as-long-as-retry-after');
  });

  test('in SARIF points at the line of the page that states the check', () => {
    const text = renderAudition(report, 'sarif');
    const { runs } = JSON.parse(text) as {
      readonly runs: readonly {
        readonly results: readonly {
          readonly ruleId: string;
          readonly locations: readonly {
            readonly physicalLocation: {
              readonly artifactLocation: { readonly uri: string };
              readonly region: { readonly startLine: number };
            };
          }[];
        }[];
      }[];
    };
    const results = runs.flatMap((run) => run.results);
    expect(results.length).toBeGreaterThan(0);
    for (const { ruleId, locations } of results) {
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? { artifactLocation: {}, region: {} };
      const page = readFileSync(String('uri' in artifactLocation && artifactLocation.uri), 'utf8').split('\n');
      expect(page['startLine' in region ? region.startLine - 1 : -1]).toBe(`## \`${ruleId}\``);
    }
  });

  test('as advice names the rule, the remedy, and the command that verifies the fix', () => {
    const text = renderAudition(report, 'advice');
    expect(text).toContain('(RFC 9110, 10.2.3)');
    expect(text).toContain('standin audition --only rate_limit_burst_then_ok -- <the client>');
  });
});

describe('an expected verdict', () => {
  const judged = (known: Parameters<typeof planAudition>[0]['known']): typeof report =>
    judgeRecords(
      [{ name: 'c', records: [record] }],
      { ...facts, leftOut: [], isCutShort: false },
      planAudition({ ...(known && { known }) }).judging,
    );

  test('does not fail the run, but a stale expectation does, with a separate status', () => {
    const known = { scenario: 'rate_limit_burst_then_ok', reason: 'is being fixed' };
    expect(judged([known]).exitStatus).toBe(0);
    expect(judged([{ ...known, word: 'hung' }])).toMatchObject({ exitStatus: 1, stale: [expect.any(String)] });
  });

  test('of certain checks does not cover other checks', () => {
    const known = { scenario: 'rate_limit_burst_then_ok', checks: ['no-second-create'], reason: 'is being fixed' };
    expect(judged([known]).exitStatus).toBe(1);
  });
});
