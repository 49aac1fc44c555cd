/**
 * An account as records, texts by key, of which a commit writes those that its changes name: for stores that keep
 * accounts outside of this process.
 */

import { countSources, findSource } from '../domain/account-generations.ts';
import { headOf, type Account } from '../domain/account.ts';
import type { ChangedNames } from './changed-names.ts';
import {
  byPlace,
  COUNT,
  GENERATION,
  HEAD_KEY,
  IDEMPOTENCY,
  nothingRead,
  readRecord,
  RULES_KEY,
  type ReadRecords,
} from './read-records.ts';

/** A record to be written, or deleted where there is no text. */
export type RecordChange = readonly [key: string, text: string | undefined];

/**
 * Where records stand among their like: the order of generations, idempotency records and counts is a part of an
 * account, and keys have none. Belongs to the account as it was read or written last.
 */
export interface RecordPlaces {
  /** The next one; kept with the head. */
  next: number;
  /** By key, of what keeps its place while it changes: open generations and counts. */
  readonly byKey: Map<string, number>;
}

/** The places of an account of which nothing is written yet. */
export function noPlaces(): RecordPlaces {
  return { next: 0, byKey: new Map() };
}

/** All records of an account. */
export function allRecords(account: Account, places: RecordPlaces): RecordChange[] {
  const records = [...bodyRecords(account, places)];
  // At last, with the place that is next then.
  return [...records, headRecord(account, places)];
}

/** All but the head, one by one: there may be many. */
export function* bodyRecords(account: Account, places: RecordPlaces): Generator<RecordChange, void, undefined> {
  const { open, ended, retained, idempotency, faults } = account;
  for (const generations of [open, ended, retained]) {
    for (const id of generations.keys()) yield generationRecord(account, places, id);
  }
  for (const key of idempotency.keys()) yield idempotencyRecord(account, places, key);
  if (faults === undefined) return;
  yield rulesRecord(account);
  for (const counted of faults.counts.keys()) yield countRecord(account, places, counted);
}

/** The record of the single values, as they are now. */
export function headRecord(account: Account, places: RecordPlaces): RecordChange {
  return [HEAD_KEY, JSON.stringify({ ...headOf(account), next: places.next, bytes: account.bytes })];
}

/** The records that changes name, each once; the head is always among them. */
export function recordChanges(account: Account, places: RecordPlaces, changes: ChangedNames): RecordChange[] {
  const records: RecordChange[] = [];
  placeOpen(account, places, changes.generations);
  for (const id of lastMentions(changes.generations)) records.push(generationRecord(account, places, id));
  for (const key of lastMentions(changes.idempotencyKeys)) records.push(idempotencyRecord(account, places, key));
  if (changes.hasNewRules) records.push(rulesRecord(account));
  for (const counted of lastMentions(changes.faultCounts)) records.push(countRecord(account, places, counted));
  // At last, with the place that is next then.
  records.push(headRecord(account, places));
  return records;
}

/** Applies records that another process has written to an account as it was before them. */
export function applyRecords(account: Account, places: RecordPlaces, changes: readonly RecordChange[]): void {
  const read = nothingRead();
  for (const [key, text] of changes) {
    if (text === undefined) dropRecord(account, places, key);
    else readRecord(read, key, JSON.parse(text));
  }
  for (const { state, place, generation } of read.generations.toSorted(byPlace)) {
    const { id } = generation;
    const known = findSource(account, id);
    if (known === undefined) countSources(account, generation);
    if (state !== 'open') account.open.delete(id);
    if (state === 'retained') account.ended.delete(id);
    account[state].set(id, generation);
    if (state === 'open') places.byKey.set(GENERATION + id, place);
    else places.byKey.delete(GENERATION + id);
  }
  for (const { record } of read.idempotency.toSorted(byPlace)) {
    account.idempotency.delete(record.key);
    account.idempotency.set(record.key, record);
  }
  applyFaults(account, places, read);
  if (read.head === undefined) return;
  const { next, ...head } = read.head;
  // The size is with the head, because here it is not known what was replaced.
  Object.assign(account, head);
  places.next = next;
}

function applyFaults(account: Account, places: RecordPlaces, { rules, counts }: ReadRecords): void {
  if (rules !== undefined) account.faults = { rules, counts: account.faults?.counts ?? new Map() };
  for (const { counted, count, place } of counts.toSorted(byPlace)) {
    account.faults?.counts.set(counted, count);
    places.byKey.set(COUNT + counted, place);
  }
}

/** A generation that is dropped has no uses as a source left, and uses its own sources no more. */
function dropRecord(account: Account, places: RecordPlaces, key: string): void {
  places.byKey.delete(key);
  if (key.startsWith(IDEMPOTENCY)) account.idempotency.delete(key.slice(IDEMPOTENCY.length));
  else if (key.startsWith(COUNT)) account.faults?.counts.delete(key.slice(COUNT.length));
  else if (key === RULES_KEY) account.faults = undefined;
  else dropGeneration(account, key.slice(GENERATION.length));
}

function dropGeneration({ open, ended, retained, sourceUses }: Account, id: string): void {
  const dropped = open.get(id) ?? ended.get(id) ?? retained.get(id);
  for (const states of [open, ended, retained]) states.delete(id);
  for (const { id: source } of dropped?.assignment.sources ?? []) {
    const uses = (sourceUses.get(source) ?? 1) - 1;
    if (uses > 0) sourceUses.set(source, uses);
    else sourceUses.delete(source);
  }
}

/** What is in nothing of the account any more was evicted. An ended one is named last when it ends. */
function generationRecord({ open, ended, retained }: Account, places: RecordPlaces, id: string): RecordChange {
  const key = GENERATION + id;
  const live = open.get(id);
  if (live !== undefined) return [key, JSON.stringify(['open', keptPlace(places, key), live])];
  places.byKey.delete(key);
  const settled = ended.get(id);
  if (settled !== undefined) return [key, JSON.stringify(['ended', nextPlace(places), settled])];
  const source = retained.get(id);
  return [key, source && JSON.stringify(['retained', 0, source])];
}

function idempotencyRecord({ idempotency }: Account, places: RecordPlaces, key: string): RecordChange {
  const record = idempotency.get(key);
  return [IDEMPOTENCY + key, record && JSON.stringify([nextPlace(places), record])];
}

function rulesRecord({ faults }: Account): RecordChange {
  return [RULES_KEY, faults && JSON.stringify(faults.rules)];
}

function countRecord({ faults }: Account, places: RecordPlaces, counted: string): RecordChange {
  const key = COUNT + counted;
  const count = faults?.counts.get(counted);
  if (count === undefined) places.byKey.delete(key);
  return [key, count && JSON.stringify([keptPlace(places, key), count])];
}

/** New ones stand in the order in which they were created, which is that of their first mention. */
function placeOpen({ open }: Account, places: RecordPlaces, ids: readonly string[]): void {
  for (const id of ids) if (open.has(id)) keptPlace(places, GENERATION + id);
}

function keptPlace(places: RecordPlaces, key: string): number {
  const known = places.byKey.get(key);
  if (known !== undefined) return known;
  const place = nextPlace(places);
  places.byKey.set(key, place);
  return place;
}

function nextPlace(places: RecordPlaces): number {
  places.next += 1;
  return places.next;
}

/** Each name once, in the order of their last mentions. */
function lastMentions(names: readonly string[]): readonly string[] {
  return names.length < 2 ? names : [...new Set(names.toReversed())].reverse();
}
