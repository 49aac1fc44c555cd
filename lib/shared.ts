/**
 * Identical work under way is done once: whoever asks for the same key gets the same promise. Nothing is kept once it
 * has ended.
 */

/** Joins the work under this key, or begins it. */
export type Shared<T> = (key: string, begin: () => Promise<T>) => Promise<T>;

export function createShared<T>(): Shared<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, begin) => {
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const work = begin().finally(() => underWay.delete(key));
    underWay.set(key, work);
    return work;
  };
}
