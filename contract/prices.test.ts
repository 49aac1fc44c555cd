import { describe, expect, test } from 'vitest';
import { costOf, DEFAULT_PRICES, dollarText, toDollars, toMicros, type Billed } from './prices.ts';

const dollars = (billed: Billed): number => toDollars(costOf(billed));

describe('worked examples', () => {
  test('8 s of 720p text cost 2.24', () => {
    expect(dollars({ resolution: '720p', outputSeconds: 8, sourceSeconds: [] })).toBe(2.24);
  });

  test('extending a 10 s 720p source by 6 s costs 2.72', () => {
    expect(dollars({ resolution: '720p', outputSeconds: 6, sourceSeconds: [10] })).toBe(2.72);
  });

  test('editing an 8 s source with a second one of 5 s at 480p costs 1.68', () => {
    expect(dollars({ resolution: '480p', outputSeconds: 8, sourceSeconds: [8, 5] })).toBe(1.68);
  });

  test('30 s of 1080p text cost 20.40', () => {
    expect(dollars({ resolution: '1080p', outputSeconds: 30, sourceSeconds: [] })).toBe(20.4);
  });

  test('4 s of 480p, the cheapest create, cost 0.48', () => {
    expect(dollars({ resolution: '480p', outputSeconds: 4, sourceSeconds: [] })).toBe(0.48);
  });
});

test.each([
  ['480p', 0.12, 0.08],
  ['720p', 0.28, 0.17],
  ['1080p', 0.68, 0.41],
] as const)('a second of %s costs %d, and %d with source videos', (resolution, without, withSources) => {
  expect(dollars({ resolution, outputSeconds: 1, sourceSeconds: [] })).toBe(without);
  expect(dollars({ resolution, outputSeconds: 1, sourceSeconds: [1] })).toBe(toDollars(2 * toMicros(withSources)));
});

test('a source that is named twice is billed twice', () => {
  const once = costOf({ resolution: '480p', outputSeconds: 4, sourceSeconds: [5] });
  const twice = costOf({ resolution: '480p', outputSeconds: 4, sourceSeconds: [5, 5] });
  expect(toDollars(twice - once)).toBe(0.4);
});

test('another table gives other costs', () => {
  const prices = { ...DEFAULT_PRICES, withoutSources: { ...DEFAULT_PRICES.withoutSources, '480p': 1 } };
  expect(costOf({ resolution: '480p', outputSeconds: 4, sourceSeconds: [] }, prices)).toBe(4);
});

test('every default cost is the double that its decimal spelling reads as', () => {
  for (let cents = 0; cents <= 5000; cents += 1) {
    const spelled = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
    expect(toDollars(toMicros(spelled))).toBe(spelled);
    expect(toMicros(spelled)).toBe(cents * 10_000);
  }
});

test('an amount in a text has two decimals, or more for parts of a cent', () => {
  expect([0.48, 10.2, 3, 0.1225, 1.155].map(dollarText)).toEqual(['$0.48', '$10.20', '$3.00', '$0.1225', '$1.155']);
});
