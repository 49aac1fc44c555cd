/** Implementations of the commit port; the behaviour suite runs over each. A new one is one entry. */

import type { MakeStore } from '../../emulator/wiring/commons.ts';
import { createMemoryStore } from '../../emulator/store/memory.ts';
import { createConflictingStore } from './conflicting.ts';
import type { Door } from '../doors/doors.ts';
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

/** DOORS=full is every door, as CI runs it; npm test goes in process and over HTTP, and through every door to memory alone. */
export function someDoors(doors: readonly Door[]): readonly Door[] {
  const isFull = process.env['DOORS'] === 'full';
  return doors.filter(({ name }) => isFull || name === 'emulator.fetch' || name === 'HTTP');
}
