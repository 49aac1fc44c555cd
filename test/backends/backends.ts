/** Implementations of the commit port; the behaviour suite runs over each. A new one is one entry. */

import type { MakeStore } from '../../emulator/commons.ts';
import { createMemoryStore } from '../../emulator/store/memory.ts';
import { createConflictingStore } from './conflicting.ts';
import { createSlowStore } from './slow.ts';

export interface Backend {
  readonly name: string;
  readonly createStore: MakeStore;
}

export const MEMORY: Backend = { name: 'memory', createStore: createMemoryStore };
export const CONFLICTING: Backend = { name: 'a store that conflicts', createStore: createConflictingStore };
export const SLOW: Backend = { name: 'a slow store', createStore: createSlowStore };
export const BACKENDS: readonly Backend[] = [MEMORY, CONFLICTING, SLOW];
