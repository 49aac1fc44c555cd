/** A versioned map does what a Map does, in the same order, and its copies do not see each other. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { VersionedMap } from './versioned-map.ts';

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('set', 'set', 'delete', 'fork', 'clear'),
    key: fc.nat({ max: 120 }).map(String),
    value: fc.nat(),
    which: fc.nat(),
  }),
  { maxLength: 300, size: 'max' },
);

test('after any steps each copy has what a Map of its own would have', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const base = new Map(['a', 'b', 'c', 'd', 'e', 'f'].map((key, at) => [key, at]));
      const pairs = [{ versioned: VersionedMap.of(base), plain: new Map(base) }];
      for (const { kind, key, value, which } of all) {
        const pair = pairs[which % pairs.length];
        if (pair === undefined) continue;
        const { versioned, plain } = pair;
        if (kind === 'fork') pairs.push({ versioned: versioned.fork(), plain: new Map(plain) });
        else if (kind === 'set') [versioned, plain].forEach((map) => map.set(key, value));
        else if (kind === 'clear' && value % 10 === 0) [versioned, plain].forEach((map) => map.clear());
        else expect(versioned.delete(key)).toBe(plain.delete(key));
      }
      for (const { versioned, plain } of pairs) {
        expect([...versioned]).toEqual([...plain]);
        expect([versioned.size, [...versioned.keys()], [...versioned.values()]]).toEqual([
          plain.size,
          [...plain.keys()],
          [...plain.values()],
        ]);
        for (const key of ['a', '0', '7', '120']) {
          expect([versioned.get(key), versioned.has(key)]).toEqual([plain.get(key), plain.has(key)]);
        }
      }
    }),
    { numRuns: 50, seed: 42 },
  );
});
