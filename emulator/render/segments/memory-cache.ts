/** Keeps the most recently used things within a bound of bytes. */

export interface MemoryCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  /** The bytes kept now. */
  weight(): number;
}

export function createMemoryCache<T>(bound: number, weigh: (value: T) => number): MemoryCache<T> {
  const kept = new Map<string, T>();
  let weight = 0;
  const drop = (key: string): void => {
    const value = kept.get(key);
    if (value === undefined) return;
    weight -= weigh(value);
    kept.delete(key);
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
      drop(key);
      if (weigh(value) > bound) return;
      kept.set(key, value);
      weight += weigh(value);
      for (const oldest of kept.keys()) {
        if (weight <= bound) break;
        drop(oldest);
      }
    },
    weight: () => weight,
  };
}
