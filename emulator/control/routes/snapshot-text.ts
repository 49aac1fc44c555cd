/** Reads and writes the JSON of snapshots in steps, so that a large snapshot does not block other requests. */

import type * as z from 'zod';
import { createSnakeCase, toSnakeCase } from '../../../lib/spelling.ts';
import { COLLECTIONS, type RuleCount } from '../../domain/account.ts';
import { stateProblem, type AccountState } from '../../domain/account-state.ts';
import type { Steps } from '../../domain/derivation.ts';
import { parseBoundedJson } from '../bounded-json.ts';
import { ControlError } from '../control-error.ts';
import { readInput, readMember } from '../read-input.ts';
import { Snapshot, SNAPSHOT_BOUNDS, StoredCount, StoredGeneration, StoredRecord } from './snapshot-schema.ts';

/** Reads the state from a body. Throws a ControlError that names the first invalid field. */
export function* readSnapshot(bytes: Uint8Array): Steps<AccountState> {
  const body = parseBoundedJson(bytes, SNAPSHOT_BOUNDS);
  yield;
  const { state, faults } = readInput(Snapshot, body, 'The body');
  yield;
  const whole = {
    account: state.account,
    open: yield* readList(StoredGeneration, 'open', state.open),
    ended: yield* readList(StoredGeneration, 'ended', state.ended),
    idempotency: yield* readList(StoredRecord, 'idempotency', state.idempotency),
    faults: { rules: faults.rules, counts: yield* readCounts(faults.counts) },
  };
  const problem = yield* stateProblem(whole);
  if (problem !== undefined) throw new ControlError('invalid_input', `The field state is not consistent: ${problem}.`);
  return whole;
}

/** Returns the JSON of a state. */
export function* writeSnapshot({ account, faults, ...lists }: AccountState): Steps<string> {
  const json = createSnakeCase();
  const state = [`"account":${JSON.stringify(toSnakeCase(account))}`];
  for (const name of [...COLLECTIONS, 'idempotency'] as const) {
    const texts: string[] = [];
    for (const item of lists[name]) {
      texts.push(JSON.stringify(json(item)));
      yield;
    }
    state.push(`"${name}":[${texts.join(',')}]`);
  }
  const rules = faults.rules.map((rule) => toSnakeCase(rule));
  const written = JSON.stringify({ rules, counts: Object.fromEntries(faults.counts) });
  return `{"format":"standin-account","version":4,"state":{${state.join(',')}},"faults":${written}}`;
}

function* readList<Item extends z.ZodType>(
  item: Item,
  name: string,
  sent: readonly unknown[],
): Steps<z.output<Item>[]> {
  const items: z.output<Item>[] = [];
  for (const each of sent) {
    items.push(readMember(item, each, ['state', name, items.length]));
    yield;
  }
  return items;
}

function* readCounts(sent: Readonly<Record<string, unknown>>): Steps<Map<string, RuleCount>> {
  const counts = new Map<string, RuleCount>();
  for (const [name, count] of Object.entries(sent)) {
    counts.set(name, readMember(StoredCount, count, ['faults', 'counts', name]));
    yield;
  }
  return counts;
}
