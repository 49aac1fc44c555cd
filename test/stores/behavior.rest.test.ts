/**
 * The behavior suite over the other stores, through the other entry points. An entry point does not know which store is
 * behind it, so each meets one or two stores, not all of them. `test/replicas/behavior.rest.test.ts` has the shared store.
 */

import { describe } from 'vitest';
import { behaviorSuite } from '../entry-points/behavior.suite.ts';
import { entryPointTo } from '../entry-points/entry-points.ts';
import { ofPart } from '../support/part.ts';
import { CONFLICTING, DURABLE, MEMORY, SLOW } from './stores.ts';

const PAIRS = [
  ['emulator.fetch', CONFLICTING],
  ['emulator.fetch', DURABLE],
  ['HTTP', SLOW],
  ['HTTPS', DURABLE],
  ['Express', SLOW],
  ['MSW', MEMORY],
  ['MSW', CONFLICTING],
] as const;

for (const [name, store] of ofPart(PAIRS)) {
  describe(`through ${name} over ${store.name}`, () => {
    behaviorSuite(entryPointTo(name, store));
  });
}
