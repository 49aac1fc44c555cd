/** A plan's key stands for all that the clip shows, its sources included. */
import { describe, expect, test } from 'vitest';
import type { ClipPlan } from '../domain/clip-plan.ts';
import { addCompleted, testAccount } from '../../test/support/domain/accounts.ts';
import { toClipPlan, withKey } from './to-clip-plan.ts';

function planOf(changes: Partial<Omit<ClipPlan, 'key'>> = {}): ClipPlan {
  const size = { width: 854, height: 480 };
  const nothing = { images: [], audios: [], sources: [] };
  const shown = { prompt: 'x', workflow: 'text', resolution: '480p', size, seconds: 4, audio: false } as const;
  return withKey({ id: 'id', seed: 1, ...shown, ...nothing, ...changes });
}

const CHANGES: Partial<Omit<ClipPlan, 'key'>>[] = [
  { id: 'other' },
  { seed: 2 },
  { prompt: 'y' },
  { workflow: 'edit' },
  { resolution: '720p' },
  { size: { width: 480, height: 854 } },
  { seconds: 5 },
  { audio: true },
  { images: [{ url: 'https://a.test/1.png', handles: [] }] },
  { images: [{ url: 'https://a.test/1.png', handles: ['hero'] }] },
  { audios: [{ url: 'https://a.test/1.png', handles: [] }] },
  { sources: [{ clip: planOf(), handles: [] }] },
  { sources: [{ clip: planOf(), handles: ['hero'] }] },
  { sources: [{ clip: planOf({ id: 'other' }), handles: [] }] },
];

describe('the key of a plan', () => {
  test('is the same for the same facts', () => {
    expect(planOf().key).toBe(planOf().key);
  });

  test('differs with each fact, and with what its sources show', () => {
    const keys = [planOf(), ...CHANGES.map(planOf)].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('is made of the keys of the sources, not of all that is in them', () => {
    const source = planOf({ sources: [{ clip: planOf({ id: 'far away' }), handles: [] }] });
    const derived = planOf({ sources: [{ clip: source, handles: [] }] });
    const hollow = planOf({ sources: [{ clip: { ...source, sources: [] }, handles: [] }] });
    expect(derived.key).toBe(hollow.key);
  });
});

test('a plan without one of its sources, as of an account that was loaded in part, is not used again', () => {
  const whole = testAccount();
  addCompleted(whole, 'root');
  addCompleted(whole, 'branch', ['root']);
  addCompleted(whole, 'leaf', ['branch']);
  const part = testAccount();
  const [, branch, leaf] = [...whole.ended.values()];
  if (branch === undefined || leaf === undefined) throw new Error('The account of the test has three generations.');
  part.ended.set('branch', branch);
  expect(toClipPlan(leaf, part).sources[0]?.clip.sources).toEqual([]);
  expect(toClipPlan(leaf, whole).sources[0]?.clip.sources).toHaveLength(1);
});
