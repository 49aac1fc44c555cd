/** Random numbers from a seed: the same seed draws the same numbers (decision 0033). */

export type Random = ReturnType<typeof createRandom>;

/** Creates the generator Mulberry32. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability: number) => next() < probability,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
  };
}
