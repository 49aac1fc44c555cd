import { expect, test } from 'vitest';
import { CHECKS } from '../checks/checks.ts';
import { BASE } from '../checks/lib/clips.ts';
import { readProfile } from '../profile/read-profile.ts';
import { standinProfile } from '../profile/standin.ts';
import type { Check } from './define.ts';
import { planRun } from './plan.ts';

const profile = readProfile(standinProfile('plan'));
const means = { anyClip: BASE, raw: true };
const checks = (...ids: string[]): Check[] => CHECKS.filter(({ id }) => ids.includes(id));

test('creates that a server must reject cost nothing, and at most one dearest create if it accepts them', () => {
  expect(planRun(checks('create.prompt.length.above', 'create.model.required'), profile, means)).toMatchObject({
    costs: [],
    price: 0,
    worst: 24.6,
  });
});

test('many checks share one generation', () => {
  const plan = planRun(
    checks('content.frame-rate', 'content.range.resume', 'record.id', 'get.foreign', 'service.one-clip'),
    profile,
    means,
  );
  expect(plan.costs).toHaveLength(1);
  expect(plan.worst).toBe(0.48);
});

test('a given id replaces the clip', () => {
  expect(planRun(checks('content.range.resume', 'get.foreign'), { ...profile, reuse: ['id'] }, means).costs).toEqual(
    [],
  );
});

test('a probe runs after all probes that it needs or follows', () => {
  const ids = planRun(CHECKS, { ...profile, thorough: true }, means).probes.map(({ id }) => id);
  const place = new Map(ids.map((id, at) => [id, at]));
  const early = CHECKS.flatMap(({ from }) => from).filter(({ id, after = [], runsAfter = [] }) =>
    [...after, ...runsAfter].some(
      (need) => need !== 'any-clip' && (place.get(need.id) ?? -1) > (place.get(id) ?? Infinity),
    ),
  );
  expect(early.map(({ id }) => id)).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('probes without their input are left out with a reason, and so are probes that depend on them', () => {
  const plan = planRun(
    checks('content.failed', 'credits.reserve'),
    { ...profile, keys: { primary: 'k' }, triggers: {} },
    means,
  );
  expect(plan.probes).toEqual([]);
  expect([...plan.left].map(([{ id }, { reason }]) => `${id}: ${reason}`).toSorted()).toEqual([
    'clip.failing: The profile does not say how to make a generation fail (--failing-prompt or triggers.failing).',
    'credits.spending: The profile has no key "once". Pass the key with --key-once.',
  ]);
});

test('probes that need a socket are left out without a socket', () => {
  const plan = planRun(checks('http.chunked'), profile, { anyClip: BASE, raw: false });
  expect([...plan.left.values()]).toContainEqual({
    reason: 'This check needs a raw socket, and this run does not have one.',
  });
});

test('without prices, the worst case is unknown', () => {
  const { prices: _, ...unpriced } = profile;
  expect(planRun(checks('content.frame-rate'), unpriced, means).worst).toBeUndefined();
});

const THOROUGH = readProfile({ ...standinProfile('plan'), thorough: true });
const { poor: _, ...others } = THOROUGH.keys;

test.each([
  ['with all that a profile can name', THOROUGH],
  ['without a key that has no credits', { ...THOROUGH, keys: others }],
  [
    'with nothing but a key',
    readProfile({ keys: { primary: 'k' }, prices: standinProfile('plan').prices, thorough: true }),
  ],
])('a thorough run pays for at most 45 creates: %s', (_name, thorough) => {
  expect(planRun(CHECKS, thorough, means).costs.length).toBeLessThanOrEqual(45);
});

test('a create that a planned clip replaces is not paid for, but risked; alone it is paid for', () => {
  const paying = { ...THOROUGH, keys: others };
  const row = checks('create.prompt.length.minimum');
  expect(planRun(row, paying, means).costs).toEqual([{ resolution: '480p', output: 4, source: 0 }]);
  const spared = planRun([...row, ...checks('content.aspect-ratio.480p.9-16')], paying, means);
  expect(spared).toMatchObject({ price: 0.6, worst: 25.68 });
  expect(spared.probes.map(({ id }) => id)).toEqual([
    'clip.480p.9-16',
    'create.prompt.length.minimum',
    'download.480p.9-16',
  ]);
});

test('with a budget, the worst case is at most the budget plus one mistake', () => {
  const worstAt = (budget: number): number | undefined => planRun(CHECKS, { ...profile, budget }, means).worst;
  expect([0, 1, 25].map(worstAt)).toEqual([24.6, 25.6, 49.6]);
  expect(worstAt(1000)).toBe(worstAt(2000));
  expect(worstAt(1000)).toBeLessThan(1000);
});

test('a budget buys the creates with the most checks per dollar, and the creates that these need', () => {
  const wanted = checks('record.id', 'workflow.text.accepted.runs', 'workflow.extend.accepted.runs', 'get.foreign');
  const paidAt = (budget: number): string[] => {
    const { probes, costsOf } = planRun(wanted, { ...profile, budget }, means);
    return probes.filter((probe) => costsOf(probe).length > 0).map(({ id }) => id);
  };
  expect(paidAt(0.47)).toEqual([]);
  expect(paidAt(0.48)).toEqual(['clip.base']);
  // The extension for 0.72 tries as many checks as the defaults for 1.12.
  expect(paidAt(1.2)).toEqual(['clip.base', 'clip.extend']);
  expect(paidAt(1.6)).toEqual(['clip.base', 'clip.extend']);
  expect(paidAt(2.32)).toEqual(['clip.base', 'clip.defaults', 'clip.extend']);
});
