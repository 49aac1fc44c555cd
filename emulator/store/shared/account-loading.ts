/**
 * Reads all of an account. A large one comes in parts, between which the store and this replica serve others; what
 * others commit meanwhile is applied to it.
 */

import { atOnce, inSlices } from '../../../lib/slices.ts';
import { readChanges } from './account-commands.ts';
import { readChange, readVersion, type AccountVersion, type CommittedChange } from './account-versions.ts';
import type { StoreConnection } from './connection.ts';
import { toList, toPairs, toText } from './reply.ts';
import { recordsKey } from './store-keys.ts';

/** Records of one part, about; an account with fewer comes at once. */
const PART_RECORDS = 500;
/** After so many attempts in which an account changed more quickly than it was read, it is read by one command. */
const MOST_ATTEMPTS = 3;

/** Nothing where no account is open; throws where what is there is none. */
export async function loadAccount(connection: StoreConnection, name: string): Promise<AccountVersion | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const records = await readParts(connection, name);
    if (records === undefined) continue;
    return records.size <= PART_RECORDS ? atOnce(readVersion(records)) : inSlices(readVersion(records));
  }
  const all = await connection.send(recordsKey(name), ['HGETALL', recordsKey(name)]);
  return inSlices(readVersion(new Map(toPairs(all))));
}

/** The records as one commit left them; nothing where they changed more quickly than they were read. */
async function readParts(connection: StoreConnection, name: string): Promise<Map<string, string> | undefined> {
  const key = recordsKey(name);
  const records = new Map<string, string>();
  const scan = async (from: string): Promise<string> => {
    const [cursor, pairs] = toList(await connection.send(key, ['HSCAN', key, from, 'COUNT', String(PART_RECORDS)]));
    for (const [record, text] of toPairs(pairs)) records.set(record, text);
    return toText(cursor) ?? '0';
  };
  const [version, first] = await Promise.all([connection.send(key, ['HGET', key, 'v']), scan('0')]);
  // One command, hence one moment.
  if (first === '0') return records;
  const changes: CommittedChange[] = [];
  let id = toText(version);
  for (let cursor: string | undefined = first; cursor !== undefined && id !== undefined;) {
    // When the last part is there, once more what has changed until then.
    const [next, more]: [string | undefined, readonly CommittedChange[] | undefined] = await Promise.all([
      cursor === '0' ? undefined : scan(cursor),
      changesSince(connection, name, id),
    ]);
    if (more === undefined) return undefined;
    changes.push(...more);
    id = more.at(-1)?.id ?? id;
    cursor = next;
  }
  if (id === undefined) return undefined;
  // A part may have some of these changes; all of them, in their order, lead to the last one all the same.
  for (const change of changes) applyChange(records, change);
  return records.set('v', id);
}

/** All changes from a version to the one of now; nothing where the store has not got all of them. */
async function changesSince(
  connection: StoreConnection,
  name: string,
  id: string,
): Promise<readonly CommittedChange[] | undefined> {
  const { version = '', items } = await readChanges(connection, name, { id });
  const changes = items.map(readChange);
  const ids = [id, ...changes.map((change) => change.id)];
  return changes.every(({ from }, at) => from === ids[at]) && ids.includes(version) ? changes : undefined;
}

function applyChange(records: Map<string, string>, change: CommittedChange): void {
  for (const [key, text] of change.records) {
    if (text === undefined) records.delete(key);
    else records.set(key, text);
  }
}
