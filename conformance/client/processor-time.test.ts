import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceSpent } from './processor-time.ts';

const BOUNDS = { spentMs: 10_000, passedMs: 60_000 };
let spentMs = 0;

beforeEach(() => {
  spentMs = 0;
  vi.useFakeTimers();
  vi.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: spentMs * 1000 - (before?.user ?? 0),
    system: 0,
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('work on a free processor ends after its CPU time', () => {
  const over = vi.fn();
  onceSpent(over, BOUNDS);
  vi.advanceTimersByTime(9000);
  expect(over).not.toHaveBeenCalled();
  spentMs = 10_000;
  vi.advanceTimersByTime(1000);
  expect(over).toHaveBeenCalledTimes(1);
});

test('work on a busy machine gets more time, until it has used its CPU time', () => {
  const over = vi.fn();
  onceSpent(over, BOUNDS);
  spentMs = 2000;
  vi.advanceTimersByTime(17_000);
  expect(over).not.toHaveBeenCalled();
  spentMs = 10_000;
  vi.advanceTimersByTime(8000);
  expect(over).toHaveBeenCalledTimes(1);
});

test('work without any CPU time ends, too', () => {
  const over = vi.fn();
  onceSpent(over, BOUNDS);
  vi.advanceTimersByTime(59_000);
  expect(over).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(over).toHaveBeenCalledTimes(1);
});

test('work that ended in time is not reported', () => {
  const over = vi.fn();
  onceSpent(over, BOUNDS)();
  vi.advanceTimersByTime(120_000);
  expect(over).not.toHaveBeenCalled();
});
