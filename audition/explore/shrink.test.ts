import { expect, test } from 'vitest';

import { shrink, type FirstFailing } from '../../conformance/explore/shrink.ts';
import type { DrawnRule, Schedule } from './draw.ts';
import { SMALLER } from './shrink.ts';

const RESET: DrawnRule = {
  match: { operation: 'create', phase: 'after-reservation' },
  when: { after: 1, first: 2 },
  effect: { kind: 'cut', at: 'headers' },
};
const BUSY: DrawnRule = {
  match: { operation: 'create' },
  when: { first: 3 },
  effect: { kind: 'answer', status: 429, retryAfter: 1, headers: { 'retry-after-ms': '300' } },
};
const MISSING: DrawnRule = {
  match: { operation: 'get' },
  when: { first: 1 },
  effect: { kind: 'answer', status: 404 },
};
const START: Schedule = { goal: 'batch', latency: 'polls:1,1', rules: [MISSING, BUSY, RESET] };

/** Plays nothing: a schedule fails if it meets the condition. */
function failsIf(isWrong: (schedule: Schedule) => boolean, tried: Schedule[] = []): FirstFailing<Schedule, string> {
  return async (candidates) => {
    tried.push(...candidates);
    const found = candidates.find(isWrong);
    return found && { candidate: found, seen: 'failed' };
  };
}

async function shrunk(isWrong: (schedule: Schedule) => boolean): Promise<Schedule> {
  return (await shrink({ candidate: START, seen: 'failed' }, SMALLER, failsIf(isWrong))).candidate;
}

const kinds = ({ rules }: Schedule): string[] => rules.map(({ effect }) => effect.kind);

test('a mistake of one rule shrinks to that rule, with one hit and the simplest effect', async () => {
  expect(
    await shrunk((one) => one.rules.some(({ effect }) => effect.kind === 'reset' || effect.kind === 'cut')),
  ).toEqual({
    goal: 'make',
    latency: 'instant',
    rules: [{ match: { operation: 'create' }, when: { first: 1 }, effect: { kind: 'reset', at: 'start' } }],
  });
});

test('a mistake of two rules keeps both rules and the necessary hits', async () => {
  const { rules } = await shrunk((one) => {
    const busy = one.rules.find(({ effect }) => effect.kind === 'answer' && effect['status'] === 429);
    return (busy?.when?.first ?? 0) >= 2 && kinds(one).some((kind) => kind === 'cut' || kind === 'reset');
  });
  expect(rules).toMatchObject([
    { when: { first: 2 }, effect: { kind: 'answer', status: 429 } },
    { when: { first: 1 } },
  ]);
  expect(rules[0]?.effect).toEqual({ kind: 'answer', status: 429 });
});

test.each<[string, DrawnRule['when']]>([
  ['a window of time', { window: { toSeconds: 4 } }],
  ['no limit', undefined],
])('a rule with %s keeps only the hits that the mistake needs', async (_, when) => {
  const rule: DrawnRule = { match: {}, ...(when && { when }), effect: { kind: 'answer' } };
  const hitsOf = ({ rules: [one] }: Schedule): number =>
    one === undefined ? 0 : (one.when?.first ?? (one.when?.window?.toSeconds ?? 9) * 3);
  const shrunkTo = async (hits: number): Promise<DrawnRule['when']> => {
    const start = { candidate: { ...START, rules: [rule] }, seen: 'failed' };
    const { candidate } = await shrink(
      start,
      SMALLER,
      failsIf((one) => hitsOf(one) >= hits),
    );
    return candidate.rules[0]?.when;
  };
  for (const hits of [1, 2, 4, 7]) expect(await shrunkTo(hits)).toEqual({ first: hits });
  // More hits than are counted: the window becomes as short as the mistake allows.
  expect(await shrunkTo(9)).toEqual(when === undefined ? undefined : { window: { toSeconds: 3 } });
});

test('a minimal schedule stays the same, and no candidate is played twice', async () => {
  const tried: Schedule[] = [];
  const start = { candidate: START, seen: 'failed' };
  expect(
    await shrink(
      start,
      SMALLER,
      failsIf(() => false, tried),
    ),
  ).toBe(start);
  const texts = tried.map((one) => JSON.stringify(one));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.length).toBeGreaterThan(10);
});
