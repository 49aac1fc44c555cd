/** Reads and writes the JSON of snapshots in steps, so that a large snapshot does not block other requests. */

import { createSnakeCase, toSnakeCase } from '../../../lib/spelling.ts';
import { stateProblem, type AccountState } from '../../domain/account-state.ts';
import type { RuleCount } from '../../domain/fault-state.ts';
import type { Steps } from '../../domain/derivation.ts';
import { parseBoundedJson } from '../bounded-json.ts';
import { ControlError } from '../control-error.ts';
import { readInput, readMember } from '../read-input.ts';
import { COUNTS, CountName, Snapshot, SNAPSHOT_BOUNDS, STATE_LISTS, type StateList } from './snapshot-schema.ts';

/** Reads the state from a body. Throws a ControlError that names the first invalid field. */
export function* readSnapshot(bytes: Uint8Array): Steps<AccountState> {
  const body = parseBoundedJson(bytes, SNAPSHOT_BOUNDS);
  yield;
  const lists = takeLists(body);
  // The lists are empty at this point. If the body lacks a list, the schema reports it.
  const { state, faults } = readInput(Snapshot, body, 'The body');
  const open = yield* readList(lists, 'open');
  const ended = yield* readList(lists, 'ended');
  const retained = yield* readList(lists, 'retained');
  const idempotency = yield* readList(lists, 'idempotency');
  const counts = yield* readCounts(lists.get('counts') ?? {});
  const whole = { ...state, open, ended, retained, idempotency, faults: { rules: faults.rules, counts } };
  const problem = yield* stateProblem(whole);
  if (problem !== undefined) throw new ControlError('invalid_input', `The field state is not consistent: ${problem}.`);
  return whole;
}

/** Returns the JSON of a state. */
export function* writeSnapshot({ account, faults, ...lists }: AccountState): Steps<string> {
  const json = createSnakeCase();
  const state = [`"account":${JSON.stringify(toSnakeCase(account))}`];
  for (const name of Object.keys(STATE_LISTS) as StateList[]) {
    const texts: string[] = [];
    for (const item of lists[name]) {
      texts.push(JSON.stringify(json(item)));
      yield;
    }
    state.push(`"${name}":[${texts.join(',')}]`);
  }
  const rules = faults.rules.map((rule) => toSnakeCase(rule));
  const written = JSON.stringify({ rules, counts: Object.fromEntries(faults.counts) });
  return `{"format":"standin-account","version":3,"state":{${state.join(',')}},"faults":${written}}`;
}

/** Removes and returns the long lists of a body, which are parsed item by item. */
function takeLists(body: unknown): Map<string, object> {
  const lists = new Map<string, object>();
  const { state, faults } = membersOf(body);
  for (const holder of [membersOf(state), membersOf(faults)]) {
    for (const name of [...Object.keys(STATE_LISTS), 'counts']) {
      const list = holder[name];
      if (typeof list !== 'object' || list === null) continue;
      lists.set(name, list);
      holder[name] = Array.isArray(list) ? [] : {};
    }
  }
  return lists;
}

function* readList<Name extends StateList>(
  lists: ReadonlyMap<string, object>,
  name: Name,
): Steps<AccountState[Name][number][]> {
  const { item, most } = STATE_LISTS[name];
  const sent = Object.values(lists.get(name) ?? []);
  if (sent.length > most) throw tooMany(`state.${name}`, most);
  const items: AccountState[Name][number][] = [];
  for (const each of sent) {
    items.push(readMember(item, each, ['state', name, items.length]) as AccountState[Name][number]);
    yield;
  }
  return items;
}

function* readCounts(sent: object): Steps<Map<string, RuleCount>> {
  const { item, most } = COUNTS;
  const entries = Object.entries(sent);
  if (entries.length > most) throw tooMany('faults.counts', most);
  const counts = new Map<string, RuleCount>();
  for (const [name, count] of entries) {
    const path = ['faults', 'counts', name];
    counts.set(readMember(CountName, name, path), readMember(item, count, path));
    yield;
  }
  return counts;
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function tooMany(place: string, most: number): ControlError {
  return new ControlError('invalid_input', `The field ${place} must have at most ${most} members.`);
}
