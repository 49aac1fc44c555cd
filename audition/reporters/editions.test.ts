/** A report of a client that sent the same Idempotency-Key with another body, which edition 0.2 began to judge. */

import { describe, expect, test } from 'vitest';
import type { Edition } from '../../conformance/engine/edition.ts';
import type { CaseRecord } from '../evidence/case-record.ts';
import type { AuditionReport } from '../judge/audition-report.ts';
import { judgeRecords } from '../judge/judge-records.ts';
import { planAudition } from '../run-audition.ts';
import { renderAudition } from './formats.ts';
import { terminalText } from './terminal.ts';

const CHECK = 'same-body-on-every-attempt';
const NOTE = 'not counted: new in edition 0.2';
const LOOK = { color: false, width: 100, verbose: false };

function refused(seq: number, body: string): CaseRecord['entries'][number] {
  const error = JSON.stringify({ error: { code: 'rate_limited', message: 'Wait.', request_id: `id-${seq}` } });
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
      idempotency_key: 'key',
      range: null,
      if_range: null,
      if_match: null,
      user_agent: null,
      retry_count: null,
      body: null,
      body_hash: body,
      prompt: 'x',
    },
    status: 429,
    code: 'rate_limited',
    response: { headers: { 'retry-after': '1' }, body: error, bytes_sent: error.length },
    is_aborted: false,
    generation: null,
    changes: [],
    faults: ['rate_limit_burst_then_ok:1'],
    ending: 'answered',
    timing: { arrived_ms: seq * 2000, engine_ms: 1, total_ms: 1 },
  };
}

const RECORD: CaseRecord = {
  client: 'c',
  scenario: 'rate_limit_burst_then_ok',
  pace: 'quick',
  deadlineSeconds: 20,
  prompts: ['x'],
  entries: [refused(1, 'one'), refused(2, 'two')],
  outcome: {
    end: 'gave-up',
    how: 'exit status 1',
    ranMs: 4100,
    said: { ids: [], error: { code: 'rate_limited', message: 'Wait.', request_id: 'id-2' } },
    leaks: [],
  },
  files: [],
  paid: 0,
  careful: 0.48,
};
/** A client that ended by a signal in a scenario that edition 0.2 introduced. */
const NEW_SCENARIO: CaseRecord = {
  ...RECORD,
  scenario: 'content_range_short',
  outcome: { end: 'crashed', how: 'SIGSEGV', ranMs: 1, leaks: [] },
};

function judged(edition?: Edition, records: readonly CaseRecord[] = [RECORD]): AuditionReport {
  const facts = { version: '0', startedAt: '2026-01-01T00:00:00Z', seconds: 3, pace: 'quick' as const, leftOut: [] };
  const { judging } = planAudition(edition === undefined ? {} : { edition });
  return judgeRecords([{ name: 'c', records }], { ...facts, isCutShort: false }, judging);
}

const wordOf = (report: AuditionReport): unknown => report.clients[0]?.cases[0]?.word;
const pinned = judged('0.1');

describe('without --edition', () => {
  test('every check counts', () => {
    const report = judged();
    expect([report.edition, wordOf(report), report.exitStatus]).toEqual(['0.2', 'broken', 1]);
    expect(terminalText(report, LOOK)).not.toContain('not counted');
  });

  test('every scenario counts', () => {
    expect(judged(undefined, [NEW_SCENARIO]).exitStatus).toBe(1);
  });
});

describe('with --edition 0.1', () => {
  test('a newer check changes neither the word nor the exit status', () => {
    expect([pinned.edition, wordOf(pinned), pinned.exitStatus]).toEqual(['0.1', 'gave-up', 0]);
  });

  test('a case of a newer scenario keeps its word and does not change the exit status', () => {
    const report = judged('0.1', [NEW_SCENARIO]);
    expect([wordOf(report), report.exitStatus]).toEqual(['crashed', 0]);
    expect(terminalText(report, LOOK)).toContain(`CRASHED  content_range_short  (SIGSEGV, after 0.0 s)  (${NOTE})`);
    expect(renderAudition(report, 'junit')).toContain(`failures="0" errors="0" skipped="1"`);
    expect(renderAudition(report, 'junit')).toContain(`<skipped message="${NOTE}"/>`);
    expect(renderAudition(report, 'markdown')).toContain(`This does not fail the run (${NOTE}).`);
  });

  test('the terminal names the check in a line of its own, and the edition in the last line', () => {
    const text = terminalText(pinned, LOOK);
    expect(text).toContain(`must ${CHECK} (${NOTE})\n`);
    expect(text).toMatch(/Exit status 0: no case is broken, crashed or hung\. Edition 0\.1\. 3\.0 s\.\n$/);
    expect(terminalText(pinned, { ...LOOK, verbose: true })).toContain(`  must ${CHECK} (${NOTE})\n`);
  });

  test('JSON has the edition of the run and of each check', () => {
    const { edition, clients } = JSON.parse(renderAudition(pinned, 'json')) as AuditionReport;
    expect(edition).toBe('0.1');
    const results = clients[0]?.cases[0]?.results ?? [];
    expect(results.find(({ id }) => id === CHECK)).toMatchObject({ since: '0.2', isCounted: false });
    expect(results.find(({ id }) => id === 'delivers')).toMatchObject({ since: '0.1', isCounted: true });
  });

  test('JUnit has a passing case with the check in its output', () => {
    const text = renderAudition(pinned, 'junit');
    expect(text).toContain('failures="0" errors="0" skipped="0"');
    expect(text).toContain(`must ${CHECK} (${NOTE})\n`);
  });

  test('SARIF has a note', () => {
    const { runs } = JSON.parse(renderAudition(pinned, 'sarif')) as {
      readonly runs: readonly { readonly results: readonly { readonly ruleId: string; readonly level: string }[] }[];
    };
    expect(runs[0]?.results.find(({ ruleId }) => ruleId === CHECK)).toMatchObject({ level: 'note' });
  });

  test.each(['html', 'markdown', 'advice'] as const)('%s names the check as not counted', (format) => {
    const text = renderAudition(pinned, format);
    expect(text).toContain(CHECK);
    expect(text).toContain(NOTE);
  });
});

test('an unknown edition is rejected with its name and the known editions', () => {
  expect(() => planAudition({ edition: '0.9' as Edition })).toThrow('edition must be one of 0.1, 0.2, not "0.9".');
});
