import { expect, test } from 'vitest';

import { chipLook, firedWords, turnScenario } from './account-scenarios.ts';

test('turning one on keeps the others, and puts it last', () => {
  const active = ['a', 'b'].map((name) => ({ name, seen: 0, hits: 0, spent: false, expired: false }));
  const left = (...[name, label]: [string, 'Turn on' | 'Turn off']): unknown =>
    turnScenario({ name: 'qa', active }, name, label).request.body;
  expect(left('c', 'Turn on')).toEqual({ scenarios: ['a', 'b', 'c'] });
  expect(left('a', 'Turn off')).toEqual({ scenarios: ['b'] });
});

test.each([
  [{ seen: 0, hits: 0, spent: false, expired: false }, 'not fired yet', 'chip armed'],
  [{ seen: 2, hits: 1, spent: false, expired: false }, 'fired 1 time', 'chip fault'],
  [{ seen: 4, hits: 3, spent: true, expired: false }, 'used up', 'chip'],
  [{ seen: 4, hits: 1, spent: true, expired: true }, 'expired', 'chip'],
])('the state of a failure with the counts %o is "%s", with the look "%s"', (counts, words, look) => {
  expect([firedWords(counts), chipLook(counts)]).toEqual([words, look]);
});
