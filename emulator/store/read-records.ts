/** What was read of an account's records, in whichever order they came. */

import type { AccountHead, Account } from '../domain/account.ts';
import type { RuleCount } from '../domain/fault-state.ts';
import type { Generation } from '../domain/generation.ts';
import type { IdempotencyRecord } from '../domain/idempotency-record.ts';
import { isBalanced } from '../domain/ledger.ts';

/** The record of the single values; every account has it. */
export const HEAD_KEY = 'head';
export const RULES_KEY = 'rules';
/** How the keys of all others begin. */
export const GENERATION = 'g:';
export const IDEMPOTENCY = 'i:';
export const COUNT = 'c:';

export type GenerationState = 'open' | 'ended' | 'retained';

interface Placed {
  readonly place: number;
}

export interface ReadGeneration extends Placed {
  readonly state: GenerationState;
  /** Of its record. */
  readonly key: string;
  readonly generation: Generation;
}

/** Before the first record. */
export function nothingRead(): ReadRecords {
  return { head: undefined, rules: undefined, generations: [], idempotency: [], counts: [] };
}

export interface ReadRecords {
  head: (AccountHead & { readonly next: number; readonly bytes: number }) | undefined;
  rules: NonNullable<Account['faults']>['rules'] | undefined;
  readonly generations: ReadGeneration[];
  readonly idempotency: (Placed & { readonly record: IdempotencyRecord })[];
  readonly counts: (Placed & { readonly counted: string; readonly count: RuleCount })[];
}

const STATES: ReadonlySet<string> = new Set<GenerationState>(['open', 'ended', 'retained']);

/** Takes down the value of a record; throws where it is another thing. */
export function readRecord(read: ReadRecords, key: string, value: ReturnType<typeof JSON.parse>): void {
  if (key.startsWith(GENERATION)) {
    const [state, place, generation]: [GenerationState, number, Generation] = value;
    if (!STATES.has(state) || !Array.isArray(generation.assignment.sources))
      throw new TypeError(`${key} is no generation`);
    read.generations.push({ state, place, key, generation });
  } else if (key.startsWith(IDEMPOTENCY)) {
    const [place, record]: [number, IdempotencyRecord] = value;
    read.idempotency.push({ place, record });
  } else if (key.startsWith(COUNT)) {
    const [place, count]: [number, RuleCount] = value;
    read.counts.push({ place, counted: key.slice(COUNT.length), count });
  } else if (key === HEAD_KEY) {
    if (typeof value.name !== 'string' || !isBalanced(value.ledger)) throw new TypeError('The head is not an account');
    read.head = value;
  } else if (key === RULES_KEY) {
    read.rules = value;
  }
}

/** For sorting. */
export function byPlace(a: Placed, b: Placed): number {
  return a.place - b.place;
}
