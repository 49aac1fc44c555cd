/** A bounded map never holds more than its bound, and lets go of what was asked for least recently. */
import { array, assert, nat, property, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

it('lets go of the value that was asked for least recently', () => {
  const map = createBoundedMap<string>(2);
  map.set('a', 'A');
  map.set('b', 'B');
  map.get('a');
  map.set('c', 'C');
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual(['A', undefined, 'C']);
});

it('does not keep a value that alone is too heavy, nor the one that it was to replace', () => {
  const map = createBoundedMap<number>(10, (value) => value);
  map.set('a', 3);
  map.set('a', 11);
  expect(map.get('a')).toBeUndefined();
});

it('holds at most its bound, and the newest value that fits', () => {
  assert(
    property(array(tuple(nat(5), nat(12))), (entries) => {
      const map = createBoundedMap<number>(10, (value) => value);
      for (const [key, value] of entries) {
        map.set(String(key), value);
        const held = [0, 1, 2, 3, 4, 5].map((other) => map.get(String(other)) ?? 0);
        expect(held.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(10);
        expect(map.get(String(key))).toBe(value > 10 ? undefined : value);
      }
    }),
  );
});
