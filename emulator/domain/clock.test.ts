import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advanceClock, openClock, parseClock, readClock, scaleClock } from './clock.ts';

const moments = integer({ min: 0, max: 4e12 });

describe('a clock', () => {
  test('that is real reads the real time, also after a second', () => {
    const clock = openClock({ mode: 'real' }, 1000);
    expect([readClock(clock, 1000), readClock(clock, 2000)]).toEqual([1000, 2000]);
  });

  test('that is frozen stands, at the moment of opening or at a time of its own', () => {
    expect(readClock(openClock({ mode: 'frozen' }, 1000), 9999)).toBe(1000);
    expect(readClock(openClock({ mode: 'frozen', at: 5 }, 1000), 9999)).toBe(5);
  });

  test('that is scaled starts now and runs at its rate', () => {
    expect(readClock(openClock({ mode: 'scaled', rate: 60 }, 1000), 2000)).toBe(61_000);
  });

  test('reads whole milliseconds', () => {
    expect(readClock(openClock({ mode: 'scaled', rate: 0.333 }, 0), 10)).toBe(3);
  });

  test('stops where dates end, so that every reading is a date', () => {
    const fast = openClock({ mode: 'scaled', rate: 999_999 }, 0);
    expect(new Date(readClock(fast, 4e12)).toUTCString()).toBe('Sat, 13 Sep 275760 00:00:00 GMT');
    expect(Number.isNaN(new Date(readClock(advanceClock(fast, -1e300), 0)).getTime())).toBe(false);
  });

  test('that changes its rate goes on from what it reads', () => {
    assert(
      property(moments, integer({ min: 0, max: 5000 }), integer({ min: 0, max: 1000 }), (start, rate, later) => {
        const clock = openClock({ mode: 'real' }, start);
        const scaled = scaleClock(clock, rate, start + later);
        expect(readClock(scaled, start + later)).toBe(start + later);
        expect(readClock(scaled, start + later + 1000)).toBe(start + later + 1000 * rate);
      }),
    );
  });

  test('that is advanced there and back reads as before', () => {
    assert(
      property(moments, integer({ min: -1e9, max: 1e9 }), (now, step) => {
        const clock = openClock({ mode: 'real' }, now);
        expect(readClock(advanceClock(clock, step), now)).toBe(now + step);
        expect(advanceClock(advanceClock(clock, step), -step)).toEqual(clock);
      }),
    );
  });
});

test.each([
  ['real', { mode: 'real' }],
  ['frozen', { mode: 'frozen' }],
  ['x60', { mode: 'scaled', rate: 60 }],
  ['x0.5', { mode: 'scaled', rate: 0.5 }],
  ['x0', undefined],
  ['x0.000', undefined],
  ['x', undefined],
  ['60', undefined],
  ['x-1', undefined],
  ['x1e3', undefined],
  ['Frozen', undefined],
])('the text %s means %o', (text, setting) => {
  expect(parseClock(text)).toEqual(setting);
});
