/** Defines the keys in the store and reads its replies. An account's keys share a hash tag, so they are on one node. */

/** A reply of the store, of any type. */
export type Reply = unknown;

/** The keys that belong to no account. All are on one node. */
export const COMMON = {
  /** The names of open accounts, sorted by the time of the last request. */
  accounts: '{standin}:accounts',
  /** The total number of generations in all accounts. */
  generations: '{standin}:generations',
  /** The entries and events of the journal, in one order. */
  journal: '{standin}:journal',
  /** The number of bytes that were ever appended to the journal. */
  journalEnd: '{standin}:journal-end',
  /** The issued keys, by fingerprint. */
  keys: '{standin}:keys',
  /** The accounts that were replaced or removed, and the changes of keys. */
  signals: '{standin}:signals',
  /** The salt of fingerprints, and the default clock. */
  common: '{standin}:common',
} as const;

/** Returns the key of an account: a hash of its records, its version `v`, and its `life`. */
export function recordsKey(account: string): string {
  return `standin:{${encodeURIComponent(account)}}:records`;
}

/** Reads a text. Returns undefined for any other reply. */
export function toText(reply: Reply): string | undefined {
  return typeof reply === 'string' ? reply : reply instanceof Buffer ? reply.toString() : undefined;
}

/** Reads an integer. Returns 0 if there is none. */
export function toCount(reply: Reply): number {
  return Number(reply ?? 0);
}

/** Reads a list. */
export function toList(reply: Reply): readonly Reply[] {
  return Array.isArray(reply) ? reply : [];
}

/** Reads a list of texts. */
export function toTexts(reply: Reply): string[] {
  return toList(reply).flatMap((item) => toText(item) ?? []);
}

/** Reads the names and values of a hash, which alternate in the reply. */
export function toPairs(reply: Reply): [name: string, value: string][] {
  const texts = toTexts(reply);
  return texts.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, texts[at + 1] ?? '']] : []));
}
