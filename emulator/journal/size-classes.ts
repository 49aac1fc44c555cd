/** Groups items by size in steps, so that the largest item is found without comparing all of them. */

export interface Sized {
  readonly bytes: number;
  /** The class of the item. Only `SizeClasses` writes it. */
  sizeClass: number;
}

/** A set of items by size. An item is added by its first update. */
export class SizeClasses<Item extends Sized> {
  readonly #classes: Set<Item>[] = [];
  readonly #step: number;

  /** Creates an empty set. Items with the same number of steps are in one class. */
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

  /** Returns the largest allowed item. Among equals, it is the item that reached its size first. */
  largest(mayTake: (item: Item) => boolean): Item | undefined {
    while (this.#classes.at(-1)?.size === 0) this.#classes.pop();
    for (let at = this.#classes.length - 1; at >= 0; at -= 1) {
      for (const item of this.#classes[at] ?? []) if (mayTake(item)) return item;
    }
    return undefined;
  }
}
