/** What was read of an account's records, in whichever order they came. */

import type { AccountHead, Account } from '../domain/account.ts';
import type { RuleCount } from '../domain/fault-state.ts';
import type { Generation } from '../domain/generation.ts';
import type { IdempotencyRecord } from '../domain/idempotency-record.ts';
import { isBalanced, type Ledger } from '../domain/ledger.ts';

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

/** Takes down the value of a record; throws if it is of another kind than replicas and folders write. */
export function readRecord(read: ReadRecords, key: string, value: unknown): void {
  if (key.startsWith(GENERATION)) {
    const [state, place, generation] = listOf(value, 'a generation');
    if (!isState(state) || !isNumber(place) || !isGeneration(generation)) throw not('a generation');
    read.generations.push({ state, place, key, generation });
  } else if (key.startsWith(IDEMPOTENCY)) {
    const [place, record] = listOf(value, 'an idempotency record');
    if (!isNumber(place) || !isRecord(record)) throw not('an idempotency record');
    read.idempotency.push({ place, record });
  } else if (key.startsWith(COUNT)) {
    const [place, count] = listOf(value, 'a count of a rule');
    if (!isNumber(place) || !isCount(count)) throw not('a count of a rule');
    read.counts.push({ place, counted: key.slice(COUNT.length), count });
  } else if (key === HEAD_KEY) {
    if (!isHead(value)) throw not('the head of an account');
    read.head = value;
  } else if (key === RULES_KEY) {
    if (!areRules(value)) throw not('a list of fault rules');
    read.rules = value;
  }
}

type Rules = NonNullable<ReadRecords['rules']>;
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'list';
type Kinds = readonly (readonly [name: string, kind: Kind])[];

const kinds = (members: Readonly<Record<string, Kind>>): Kinds => Object.entries(members);
const HEAD_KINDS = kinds({
  name: 'string',
  origin: 'string',
  settings: 'object',
  setUp: 'string',
  clock: 'object',
  ledger: 'object',
  isRevoked: 'boolean',
  revokedKeys: 'list',
  scenarios: 'list',
  created: 'number',
  slots: 'list',
  fullAt: 'object',
  next: 'number',
  bytes: 'number',
});
const SETTINGS_KINDS = kinds({ balance: 'number', latency: 'object', seed: 'number', limits: 'string' });
const LEDGER_KINDS = kinds({ granted: 'number', balance: 'number', reserved: 'number', captured: 'number' });
const CLOCK_KINDS = kinds({ anchor: 'number', reading: 'number', rate: 'number' });
const GENERATION_KINDS = kinds({
  id: 'string',
  createdAt: 'number',
  assignment: 'object',
  cost: 'number',
  plan: 'object',
  status: 'string',
  scenarios: 'list',
});
const ASSIGNMENT_KINDS = kinds({
  prompt: 'string',
  size: 'object',
  seconds: 'number',
  images: 'list',
  audios: 'list',
  sources: 'list',
});
const RECORD_KINDS = kinds({ key: 'string', fingerprint: 'string', expiresAt: 'number', generation: 'string' });
const COUNT_KINDS = kinds({ seen: 'number', hits: 'number', drawn: 'object' });
const RULE_KINDS = kinds({ id: 'string', match: 'object', when: 'object', effect: 'object' });

function isHead(value: unknown): value is NonNullable<ReadRecords['head']> {
  return (
    hasKinds(value, HEAD_KINDS) &&
    hasKinds(memberOf(value, 'settings'), SETTINGS_KINDS) &&
    hasKinds(memberOf(value, 'clock'), CLOCK_KINDS) &&
    hasKinds(memberOf(value, 'ledger'), LEDGER_KINDS) &&
    isBalanced(memberOf(value, 'ledger') as Ledger)
  );
}

function isGeneration(value: unknown): value is Generation {
  return hasKinds(value, GENERATION_KINDS) && hasKinds(memberOf(value, 'assignment'), ASSIGNMENT_KINDS);
}

function isRecord(value: unknown): value is IdempotencyRecord {
  return hasKinds(value, RECORD_KINDS);
}

function isCount(value: unknown): value is RuleCount {
  return hasKinds(value, COUNT_KINDS);
}

function areRules(value: unknown): value is Rules {
  return Array.isArray(value) && value.every((rule) => hasKinds(rule, RULE_KINDS));
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Whether a value is an object whose members are of these kinds. */
function hasKinds(value: unknown, members: Kinds): boolean {
  for (const [name, kind] of members) {
    const member = memberOf(value, name);
    const isList = Array.isArray(member);
    const isRight = kind === 'list' ? isList : typeof member === kind && member !== null && !isList;
    if (!isRight) return false;
  }
  return true;
}

function isState(value: unknown): value is GenerationState {
  return value === 'open' || value === 'ended' || value === 'retained';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw not(what);
  return value;
}

function not(what: string): TypeError {
  return new TypeError(`a record is not ${what}`);
}

/** For sorting. */
export function byPlace(a: Placed, b: Placed): number {
  return a.place - b.place;
}
