/** What is packed into a feed item comes out again. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packMessages, unpackMessages } from './feed-messages.ts';

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const message = fc.tuple(fc.string(), fc.jsonValue());
const messages = fc.array(fc.record({ message, bytes, count: fc.nat() }), { maxLength: 20 });

test('messages come out as they were packed, in their order', () => {
  fc.assert(
    fc.property(messages, (all) => {
      const unpacked = unpackMessages(packMessages(all));
      expect(JSON.stringify(unpacked)).toEqual(JSON.stringify(all));
    }),
    { numRuns: 200 },
  );
});

test('an item without messages has none', () => {
  expect([unpackMessages(packMessages([])), unpackMessages(Buffer.alloc(0))]).toEqual([[], []]);
});
