/** The paper of one account: entries are encoded at its end and torn off at its beginning. */

import { writeDelivery, type Delivery, type EntryEncoder, type Place } from './entry-encoder.ts';
import { DOUBLE, doubleAt, INT, intAt, newSegment, type Segment, type EntryReference } from './entry-layout.ts';

/** Pages are half as large as what is on the paper already, up to this: many entries need few pages, and few need little more than themselves. */
const FULL_PAGE = 65_536;

/** As much of an entry as making room needs. */
export interface Outline {
  seq: number;
  size: number;
  weight: number;
  thing: number;
}

interface Sheet {
  readonly page: Segment;
  /** Where its entries end. */
  end: number;
}

export class Paper {
  /** How many entries are on it. */
  count = 0;
  /** The oldest entry, if there is one. It was encoded long ago, so it is read long before anybody asks: waiting for the memory takes a while. */
  readonly oldest: Outline = { seq: 0, size: 0, weight: 0, thing: 0 };
  /** The sequence number of the newest entry that was torn off. */
  evictedThrough: number;
  readonly #sheets: Sheet[] = [];
  /** Where on the first sheet the oldest entry begins. */
  #from = 0;
  #bytes = 0;
  /** The last sheet that became empty, for use again: with ever new ones the collector would run for what it need not collect. */
  #spare: Segment | undefined = undefined;

  constructor(evictedThrough: number) {
    this.evictedThrough = evictedThrough;
  }

  /** Writes at the end what a pen holds. */
  write(pen: EntryEncoder, place: Place): EntryReference {
    const sheet = this.#sheetFor(pen);
    const spot = { page: sheet.page, at: sheet.end };
    sheet.end = pen.write(spot, place);
    this.count += 1;
    this.#bytes += sheet.end - spot.at;
    if (this.count === 1) this.#lookAhead();
    return spot;
  }

  /** Adds how an answer left, if its entry is still there. */
  complete(spot: EntryReference, seq: number, delivery: Delivery): void {
    if (seq > this.evictedThrough) writeDelivery(spot, delivery);
  }

  /** Tears off the oldest. */
  tearOff(): void {
    const [sheet] = this.#sheets;
    if (sheet === undefined) return;
    const { seq, size } = this.oldest;
    this.evictedThrough = seq;
    this.count -= 1;
    this.#bytes -= size;
    this.#from += size;
    if (this.#from === sheet.end) {
      this.#sheets.shift();
      this.#from = 0;
      this.#spare = sheet.page.bytes.length > FULL_PAGE ? undefined : sheet.page;
    }
    this.#lookAhead();
  }

  /** The entries, the oldest first. */
  spots(): EntryReference[] {
    const spots: EntryReference[] = [];
    let from = this.#from;
    for (const { page, end } of this.#sheets) {
      for (let at = from; at < end; at += intAt({ page, at }, INT.size)) spots.push({ page, at });
      from = 0;
    }
    return spots;
  }

  #lookAhead(): void {
    const [sheet] = this.#sheets;
    if (sheet === undefined) return;
    const spot = { page: sheet.page, at: this.#from };
    this.oldest.seq = doubleAt(spot, DOUBLE.seq);
    this.oldest.size = intAt(spot, INT.size);
    this.oldest.weight = intAt(spot, INT.weight);
    this.oldest.thing = intAt(spot, INT.thing);
  }

  #sheetFor(pen: EntryEncoder): Sheet {
    const last = this.#sheets.at(-1);
    const room = last === undefined ? 0 : last.page.bytes.length - last.end;
    if (last !== undefined && pen.mostBytes() <= room) return last;
    const needed = pen.exactBytes();
    if (last !== undefined && needed <= room) return last;
    const sheet = { page: this.#pageFor(needed), end: 0 };
    this.#sheets.push(sheet);
    return sheet;
  }

  #pageFor(needed: number): Segment {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare !== undefined && needed <= spare.bytes.length) return spare;
    return newSegment(Math.max(needed, Math.min(this.#bytes / 2, FULL_PAGE)));
  }
}
