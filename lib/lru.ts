/** A map with a maximum weight. The least recently used values are evicted first. */

export interface Lru<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  /** Returns the total weight of all values. */
  weight(): number;
}

/**
 * Creates a map. Without `weightOf`, each value has the weight 1. A value that exceeds the maximum weight is not
 * stored, and its key is removed.
 */
export function createLru<V>(bound: number, weightOf: (value: V) => number = () => 1): Lru<V> {
  // A Map keeps the insertion order, so a value that is inserted again becomes the most recent one.
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
