import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admit, limitsOf, takeSlot, type Rate } from './limits.ts';

/**
 * The textbook's bucket, into which tokens drip; counted in sixty-thousandths of a token, so that all is whole numbers.
 */
class NaiveBucket {
  readonly #rate: Rate;
  #tokens: number;
  #last = 0;

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#tokens = rate.burst * 60_000;
  }

  take(now: number): boolean {
    const dripped = (now - this.#last) * this.#rate.perMinute;
    this.#last = now;
    this.#tokens = Math.min(this.#rate.burst * 60_000, this.#tokens + dripped);
    const isAdmitted = this.#tokens >= 60_000;
    if (isAdmitted) this.#tokens -= 60_000;
    return isAdmitted;
  }
}

const rates = record({ perMinute: integer({ min: 1, max: 600 }), burst: integer({ min: 1, max: 60 }) });

describe('the gate', () => {
  test('admits what a bucket of dripping tokens admits', () => {
    assert(
      property(rates, array(integer({ min: 0, max: 8000 }), { maxLength: 80 }), (rate, gaps) => {
        const naive = new NaiveBucket(rate);
        let [fullAt, now] = [0, 0];
        for (const gap of gaps) {
          now += gap;
          const admission = admit(rate, fullAt, now);
          fullAt = admission.fullAt;
          expect(admission.admitted).toBe(naive.take(now));
        }
      }),
    );
  });

  test('tells a wait after which it admits, and before which it does not', () => {
    assert(
      property(rates, integer({ min: 0, max: 200 }), (rate, sent) => {
        let admission = admit(rate, 0, 0);
        for (let at = 0; at < sent || admission.remaining > 0; at += 1) admission = admit(rate, admission.fullAt, 0);
        expect(admission.retryMs).toBeGreaterThan(0);
        expect(admit(rate, admission.fullAt, Math.ceil(admission.retryMs)).admitted).toBe(true);
        expect(admit(rate, admission.fullAt, Math.ceil(admission.retryMs) - 1.01).admitted).toBe(false);
      }),
    );
  });

  test('counts down what remains', () => {
    let fullAt = 0;
    const remaining = Array.from({ length: 12 }, () => {
      const admission = admit({ perMinute: 30, burst: 10 }, fullAt, 0);
      fullAt = admission.fullAt;
      return admission.remaining;
    });
    expect(remaining).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]);
  });

  test('is not locked by a clock that is set back', () => {
    const { fullAt } = admit({ perMinute: 30, burst: 10 }, 0, 1e12);
    expect(admit({ perMinute: 30, burst: 10 }, fullAt, 0).fullAt).toBeLessThanOrEqual(20_000);
  });
});

describe('a running slot', () => {
  const plan = { kind: 'timed', startsAt: 100, endsAt: 300 } as const;

  test('that is free takes a generation at once', () => {
    expect(takeSlot(plan, [], 2)).toEqual({ plan, slots: [300] });
    expect(takeSlot(plan, [250], 2)).toEqual({ plan, slots: [250, 300] });
  });

  test('is waited for when all are taken; the generation lasts as long as before', () => {
    expect(takeSlot(plan, [500, 250], 2)).toEqual({ plan: { ...plan, startsAt: 250, endsAt: 450 }, slots: [500, 450] });
  });

  test('that came free in the past makes nobody wait', () => {
    expect(takeSlot(plan, [50, 60], 2)).toEqual({ plan, slots: [60, 300] });
  });

  test('never runs two at a time, whatever comes', () => {
    const orders = array(record({ wait: integer({ min: 0, max: 50 }), run: integer({ min: 1, max: 50 }) }), {
      maxLength: 40,
    });
    assert(
      property(orders, integer({ min: 1, max: 5 }), (works, running) => {
        let slots: readonly number[] = [];
        const taken = works.map(({ wait, run }) => {
          const placed = takeSlot({ kind: 'timed', startsAt: wait, endsAt: wait + run }, slots, running);
          slots = placed.slots;
          return placed.plan;
        });
        for (const { startsAt } of taken) {
          const together = taken.filter((other) => other.startsAt <= startsAt && startsAt < other.endsAt);
          expect(together.length).toBeLessThanOrEqual(running);
        }
      }),
    );
  });
});

test('the profile off has no limits', () => {
  expect(limitsOf('off')).toBeUndefined();
  expect(limitsOf('realistic')).toMatchObject({ running: 5, live: 50 });
});
