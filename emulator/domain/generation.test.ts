import { array, assert, boolean, constantFrom, integer, oneof, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isEnded,
  isEndedBy,
  updateStatus,
  moveTo,
  type DecidedPlan,
  type Generation,
  type Plan,
} from './generation.ts';

const FAILURES = {
  pending: { code: 'queue_timeout', from: 'pending' },
  running: { code: 'no_output', from: 'running' },
} as const;
const ORDER = { pending: 0, running: 1, completed: 2, failed: 2 };

function generation(plan: Plan, status: Generation['status'] = 'pending'): Generation {
  const assignment: Generation['assignment'] = {
    prompt: 'x',
    workflow: 'text',
    resolution: '480p',
    size: { width: 854, height: 480 },
    seconds: 4,
    audio: false,
    images: [],
    audios: [],
    sources: [],
    depth: 0,
  };
  return { id: 'id', seed: 0, createdAt: 0, assignment, cost: 1, plan, polls: 0, status, scenarios: [] };
}

const read = (now: number, isPoll = true) => ({ now, isPoll });

describe('a timed generation', () => {
  test.each([
    [undefined, ['pending', 'running', 'completed']],
    [FAILURES.pending, ['pending', 'failed', 'failed']],
    [FAILURES.running, ['pending', 'running', 'failed']],
  ])('with the failure %o is seen as %o', (failure, statuses) => {
    const plan = { kind: 'timed', startsAt: 10, endsAt: 20, failure } as const;
    expect([9, 10, 20].map((now) => updateStatus(generation(plan), read(now)).status)).toEqual(statuses);
  });

  test('carries its failure only once it has failed', () => {
    const plan = { kind: 'timed', startsAt: 10, endsAt: 20, failure: FAILURES.running } as const;
    expect(updateStatus(generation(plan), read(15)).failure).toBeUndefined();
    expect(updateStatus(generation(plan), read(20)).failure).toEqual(FAILURES.running);
  });

  test('that is instant stays so on a clock that stands before its create', () => {
    expect(updateStatus(generation({ kind: 'timed', startsAt: 0, endsAt: 0 }), read(-1000)).status).toBe('completed');
  });
});

describe('a generation', () => {
  const plans = oneof(
    record({
      kind: constantFrom('timed' as const),
      startsAt: integer({ min: 0, max: 20 }),
      endsAt: integer({ min: 20, max: 40 }),
    }),
    record({
      kind: constantFrom('polls' as const),
      pending: integer({ min: 0, max: 3 }),
      running: integer({ min: 0, max: 3 }),
    }),
    constantFrom<DecidedPlan>({ kind: 'manual' }),
  );
  const failures = constantFrom(undefined, FAILURES.pending, FAILURES.running);
  const reads = array(record({ now: integer({ min: 0, max: 50 }), isPoll: boolean() }), { maxLength: 20 });

  test('never goes back, whatever the clock does, and never changes once it has ended', () => {
    assert(
      property(plans, failures, reads, (plan, failure, seen) => {
        let at = generation({ ...plan, failure });
        for (const each of seen) {
          const next = updateStatus(at, each);
          expect(ORDER[next.status]).toBeGreaterThanOrEqual(ORDER[at.status]);
          expect(isEnded(at) ? next : at).toBe(at);
          expect(next.status === 'failed').toBe(next.failure !== undefined);
          at = next;
        }
      }),
    );
  });

  test('has ended by its plan exactly when a read finds it so', () => {
    assert(
      property(plans, failures, integer({ min: 0, max: 50 }), (plan, failure, now) => {
        const fresh = generation({ ...plan, failure });
        expect(isEndedBy(fresh, now)).toBe(isEnded(updateStatus(fresh, read(now, false))));
      }),
    );
  });

  test('is the same object when a read changes nothing', () => {
    const pending = generation({ kind: 'timed', startsAt: 10, endsAt: 20 });
    expect(updateStatus(pending, read(5))).toBe(pending);
  });

  test('moves forward by hand and not back', () => {
    const running = moveTo(generation({ kind: 'manual' }), 'running');
    expect(running.status).toBe('running');
    expect(moveTo(running, 'pending')).toBe(running);
    const completed = moveTo(running, 'completed');
    expect(moveTo(completed, 'failed')).toBe(completed);
  });

  test('that fails by hand without a reason has one', () => {
    expect(moveTo(generation({ kind: 'manual' }), 'failed').failure).toEqual({
      code: 'generation_failed',
      from: 'running',
    });
  });
});
