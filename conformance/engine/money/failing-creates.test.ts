import { describe, expect, test } from 'vitest';
import { readProfile } from '../../profile/read-profile.ts';
import { standinProfile } from '../../profile/standin.ts';
import { defineProbe, type Cost, type Probe } from '../define.ts';
import { costsInTurn, createFewAtOnce, expectsFailure, stopOnceOneIsPaid, type TakenSoFar } from './failing-creates.ts';
import { Unjudged } from '../outcome.ts';

const profile = readProfile(standinProfile('failing-creates'));
const CHEAP: Cost = { resolution: '480p', output: 4, source: 0 };
const DEAR: Cost = { resolution: '1080p', output: 15, source: 0 };

const probe = (id: string, more: Partial<Probe> = {}): Probe =>
  defineProbe({ id, sends: 'A create.', failingCreates: () => [CHEAP], run: async () => undefined, ...more });
const refused = probe('refused');
const alsoRefused = probe('also-refused');
const failing = probe('failing', { failsOnPurpose: true });
const alsoFailing = probe('also-failing', { failsOnPurpose: true });
const paid = probe('paid', { failingCreates: () => [], paidCreates: () => [DEAR] });
const probes = [refused, alsoRefused, failing, alsoFailing, paid];

const soFar = (names: Partial<Record<'taken' | 'over' | 'failed', readonly string[]>>): TakenSoFar => ({
  plan: { probes },
  profile,
  taken: new Set(names.taken),
  over: new Set(names.over),
  failed: new Set(names.failed),
});
const start = (next: Probe, names: Parameters<typeof soFar>[0]): void => {
  stopOnceOneIsPaid(soFar(names), next);
};

describe('a create that must be rejected', () => {
  test('is sent if no such create was accepted', () => {
    expect(() => {
      start(refused, { over: ['also-refused'] });
    }).not.toThrow();
  });

  test('is not sent after a create of its kind was accepted, and the reason names that create', () => {
    const next = (): void => {
      start(refused, { taken: ['also-refused'], over: ['also-refused'] });
    };
    expect(next).toThrow(Unjudged);
    expect(next).toThrow('The server accepted the create request of also-refused, but must reject it');
  });

  test('that asks to fail is not sent after another such create that did not fail', () => {
    expect(() => {
      start(failing, { taken: ['also-failing'], over: ['also-failing'] });
    }).toThrow('The generation of also-failing did not fail, although its create request asked for a failure');
  });

  test.each([
    [
      'failed as it was asked to',
      failing,
      { taken: ['also-failing'], over: ['also-failing'], failed: ['also-failing'] },
    ],
    ['is still in flight', refused, { taken: ['also-refused'] }],
    ['was of the other kind', failing, { taken: ['refused'], over: ['refused'] }],
    ['was paid on purpose', refused, { taken: ['paid'], over: ['paid'] }],
  ])('is sent if the accepted create %s', (_, next, names) => {
    expect(() => {
      start(next, names);
    }).not.toThrow();
  });

  test('does not prevent planned creates', () => {
    expect(expectsFailure(paid, profile)).toBe(false);
    expect(() => {
      start(paid, { taken: ['refused'], over: ['refused'] });
    }).not.toThrow();
  });
});

describe('the costs of a probe', () => {
  test('are first its planned creates, then creates that must be rejected, then none', () => {
    const costs = costsInTurn(probe('both', { paidCreates: () => [DEAR] }), profile);
    const accepted = (): object => {
      const next = costs.next();
      costs.taken();
      return next;
    };
    expect([accepted(), accepted(), accepted()]).toEqual([
      { planned: DEAR, isSpare: false },
      { planned: CHEAP, isSpare: true },
      {},
    ]);
  });

  test('stay the same after a rejected create', () => {
    const costs = costsInTurn(probe('one', { paidCreates: () => [DEAR] }), profile);
    expect([costs.next(), costs.next()]).toEqual([
      { planned: DEAR, isSpare: false },
      { planned: DEAR, isSpare: false },
    ]);
  });
});

test('at most three creates of each kind are in flight, and one kind does not wait for the other', async () => {
  const few = createFewAtOnce({});
  const underWay: string[] = [];
  const end: (() => void)[] = [];
  const hold = (name: string) => async (): Promise<void> => {
    underWay.push(name);
    await new Promise<void>((resolve) => end.push(resolve));
  };
  const all = ['a', 'b', 'c', 'd'].flatMap((name) => [
    few.askedToFail.run(hold(`asked ${name}`)),
    few.others.run(hold(`other ${name}`)),
  ]);
  await new Promise(setImmediate);
  expect(underWay.toSorted()).toEqual(['asked a', 'asked b', 'asked c', 'other a', 'other b', 'other c']);
  while (end.length > 0) {
    end.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(underWay).toHaveLength(8);
});
