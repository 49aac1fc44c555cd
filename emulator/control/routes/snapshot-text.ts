/** Reads, writes and redacts snapshots in steps, so that a large snapshot does not block other requests. */

import type * as z from 'zod';
import { createSnakeCase, toSnakeCase } from '../../../lib/spelling.ts';
import { redactedUrl } from '../../api/keys/fingerprint.ts';
import { COLLECTIONS } from '../../domain/account.ts';
import { stateProblem, type AccountState } from '../../domain/account-state.ts';
import type { Steps } from '../../domain/derivation.ts';
import type { Generation } from '../../domain/generation.ts';
import { parseBoundedJson } from '../bounded-json.ts';
import { ControlError } from '../control-error.ts';
import { readInput } from '../read-input.ts';
import type { ControlServices } from '../route.ts';
import { Snapshot, SNAPSHOT_BOUNDS, StoredCount, StoredGeneration, StoredRecord } from './snapshot-schema.ts';

/** Reads the state from a body. Throws a ControlError that names the first invalid field. */
export function* readSnapshot(bytes: Uint8Array): Steps<AccountState> {
  const body = parseBoundedJson(bytes, SNAPSHOT_BOUNDS);
  yield;
  const { state, faults } = readInput(Snapshot, body, 'The body');
  yield;
  const read = <Item extends z.ZodType>(name: keyof typeof state, item: Item, sent: readonly unknown[]) =>
    inSteps(sent, (one, at): z.output<Item> => readInput(item, one, ['state', name, at]));
  const counts = yield* inSteps(
    Object.entries(faults.counts),
    ([name, count]) => [name, readInput(StoredCount, count, ['faults', 'counts', name])] as const,
  );
  const whole = {
    account: state.account,
    open: yield* read('open', StoredGeneration, state.open),
    ended: yield* read('ended', StoredGeneration, state.ended),
    idempotency: yield* read('idempotency', StoredRecord, state.idempotency),
    faults: { rules: faults.rules, counts: new Map(counts) },
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
    const texts = yield* inSteps<object, string>(lists[name], (item) => JSON.stringify(json(item)));
    state.push(`"${name}":[${texts.join(',')}]`);
  }
  const rules = faults.rules.map((rule) => toSnakeCase(rule));
  const written = JSON.stringify({ rules, counts: Object.fromEntries(faults.counts) });
  return `{"format":"standin-account","version":4,"state":{${state.join(',')}},"faults":${written}}`;
}

/** Returns the state without API keys in its prompts, handles and URLs. */
export function* redactState({ context }: ControlServices, state: AccountState): Steps<AccountState> {
  const { suspects, redact } = context.redactors.redactorFor([]);
  const withHandles = <Item extends { readonly handles: readonly string[] }>(item: Item): Item => ({
    ...item,
    handles: item.handles.map(redact),
  });
  const withUrl = <Item extends { readonly url: string }>(item: Item): Item => ({
    ...item,
    url: redactedUrl(item.url, redact),
  });
  const redacted = (generation: Generation): Generation => {
    const { assignment } = generation;
    if (!suspects(JSON.stringify(assignment))) return generation;
    const prompt = redact(assignment.prompt);
    const images = assignment.images.map(withHandles).map(withUrl);
    const audios = assignment.audios.map(withHandles).map(withUrl);
    return {
      ...generation,
      assignment: { ...assignment, prompt, images, audios, sources: assignment.sources.map(withHandles) },
    };
  };
  const open = yield* inSteps(state.open, redacted);
  return { ...state, open, ended: yield* inSteps(state.ended, redacted) };
}

function* inSteps<From, To>(items: readonly From[], convert: (item: From, at: number) => To): Steps<To[]> {
  const converted: To[] = [];
  for (const item of items) {
    converted.push(convert(item, converted.length));
    yield;
  }
  return converted;
}
