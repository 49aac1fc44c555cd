/** Which requests of an account are attempts at one thing, as long as the last of them is kept. */

import type { Attempt, CapturedRequest } from './stored-entry.ts';

/** What requests were attempts at, as it was with the last of them. Entries know it by its number, as bytes cannot point at it. */
export interface Count extends Attempt {
  readonly thing: number;
  /** What the memory of it takes beside the entry. */
  readonly burden: number;
}

interface Thing extends Count {
  readonly identity: Identity;
  seq: number;
  at: number;
  realAt: number;
  attempt: number;
  gapMs: number | undefined;
  realGapMs: number | undefined;
}

/** What requests have in common that are attempts at one thing. */
export type Identity = string | number;

/** Where a request stands in time, and whether it says itself that it is the same as another. */
type Occasion = Pick<CapturedRequest, 'at' | 'realAt' | 'idempotencyKey'>;

export class RetryGroups {
  readonly #things = new Map<Identity, Thing>();
  readonly #byNumber: (Thing | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #windowMs: number;

  /** The same request is another attempt when it comes within so many milliseconds of the account's clock. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Counts a request that is about to become an entry. What it answers holds until the next is counted. */
  count(identity: Identity, seq: number, occasion: Occasion): Count {
    const thing = this.#things.get(identity) ?? this.#note(identity, occasion);
    const gapMs = occasion.at - thing.at;
    // A key says outright that it is the same request; without one, what lies long ago was another occasion.
    const isAgain = thing.seq > 0 && (occasion.idempotencyKey !== undefined || Math.abs(gapMs) <= this.#windowMs);
    thing.attempt = isAgain ? thing.attempt + 1 : 1;
    thing.gapMs = isAgain ? gapMs : undefined;
    thing.realGapMs = isAgain ? occasion.realAt - thing.realAt : undefined;
    thing.seq = seq;
    thing.at = occasion.at;
    thing.realAt = occasion.realAt;
    return thing;
  }

  /** An entry is no more; a thing whose last attempt it was is forgotten. */
  forget(number: number, seq: number): void {
    const thing = this.#byNumber[number];
    if (thing?.seq !== seq) return;
    this.#things.delete(thing.identity);
    this.#byNumber[number] = undefined;
    this.#free.push(number);
  }

  #note(identity: Identity, { at, realAt }: Occasion): Thing {
    const number = this.#free.pop() ?? this.#byNumber.length;
    const burden = typeof identity === 'string' ? identity.length : 0;
    const never = { seq: 0, at, realAt, attempt: 0, gapMs: undefined, realGapMs: undefined };
    const thing: Thing = { identity, thing: number, burden, ...never };
    this.#things.set(identity, thing);
    this.#byNumber[number] = thing;
    return thing;
  }
}
