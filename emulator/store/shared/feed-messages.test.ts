/** What is packed into a feed item comes out again. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packMessages, unpackMessages } from './feed-messages.ts';

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const messages = fc.array(fc.record({ text: fc.json().map((text) => Buffer.from(text)), bytes }), { maxLength: 20 });

test('messages come out as they were packed, in their order', () => {
  fc.assert(
    fc.property(messages, (all) => {
      const unpacked = [...unpackMessages(packMessages(all))];
      expect(unpacked.map(({ text, bytes: some }) => [text.toString(), some.toString('hex')])).toEqual(
        all.map(({ text, bytes: some }) => [text.toString(), some.toString('hex')]),
      );
    }),
    { numRuns: 200 },
  );
});

test('an item without messages has none', () => {
  expect([...unpackMessages(packMessages([]))]).toEqual([]);
});
