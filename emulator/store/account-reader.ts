/** An account from its records. */

import { accountOf, type Account } from '../domain/account.ts';
import { countSources } from '../domain/account-generations.ts';
import { bytesOfAccount } from '../domain/account-size.ts';
import { clearChanges } from '../domain/changes.ts';
import type { Generation } from '../domain/generation.ts';
import type { Steps } from '../domain/steps.ts';
import { atOnce } from '../../lib/slices.ts';
import type { RecordPlaces } from './account-records.ts';
import { DecodedMap } from './decoded-map.ts';
import {
  byPlace,
  COUNT,
  GENERATION,
  nothingRead,
  readRecord,
  type GenerationState,
  type ReadGeneration,
} from './read-records.ts';
import { costIn, hasSources } from './undecoded.ts';

/** An account that was read from its records. */
export interface RecordedAccount {
  readonly account: Account;
  readonly places: RecordPlaces;
  /** What its open generations cost together. */
  readonly reserved: number;
}

/**
 * Reads an account from its records, in whichever order they come; nothing where there is no head among them. A `parse`
 * of the caller's own may remember texts: accounts may share what is read from one.
 */
export function readAccountRecords(
  records: Iterable<readonly [key: string, text: string]>,
  parse: typeof JSON.parse = JSON.parse,
): RecordedAccount | undefined {
  const reader = new AccountReader();
  for (const [key, text] of records) reader.read(key, parse(text));
  return reader.end();
}

/** Accounts with fewer generations are decoded at once. */
const MANY = 100;

/** Takes one record after the other, so that the texts of a large account need not be there at once. */
export class AccountReader {
  readonly #read = nothingRead();

  /** Takes the value that was parsed from the text of a record. */
  read(key: string, value: ReturnType<typeof JSON.parse>): void {
    readRecord(this.#read, key, value);
  }

  /** Takes the text of a record. One of many generations is decoded when it is first asked for. */
  readText(key: string, text: string): void {
    const generation = key.startsWith(GENERATION) ? placedText(key, text) : undefined;
    if (generation === undefined) this.read(key, JSON.parse(text));
    else this.#read.generations.push(generation);
  }

  /** The account; nothing where there was no head. */
  end(): RecordedAccount | undefined {
    return atOnce(this.ending());
  }

  /** The same, in steps. */
  *ending(): Steps<RecordedAccount | undefined> {
    const { head: placed, rules, generations, idempotency, counts } = this.#read;
    if (placed === undefined) return undefined;
    const { next, bytes, ...head } = placed;
    const isLazy = generations.length >= MANY;
    const account: Account = isLazy ? { ...accountOf(head), ...decodedMaps() } : accountOf(head);
    const places: RecordPlaces = { next, byKey: new Map() };
    let reserved = 0;
    for (const read of generations.sort(byPlace)) {
      const cost = addRead(account, read);
      yield;
      if (read.state !== 'open') continue;
      reserved += cost;
      places.byKey.set(read.key, read.place);
    }
    for (const { record } of idempotency.sort(byPlace)) account.idempotency.set(record.key, record);
    if (rules !== undefined) {
      counts.sort(byPlace);
      for (const { counted, place } of counts) places.byKey.set(COUNT + counted, place);
      account.faults = { rules, counts: new Map(counts.map(({ counted, count }) => [counted, count])) };
    }
    account.bytes = isLazy ? bytes : bytesOfAccount(account);
    clearChanges(account.changes);
    return { account, places, reserved };
  }
}

function decodedMaps(): Pick<Account, GenerationState> {
  const aMap = (): DecodedMap<Generation> => new DecodedMap(JSON.parse);
  return { open: aMap(), ended: aMap(), retained: aMap() };
}

/** Adds a generation to the map of its state, and says what it costs. */
function addRead(account: Account, { state, key, generation: read }: ReadGeneration): number {
  const id = key.slice(GENERATION.length);
  const map = account[state];
  if (typeof read === 'string' && map instanceof DecodedMap && !hasSources(read)) {
    map.setText(id, read);
    return costIn(read);
  }
  const generation: Generation = typeof read === 'string' ? JSON.parse(read) : read;
  map.set(id, generation);
  countSources(account, generation);
  return generation.cost;
}

/** Takes the text of a generation out of that of its record, which is a list of its state, its place and itself. */
function placedText(key: string, text: string): ReadGeneration | undefined {
  const stateEnd = text.indexOf('",', STATE_START);
  const placeEnd = text.indexOf(',', stateEnd + 2);
  const state = text.slice(STATE_START, stateEnd);
  if (!isState(state) || text[placeEnd + 1] !== '{') return undefined;
  return { state, place: Number(text.slice(stateEnd + 2, placeEnd)), key, generation: text.slice(placeEnd + 1, -1) };
}

const STATE_START = '["'.length;

function isState(state: string): state is GenerationState {
  return state === 'open' || state === 'ended' || state === 'retained';
}
