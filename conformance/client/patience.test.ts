import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPatience, type Patience } from './patience.ts';

const ended = vi.fn<(dripped: boolean) => void>();
const patient = (stalledMs?: number): Patience => createPatience({ ms: 1000, stalledMs }, ended);

beforeEach(() => {
  ended.mockReset();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('a response that does not begin ends after one time limit', () => {
  patient();
  vi.advanceTimersByTime(999);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(false);
});

test('a body that continues to arrive is awaited, whatever its duration', () => {
  const patience = patient();
  patience.began();
  for (let at = 0; at < 20; at += 1) {
    vi.advanceTimersByTime(900);
    patience.received(5000);
  }
  expect(ended).not.toHaveBeenCalled();
  patience.end();
  vi.advanceTimersByTime(5000);
  expect(ended).not.toHaveBeenCalled();
});

test('a drip is not progress, and is distinguished from a response that stopped', () => {
  const patience = patient();
  patience.began();
  for (let at = 0; at < 9; at += 1) {
    vi.advanceTimersByTime(100);
    patience.received(10);
  }
  vi.advanceTimersByTime(100);
  expect(ended).toHaveBeenCalledExactlyOnceWith(true);
});

test('after a stall, the wait for a later response of that server is shorter', () => {
  const patience = patient(200);
  vi.advanceTimersByTime(900);
  patience.began();
  vi.advanceTimersByTime(200);
  expect(ended).toHaveBeenCalledExactlyOnceWith(false);
});
