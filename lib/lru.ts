/** A map within a bound of weight: the least recently used values are evicted first. */

export interface Lru<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  /** The weight of what is kept now. */
  weight(): number;
}

/**
 * Makes a map. Without `weightOf` each value has the weight 1. A value that is heavier than the bound is not kept, and its
 * key is removed.
 */
export function createLru<V>(bound: number, weightOf: (value: V) => number = () => 1): Lru<V> {
  // A Map keeps the order of insertion: a value that is put back becomes the most recent.
  const kept = new Map<string, V>();
  let weight = 0;
  const evict = (key: string): void => {
    const value = kept.get(key);
    if (value !== undefined && kept.delete(key)) weight -= weightOf(value);
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      evict(key);
      if (weightOf(value) > bound) return;
      kept.set(key, value);
      weight += weightOf(value);
      for (const oldest of kept.keys()) {
        if (weight <= bound) return;
        evict(oldest);
      }
    },
    weight: () => weight,
  };
}
