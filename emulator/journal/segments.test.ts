/** Entries are torn off as they were encoded, and no paper takes much more room than what is on it. */

import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';

import { INT, intAt, type Segment, type EntryReference } from './entry-layout.ts';
import { Paper } from './segments.ts';
import type { Delivery } from './entry-encoder.ts';
import { loaded, FIRST } from './testing/encoded.ts';
import { decodeEntry } from './entry-decoder.ts';

const FULL_PAGE = 65_536;

/** Writes an entry whose body has so many characters of so many bytes each. */
function write(paper: Paper, seq: number, body: string): EntryReference {
  return paper.write(loaded({ requestId: String(seq), requestBody: body }), { seq, count: FIRST });
}

function pagesOf(paper: Paper): Segment[] {
  return [...new Set(paper.spots().map(({ page }) => page))];
}

function roomOf(paper: Paper): number {
  return pagesOf(paper).reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function contentOf(paper: Paper): number {
  return paper.spots().reduce((sum, spot) => sum + intAt(spot, INT.size), 0);
}

/** What a model knows of an entry. */
interface Line {
  readonly seq: number;
  readonly body: string;
  readonly spot: EntryReference;
  delivery: Delivery | undefined;
}

test('a paper is as a list, whatever is encoded on it, torn off it and added to it', () => {
  const size = constantFrom(0, 1, 10, 400, 3000, 20_000, FULL_PAGE, 200_000);
  const body = tuple(size, constantFrom('x', 'é', '€', '😀', '\ud83d')).map(([times, letter]) => letter.repeat(times));
  const small = tuple(integer({ min: 0, max: 900 }), constantFrom('x', '€')).map(([times, letter]) =>
    letter.repeat(times),
  );
  const doing = tuple(
    constantFrom('write', 'write', 'write', 'tear off', 'complete'),
    small,
    integer({ min: 0, max: 99 }),
  );
  const large = tuple(constantFrom('write', 'tear off'), body, integer({ min: 0, max: 99 }));
  assert(
    property(
      array(
        constantFrom(doing, large).chain((kind) => kind),
        { maxLength: 60 },
      ),
      (doings) => {
        const paper = new Paper(7);
        const all: Line[] = [];
        let torn = 0;
        for (const [what, body, which] of doings) {
          const seq = 8 + all.length;
          if (what === 'write') all.push({ seq, body, spot: write(paper, seq, body), delivery: undefined });
          if (what === 'tear off') {
            paper.tearOff();
            torn = Math.min(torn + 1, all.length);
          }
          const line = what === 'complete' ? all[which % all.length] : undefined;
          if (line === undefined) continue;
          const delivery = { bytesSent: which, isAborted: which % 2 === 0, totalMs: which };
          paper.complete(line.spot, line.seq, delivery);
          line.delivery = delivery;
        }
        expect(linesOf(paper)).toEqual(all.slice(torn).map((line) => expected(line)));
        expect(paper.count).toBe(all.length - torn);
        expect(paper.evictedThrough).toBe(7 + torn);
        if (paper.count > 0) expect(paper.oldest.seq).toBe(all[torn]?.seq);
      },
    ),
    { numRuns: 150 },
  );
});

function linesOf(paper: Paper): unknown[] {
  return paper.spots().map((spot) => {
    const { seq, facts, bytesSent, isAborted, totalMs } = decodeEntry(spot);
    return { id: facts.requestId, seq, body: facts.requestBody, bytesSent, isAborted, totalMs };
  });
}

function expected({ seq, body, delivery }: Line): unknown {
  const { bytesSent, isAborted, totalMs } = delivery ?? {};
  return { id: String(seq), seq, body: Buffer.from(body).toString(), bytesSent, isAborted, totalMs };
}

test('how an answer left is not added to an entry that is gone, even where another one lies in its place', () => {
  const paper = new Paper(0);
  const gone = write(paper, 1, 'gone');
  paper.tearOff();
  const there = write(paper, 2, 'new!');
  expect(there).toEqual(gone);
  paper.complete(gone, 1, { bytesSent: 9, isAborted: true, totalMs: 9 });
  expect(decodeEntry(there)).toMatchObject({ seq: 2, bytesSent: undefined, isAborted: undefined, totalMs: undefined });
});

test('tearing off an empty paper changes nothing', () => {
  const paper = new Paper(5);
  paper.tearOff();
  expect([paper.count, paper.evictedThrough, paper.spots()]).toEqual([0, 5, []]);
});

test('a paper with one entry has exactly the room for it', () => {
  for (const body of ['', 'a cat', 'ein Kätzchen', '€'.repeat(FULL_PAGE)]) {
    const paper = new Paper(0);
    write(paper, 1, body);
    expect(roomOf(paper)).toBe(contentOf(paper));
  }
});

test('while a paper grows its pages take at most twice its content, and at each end what was too little for an entry', () => {
  for (const body of ['', 'x'.repeat(300), '€'.repeat(1000)]) {
    const paper = new Paper(0);
    for (let seq = 1; seq <= 300; seq += 1) {
      const entry = intAt(write(paper, seq, body), INT.size);
      const ends = entry * pagesOf(paper).length;
      expect(roomOf(paper)).toBeLessThanOrEqual(Math.min(2 * contentOf(paper), contentOf(paper) + FULL_PAGE) + ends);
    }
  }
});

test('many entries need few pages', () => {
  const paper = new Paper(0);
  for (let seq = 1; seq <= 2000; seq += 1) write(paper, seq, 'x'.repeat(300));
  expect(pagesOf(paper).length).toBeLessThan(30);
});

test('an entry that is larger than a full page has a page of its own size, which is not kept for others', () => {
  const paper = new Paper(0);
  const large = write(paper, 1, 'x'.repeat(3 * FULL_PAGE));
  expect(large.page.bytes.length).toBe(intAt(large, INT.size));
  write(paper, 2, 'a cat');
  paper.tearOff();
  const pages = Array.from({ length: 300 }, (_, nth) => write(paper, 3 + nth, 'x'.repeat(300)).page);
  expect(pages).not.toContain(large.page);
});

test('where as much is torn off as is encoded, the same pages are used again and again', () => {
  const paper = new Paper(0);
  const turn = (seq: number): Segment => {
    const { page } = write(paper, seq, 'x'.repeat(seq % 400));
    if (paper.count > 50) paper.tearOff();
    return page;
  };
  for (let seq = 1; seq <= 2000; seq += 1) turn(seq);
  const pages = new Set(Array.from({ length: 2000 }, (_, nth) => turn(2001 + nth)));
  // With ever new pages of what some fifty entries take, there would be forty.
  expect(pages.size).toBeLessThan(15);
});

test('a paper on which little is kept needs little, however much came and went', () => {
  const paper = new Paper(0);
  for (let seq = 1; seq <= 1000; seq += 1) {
    // Ever more, so that pages from before are often too small.
    write(paper, seq, 'x'.repeat(seq));
    if (paper.count > 3) paper.tearOff();
  }
  expect(roomOf(paper)).toBeLessThan(3 * contentOf(paper));
});
