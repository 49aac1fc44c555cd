/** Implementations of the commit port. The behavior suite runs over each; a new one is one entry. */

import type { MakeStore } from '../../emulator/wiring/engine-state.ts';
import { createMemoryStore } from '../../emulator/store/memory.ts';
import { createConflictingStore } from './conflicting.ts';
import { createTemporaryStore } from './durable.ts';
import { createSlowStore } from './slow.ts';

export interface TestedStore {
  readonly name: string;
  readonly createStore: MakeStore;
}

export const MEMORY: TestedStore = { name: 'memory', createStore: createMemoryStore };
export const CONFLICTING: TestedStore = { name: 'a store that conflicts', createStore: createConflictingStore };
export const SLOW: TestedStore = { name: 'a slow store', createStore: createSlowStore };
export const DURABLE: TestedStore = { name: 'a folder', createStore: createTemporaryStore };
export const STORES: readonly TestedStore[] = [MEMORY, CONFLICTING, SLOW, DURABLE];
