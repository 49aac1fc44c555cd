/** Finds among many the one whose oldest is the oldest of all, without a look at each. */

/** Something whose oldest part has a rank that only grows, until there is none. */
export interface Ranked {
  /** `undefined` when nothing is left of it. */
  readonly rank: () => number | undefined;
}

interface Seen<Item> {
  readonly item: Item;
  /** Its rank when it was last looked at; by now it may be higher. */
  rank: number;
}

/** A heap, put in order only as far as it is asked. */
export class OldestFirst<Item extends Ranked> {
  #heap: Seen<Item>[] = [];
  #gone = 0;

  /** Adds one that is younger than all that are there. */
  add(item: Item, rank: number): void {
    this.#heap.push({ item, rank });
  }

  /** Takes note that nothing is left of one. */
  release(): void {
    this.#gone += 1;
    if (2 * this.#gone <= this.#heap.length) return;
    const left = this.#heap.flatMap(({ item }) => {
      const rank = item.rank();
      return rank === undefined ? [] : [{ item, rank }];
    });
    // What is sorted is a heap.
    this.#heap = left.toSorted((a, b) => a.rank - b.rank);
    this.#gone = 0;
  }

  first(): Item | undefined {
    for (let top = this.#heap[0]; top !== undefined; top = this.#heap[0]) {
      const rank = top.item.rank();
      if (rank === top.rank) return top.item;
      if (rank === undefined) this.#removeTop();
      else {
        top.rank = rank;
        this.#sink();
      }
    }
    return undefined;
  }

  #removeTop(): void {
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) this.#heap[0] = last;
    this.#gone -= 1;
    this.#sink();
  }

  #sink(): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const child = lesserOf(heap, 2 * at + 1, 2 * at + 2);
      const [upper, lower] = [heap[at], heap[child]];
      if (upper === undefined || lower === undefined || upper.rank <= lower.rank) return;
      heap[at] = lower;
      heap[child] = upper;
      at = child;
    }
  }
}

function lesserOf(heap: readonly { readonly rank: number }[], left: number, right: number): number {
  return (heap[right]?.rank ?? Infinity) < (heap[left]?.rank ?? Infinity) ? right : left;
}
