import { expect, test } from 'vitest';

import { withPresentNames } from './former-rule-names.ts';

test('durations of former rules are in seconds, under the names that say so', () => {
  const former = [
    { effect: { kind: 'outcome', stick: 'running', giveUpMs: 6000 } },
    { effect: { kind: 'account', advance_ms: -1500 } },
    { effect: { kind: 'answer', retryAfter: { dateIn: 3 } }, when: { window: { from: 0, to: 60 } } },
  ];
  expect(former.map(withPresentNames)).toEqual([
    { effect: { kind: 'outcome', stick: 'running', giveUpSeconds: 6 } },
    { effect: { kind: 'account', advanceSeconds: -1.5 } },
    {
      effect: { kind: 'answer', retryAfter: { dateInSeconds: 3 } },
      when: { window: { fromSeconds: 0, toSeconds: 60 } },
    },
  ]);
});

test('what is no former rule stays as it is', () => {
  const present = { effect: { kind: 'answer', retryAfter: 5, body: { json: { from: 1 } } }, match: { nth: 1 } };
  expect([present, 'rule', null, []].map(withPresentNames)).toEqual([present, 'rule', null, []]);
  const both = { effect: { giveUpMs: 1, giveUpSeconds: 2 } };
  expect(withPresentNames(both)).toEqual(both);
});
