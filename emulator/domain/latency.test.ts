import { describe, expect, test } from 'vitest';
import { latencyText, parseLatency, planTiming, type Workload } from './latency.ts';

const work: Workload = {
  createdAt: 1000,
  assignment: { seconds: 8, resolution: '720p', images: [], audios: [], sources: [] },
  draw: ['seed', 'account', 1],
};
const IMAGE = { url: 'https://a.test/1.png', handles: [] };
const MANY = 4000;

test.each([
  ['instant', { profile: 'instant' }],
  ['fast', { profile: 'fast' }],
  ['realistic', { profile: 'realistic' }],
  ['manual', { profile: 'manual' }],
  ['polls:2,3', { profile: 'polls', pending: 2, running: 3 }],
  ['polls-0-1', { profile: 'polls', pending: 0, running: 1 }],
  [
    'seconds:2,60',
    { profile: 'seconds', pending: { medianMs: 2000, p95Ms: 2000 }, running: { medianMs: 60_000, p95Ms: 60_000 } },
  ],
  [
    'seconds-0.5..3-60..90',
    { profile: 'seconds', pending: { medianMs: 500, p95Ms: 3000 }, running: { medianMs: 60_000, p95Ms: 90_000 } },
  ],
  ['seconds:3..2,1', undefined],
  ['seconds:1', undefined],
  ['seconds:1..,2', undefined],
  ['polls:2', undefined],
  ['polls:-1,2', undefined],
  ['slow', undefined],
])('the text %s means %o', (text, latency) => {
  expect(parseLatency(text)).toEqual(latency);
});

describe('the plan', () => {
  test.each([
    ['instant', { kind: 'timed', startsAt: 1000, endsAt: 1000 }],
    ['fast', { kind: 'timed', startsAt: 2000, endsAt: 4000 }],
    ['manual', { kind: 'manual' }],
  ] as const)('of %s is %o', (profile, plan) => {
    expect(planTiming({ profile }, work)).toEqual(plan);
  });

  test('of polls counts', () => {
    expect(planTiming({ profile: 'polls', pending: 2, running: 3 }, work)).toEqual({
      kind: 'polls',
      pending: 2,
      running: 3,
    });
  });
});

test.each(['instant', 'polls:2,3', 'seconds:2,60', 'seconds:0.5..3,60..90'])('%s is written as it was read', (text) => {
  const latency = parseLatency(text);
  expect(latency && latencyText(latency)).toBe(text);
});

test('seconds:P,R takes so long; with a 95th percentile one in twenty takes longer', () => {
  const times = (text: string) =>
    Array.from({ length: MANY }, (_, at) => {
      const plan = planTiming(parseLatency(text) ?? { profile: 'fast' }, { ...work, draw: ['seconds', at] });
      if (plan.kind !== 'timed') throw new Error('it is timed');
      return [plan.startsAt - work.createdAt, plan.endsAt - plan.startsAt] as const;
    });
  expect(new Set(times('seconds:2,60').map(String))).toEqual(new Set(['2000,60000']));
  const spread = times('seconds:0,60..90');
  expect(spread.filter(([wait]) => wait > 0)).toEqual([]);
  expect(spread.filter(([, run]) => run > 60_000).length / MANY).toBeCloseTo(0.5, 1);
  expect(spread.filter(([, run]) => run > 90_000).length / MANY).toBeCloseTo(0.05, 1);
});

describe('the realistic profile', () => {
  const plans = (change: Partial<Workload['assignment']>) =>
    Array.from({ length: MANY }, (_, at) => {
      const assignment = { ...work.assignment, ...change };
      const plan = planTiming({ profile: 'realistic' }, { ...work, assignment, draw: ['realistic', at] });
      if (plan.kind !== 'timed') throw new Error('it is timed');
      return { wait: plan.startsAt - 1000, run: plan.endsAt - plan.startsAt, failure: plan.failure };
    });
  const quantile = (values: readonly number[], share: number): number =>
    values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? Number.NaN;

  test('waits a median of 3 s, and 30 s at the 95th percentile', () => {
    const waits = plans({}).map(({ wait }) => wait);
    expect(quantile(waits, 0.5) / 3000).toBeCloseTo(1, 0.9);
    expect(quantile(waits, 0.95) / 30_000).toBeCloseTo(1, 0.9);
  });

  test.each([
    ['480p', false, 252],
    ['720p', false, 289.8],
    ['1080p', false, 340.2],
    ['720p', true, 347.76],
  ] as const)('runs %s (inputs: %s) for a median of %d s', (resolution, hasInputs, seconds) => {
    const runs = plans({ resolution, images: hasInputs ? [IMAGE] : [] }).map(({ run }) => run);
    expect(quantile(runs, 0.5) / (seconds * 1000)).toBeCloseTo(1, 1);
  });

  test('gives up at 45 minutes with generation_timeout, and only then', () => {
    const slow = plans({ seconds: 30, resolution: '1080p', images: [IMAGE] });
    const failed = slow.filter(({ failure }) => failure !== undefined);
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map(({ run }) => run))).toEqual(new Set([45 * 60_000]));
    expect(failed.every(({ failure }) => failure?.code === 'generation_timeout' && failure.from === 'running')).toBe(
      true,
    );
    expect(slow.filter(({ failure }) => failure === undefined).every(({ run }) => run <= 45 * 60_000)).toBe(true);
  });
});
