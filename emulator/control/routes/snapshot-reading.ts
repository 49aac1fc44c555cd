/** Reads a snapshot in steps: a hundred thousand generations take seconds, in which others have their turn. */

import { stateProblem, type AccountState } from '../../domain/account-state.ts';
import type { RuleCount } from '../../domain/fault-state.ts';
import type { Steps } from '../../domain/steps.ts';
import { ControlError } from '../control-error.ts';
import { parseLongJson, type LongJson } from '../long-json.ts';
import { readInput, readMember } from '../read-input.ts';
import { COUNTS, CountName, Snapshot, SNAPSHOT_BOUNDS, STATE_LISTS, type StateList } from './snapshot-schema.ts';

/** The lists of a snapshot that may be long. */
const MANY = new Set([...Object.keys(STATE_LISTS).map((name) => `state.${name}`), 'faults.counts']);

/** The state that a body holds; throws a ControlError that says what is wrong with it. */
export function* readSnapshot(bytes: Uint8Array): Steps<AccountState> {
  const json = yield* parseLongJson(bytes, SNAPSHOT_BOUNDS, MANY);
  // Here the lists are empty; where the body has no list, it says so.
  const { state, faults } = readInput(Snapshot, json.value, 'The body');
  const generations = yield* readList(json, 'generations');
  const open = yield* readList(json, 'open');
  const ended = yield* readList(json, 'ended');
  const claims = yield* readList(json, 'claims');
  const counts = yield* readCounts(json);
  const whole = { ...state, generations, open, ended, claims, faults: { rules: faults.rules, counts } };
  const problem = yield* stateProblem(whole);
  if (problem !== undefined) throw new ControlError('invalid_input', `The field state is not consistent: ${problem}.`);
  return whole;
}

function* readList<Name extends StateList>(json: LongJson, name: Name): Steps<AccountState[Name][number][]> {
  const { item, most } = STATE_LISTS[name];
  const items: AccountState[Name][number][] = [];
  for (const batch of json.part(`state.${name}`)?.batches() ?? []) {
    for (const each of batch as unknown[]) {
      if (items.length >= most) throw tooMany(`state.${name}`, most);
      items.push(readMember(item, each, ['state', name, items.length]) as AccountState[Name][number]);
      yield;
    }
  }
  return items;
}

function* readCounts(json: LongJson): Steps<Map<string, RuleCount>> {
  const { item, most } = COUNTS;
  const counts = new Map<string, RuleCount>();
  for (const batch of json.part('faults.counts')?.batches() ?? []) {
    for (const [name, count] of Object.entries(batch as object)) {
      const path = ['faults', 'counts', name];
      counts.set(readMember(CountName, name, path), readMember(item, count, path));
      if (counts.size > most) throw tooMany('faults.counts', most);
      yield;
    }
  }
  return counts;
}

function tooMany(place: string, most: number): ControlError {
  return new ControlError('invalid_input', `The field ${place} must have at most ${most} members.`);
}
