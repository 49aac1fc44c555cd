import { expect, test } from 'vitest';

import { readOwnScenario } from '../cases/case-scenario.ts';
import { drawSchedule, type DrawnRule, type Schedule } from './draw.ts';
import { toScenario } from './to-scenario.ts';
import { GOALS } from '../expectations/expectation.ts';

const SCHEDULES = Array.from({ length: 1000 }, (_, round) => drawSchedule(1, round, GOALS));
const rulesOf = (filter: (rule: DrawnRule) => boolean): Schedule[] =>
  SCHEDULES.filter(({ rules }) => rules.some(filter));

test('the emulator accepts every drawn rule, and each schedule is a scenario file with sentences', async () => {
  for (const schedule of SCHEDULES.slice(0, 60)) {
    const scenario = toScenario(schedule, 'delivers');
    const read = await readOwnScenario(JSON.parse(JSON.stringify(scenario)));
    expect(read).toEqual({ ...scenario, path: undefined });
    expect(scenario.server).not.toMatch(/undefined|NaN|\[object/);
    expect(scenario.name).toMatch(/^delivers_[0-9a-f]{6}$/);
  }
});

test('the same seed and round draw the same schedule, and others draw other schedules', () => {
  const texts = SCHEDULES.map((one) => JSON.stringify(one));
  expect(JSON.stringify(drawSchedule(1, 7, GOALS))).toBe(texts[7]);
  expect(new Set(texts).size).toBeGreaterThan(900);
  expect(drawSchedule(2, 7, GOALS)).not.toEqual(SCHEDULES[7]);
});

test('a client without batches makes only one clip', () => {
  const goals = Array.from({ length: 50 }, (_, round) => drawSchedule(1, round, ['make']).goal);
  expect(new Set(goals)).toEqual(new Set(['make']));
});

test('a schedule has at most one silence, and polls do not fail beside a completed record without output', () => {
  const silent = ({ effect }: DrawnRule): boolean =>
    effect.kind === 'stall' || effect.kind === 'throttle' || (effect.kind === 'delay' && effect['ms'] === 9000);
  for (const { rules } of rulesOf(silent)) expect(rules.filter(silent)).toHaveLength(1);
  const bare = ({ match }: DrawnRule): boolean => match.status === 'completed';
  const failingPoll = ({ match, effect }: DrawnRule): boolean =>
    match.operation !== 'create' && match.operation !== 'content' && effect.kind === 'answer';
  for (const { rules } of rulesOf(bare)) expect(rules.filter(failingPoll)).toEqual([]);
  expect(rulesOf(bare).length).toBeGreaterThan(10);
});
