/** Simplifies a schedule for as long as the client still makes the same mistake. */

import { fewerOf, withVariants, type Simpler } from '../../conformance/explore/shrink.ts';
import type { DrawnRule, Schedule } from './draw.ts';

/** The steps of shrinking: first without rules and hits, and then with simpler effects. */
export const SMALLER: readonly Simpler<Schedule>[] = [
  (schedule) =>
    [...fewerOf(schedule.rules), ...withVariants(schedule.rules, fewerHits)].map((rules) => ({ ...schedule, rules })),
  (schedule) => [
    { ...schedule, goal: 'make' },
    { ...schedule, latency: 'instant' },
    ...withVariants(schedule.rules, plainer).map((rules) => ({ ...schedule, rules })),
  ],
];

/** The numbers of hits to try. From the first failing number, steps of one lead to the smallest. */
const FEW_HITS = [1, 2, 3, 5, 8];

function fewerHits(rule: DrawnRule): DrawnRule[] {
  const { window, first, ...rest } = rule.when ?? {};
  const limited = (hits: number): DrawnRule => ({ ...rule, when: { ...rest, first: hits } });
  const shorter =
    window === undefined || window.toSeconds <= 1 ? [] : [{ window: { toSeconds: window.toSeconds - 1 } }];
  if (first === undefined) return [...FEW_HITS.map(limited), ...shorter.map((when) => ({ ...rule, when }))];
  return [...new Set([1, first - 1])].filter((less) => less > 0 && less < first).map(limited);
}

function plainer(rule: DrawnRule): DrawnRule[] {
  const { match, when, effect } = rule;
  const { after = 0, ...rest } = when ?? {};
  const changed = (changes: Changes): DrawnRule => ({
    ...rule,
    effect: JSON.parse(JSON.stringify({ ...effect, ...changes })) as DrawnRule['effect'],
  });
  const isLate = match.phase === 'after-reservation' && (effect.kind === 'answer' || effect['at'] === 'start');
  return [
    ...(after > 0 ? [{ ...rule, when: rest }] : []),
    ...(isLate ? [{ ...rule, match: { operation: 'create' as const } }] : []),
    ...plainerEffects(effect).map(changed),
  ];
}

/** Changes of an effect; `undefined` leaves a member out. */
type Changes = Readonly<Record<string, unknown>>;

const PLAINER: Readonly<Record<string, readonly Changes[]>> = {
  answer: [{ headers: undefined }, { retryAfter: undefined }, { retryAfter: 1 }, { body: undefined }],
  cut: [{ length: undefined }, { at: 'start' }, { kind: 'reset' }],
  reset: [{ length: undefined }, { at: 'start' }],
};

function plainerEffects(effect: DrawnRule['effect']): readonly Changes[] {
  const { kind, status, ms } = effect;
  if (kind === 'delay') return Number(ms) > 1000 ? [{ ms: Math.round(Number(ms) / 2000) * 1000 }] : [];
  // A 200 without its wrong body is not a fault.
  if (status === 200) return [];
  return (PLAINER[kind] ?? []).filter((change) => Object.keys(change).every((member) => effect[member] !== undefined));
}
