/** Never more than the bound, and what was used least recently is evicted first. */
import { array, assert, nat, property, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { createLru } from './lru.ts';

it('evicts the least recently used value', () => {
  const map = createLru<string>(2);
  map.set('a', 'A');
  map.set('b', 'B');
  map.get('a');
  map.set('c', 'C');
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual(['A', undefined, 'C']);
});

it('does not keep a value that alone is too heavy, and removes its key', () => {
  const map = createLru<number>(10, (value) => value);
  map.set('a', 3);
  map.set('a', 11);
  expect(map.get('a')).toBeUndefined();
});

it('holds at most its bound, and the newest value that fits', () => {
  assert(
    property(array(tuple(nat(5), nat(12))), (entries) => {
      const map = createLru<number>(10, (value) => value);
      for (const [key, value] of entries) {
        map.set(String(key), value);
        const held = [0, 1, 2, 3, 4, 5].map((other) => map.get(String(other)) ?? 0);
        expect(held.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(10);
        expect(map.weight()).toBe(held.reduce((sum, one) => sum + one));
        expect(map.get(String(key))).toBe(value > 10 ? undefined : value);
      }
    }),
  );
});
