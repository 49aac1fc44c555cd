/** Items by their size in steps, so that the largest is found without comparing all. */

export interface Sized {
  readonly bytes: number;
  /** Kept here: the class that it is in. */
  sizeClass: number;
}

/** Holds each item once it was updated. */
export class SizeClasses<Item extends Sized> {
  readonly #classes: Set<Item>[] = [];
  readonly #step: number;

  /** Items of the same number of steps are of one class. */
  constructor(step: number) {
    this.#step = step;
  }

  update(item: Item): void {
    const sizeClass = Math.floor(item.bytes / this.#step);
    if (sizeClass === item.sizeClass) return;
    this.#classes[item.sizeClass]?.delete(item);
    item.sizeClass = sizeClass;
    while (this.#classes.length <= sizeClass) this.#classes.push(new Set());
    this.#classes[sizeClass]?.add(item);
  }

  delete(item: Item): void {
    this.#classes[item.sizeClass]?.delete(item);
  }

  /** The largest that may be taken; of equals the one that has had its size for longest. */
  largest(mayTake: (item: Item) => boolean): Item | undefined {
    while (this.#classes.at(-1)?.size === 0) this.#classes.pop();
    for (let at = this.#classes.length - 1; at >= 0; at -= 1) {
      for (const item of this.#classes[at] ?? []) if (mayTake(item)) return item;
    }
    return undefined;
  }
}
