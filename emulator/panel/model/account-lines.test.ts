import type { GenerationView } from '../../control/routes/generations.ts';
import { expect, test } from 'vitest';

import { clockNow, horizonOf, movesFrom, toLines } from './account-lines.ts';

const CREATED = Date.parse('2026-01-01T00:00:00.000Z');

/** The time since the create. */
function isoAfter(ms: number): string {
  return new Date(CREATED + ms).toISOString();
}

function generation(over: Partial<GenerationView> = {}): GenerationView {
  return {
    id: 'g',
    status: 'pending',
    created_at: new Date(CREATED).toISOString(),
    cost_usd: 1,
    prompt: '',
    workflow: 'text',
    resolution: '480p',
    duration_seconds: 4,
    failure_code: null,
    failure_message: null,
    refunded_usd: 0,
    plan: { kind: 'timed', starts_at: isoAfter(1000), ends_at: isoAfter(3000) },
    source_video_ids: [],
    ...over,
  };
}

test('a timed generation is pending, runs, and ends', () => {
  const [line] = toLines([generation()], CREATED + 1500);
  expect(line).toMatchObject({
    due: 'running',
    changes: [{ status: 'completed', wait: 1500 }],
    goesBy: 'by the clock',
  });
  expect(line?.spans).toEqual([
    { status: 'pending', from: CREATED, to: CREATED + 1000 },
    { status: 'running', from: CREATED + 1000, to: CREATED + 3000 },
    { status: 'completed', from: CREATED + 3000, to: null },
  ]);
});

test('a generation that fails while pending never runs', () => {
  const failure = { code: 'queue_timeout', from: 'pending' };
  const plan = { kind: 'timed' as const, starts_at: isoAfter(1000), ends_at: isoAfter(3000), failure };
  const [line] = toLines([generation({ plan })], CREATED);
  expect(line?.spans.map(({ status, from }) => [status, from - CREATED])).toEqual([
    ['pending', 0],
    ['failed', 1000],
  ]);
});

test('a generation that fails while running ends at the end of its plan', () => {
  const failure = { code: 'no_output', from: 'running' };
  const plan = { kind: 'timed' as const, starts_at: isoAfter(1000), ends_at: isoAfter(3000), failure };
  const [line] = toLines([generation({ plan })], CREATED + 5000);
  expect(line).toMatchObject({ due: 'failed', changes: [] });
});

test('a generation that changes by polls or by hand has no end time', () => {
  const lines = toLines([generation({ plan: { kind: 'polls' } }), generation({ plan: { kind: 'manual' } })], CREATED);
  expect(lines.map(({ goesBy, changes, due }) => [goesBy, changes.length, due])).toEqual([
    ['by polls', 0, null],
    ['by hand', 0, null],
  ]);
});

test('a generation has a change for each status that the clock brings', () => {
  const now = CREATED + 1500;
  const later = { kind: 'timed' as const, starts_at: isoAfter(9000), ends_at: isoAfter(10_000) };
  const lines = toLines([generation({ plan: later }), generation(), generation({ status: 'completed' })], now);
  expect(lines.map(({ changes }) => changes.map(({ at }) => at - CREATED))).toEqual([[9000, 10_000], [3000], []]);
  expect(horizonOf(lines, now).from).toBe(CREATED);
  expect(horizonOf(lines, now).to).toBeGreaterThan(CREATED + 10_000);
});

test('a generation moves forward only', () => {
  expect(movesFrom('pending')).toEqual(['running', 'completed', 'failed']);
  expect(movesFrom('running')).toEqual(['completed', 'failed']);
  expect([movesFrom('completed'), movesFrom('failed')]).toEqual([[], []]);
});

test('a clock that was read goes on at its rate', () => {
  const now = new Date(CREATED).toISOString();
  expect(clockNow({ now, rate: 60 }, 1000)).toBe(CREATED + 60_000);
  expect(clockNow({ now, rate: 0 }, 1000)).toBe(CREATED);
});

test('a generation that was ended by hand has no times, because it did not follow its plan', () => {
  const ended = generation({ status: 'failed', failure_code: 'queue_timeout' });
  const lines = toLines([ended, generation({ status: 'completed' })], CREATED + 2000);
  expect(lines.map(({ spans }) => spans)).toEqual([
    [{ status: 'failed', from: CREATED, to: null }],
    [{ status: 'completed', from: CREATED, to: null }],
  ]);
  expect(toLines([generation({ status: 'completed' })], CREATED + 3000)[0]?.spans).toHaveLength(3);
});
