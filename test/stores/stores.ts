/** Implementations of the commit port; the behaviour suite runs over each. A new one is one entry. */

import type { MakeStore } from '../../emulator/wiring/commons.ts';
import { createMemoryStore } from '../../emulator/store/memory.ts';
import { createConflictingStore } from './conflicting.ts';
import type { Door } from '../entry-points/entry-points.ts';
import { createTemporaryStore } from './durable.ts';
import { createSlowStore } from './slow.ts';

export interface Backend {
  readonly name: string;
  readonly createStore: MakeStore;
}

export const MEMORY: Backend = { name: 'memory', createStore: createMemoryStore };
export const CONFLICTING: Backend = { name: 'a store that conflicts', createStore: createConflictingStore };
export const SLOW: Backend = { name: 'a slow store', createStore: createSlowStore };
export const DURABLE: Backend = { name: 'a folder', createStore: createTemporaryStore };
export const BACKENDS: readonly Backend[] = [MEMORY, CONFLICTING, SLOW, DURABLE];

/** DOORS=full is every door, as CI runs it; npm test goes to memory through most of them, and to the others in process. */
export function someDoors(doors: readonly Door[], some: readonly string[] = ['emulator.fetch']): readonly Door[] {
  return doors.filter(({ name }) => process.env['DOORS'] === 'full' || some.includes(name));
}
