/** The memory store, which answers each call a turn of the event loop later, every tenth some milliseconds later. */

import { setImmediate, setTimeout } from 'node:timers/promises';
import type { BoundedStore } from '../../emulator/domain/store.ts';
import { createMemoryStore, type StoreBounds, type StoreListener } from '../../emulator/store/memory.ts';

const LONG_MS = 3;

/** Opens the store. */
export function createSlowStore(bounds: StoreBounds, listener?: StoreListener): BoundedStore {
  const { enter, commit, replace, list, capacity } = createMemoryStore(bounds, listener);
  let calls = 0;
  const later =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Answer) =>
    async (...asked: Asked): Promise<Awaited<Answer>> => {
      const answer = await ask(...asked);
      calls += 1;
      if (calls % 10 === 0) await setTimeout(LONG_MS);
      else await setImmediate();
      return answer;
    };
  return {
    enter: later(enter),
    commit: later(commit),
    replace: later(replace),
    list: later(list),
    capacity: { ...capacity, evictElsewhere: later(capacity.evictElsewhere) },
  };
}
