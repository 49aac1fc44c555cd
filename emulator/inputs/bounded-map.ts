/** A map with a bound on the weight of what it holds; what was asked for least recently goes first. */

export interface BoundedMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/** Makes a map; without `weigh` each value weighs 1. A value heavier than the bound is not kept. */
export function createBoundedMap<V>(bound: number, weigh: (value: V) => number = () => 1): BoundedMap<V> {
  const held = new Map<string, V>();
  let weight = 0;
  const drop = (key: string): void => {
    const value = held.get(key);
    if (value === undefined || !held.delete(key)) return;
    weight -= weigh(value);
  };
  return {
    get: (key) => {
      const value = held.get(key);
      if (value === undefined) return undefined;
      // A Map keeps the order of insertion: putting a value back makes it the youngest.
      held.delete(key);
      held.set(key, value);
      return value;
    },
    set: (key, value) => {
      drop(key);
      if (weigh(value) > bound) return;
      held.set(key, value);
      weight += weigh(value);
      for (const oldest of held.keys()) {
        if (weight <= bound) return;
        drop(oldest);
      }
    },
  };
}
