/** The keys of the store, and reading its replies. An account has one hash tag, hence one node of a cluster. */

import type { Reply } from './connection.ts';

/** The keys that belong to all accounts, on one node. */
export const COMMON = {
  /** The names of open accounts, by the time of their last request. */
  accounts: '{standin}:accounts',
  /** The number of generations in all accounts. */
  generations: '{standin}:generations',
  /** Entries of the journal and events, in one order. */
  journal: '{standin}:journal',
  /** The number of bytes that the journal ever had. */
  journalEnd: '{standin}:journal-end',
  /** Issued keys, by their fingerprints. */
  keys: '{standin}:keys',
  /** The salt of fingerprints, and the default clock. */
  common: '{standin}:common',
} as const;

/** The key of an account: a hash of its records, its version `v`, and its `life`. */
export function recordsKey(account: string): string {
  return `standin:{${encodeURIComponent(account)}}:records`;
}

/** A text; undefined if the reply is something else. */
export function toText(reply: Reply): string | undefined {
  return typeof reply === 'string' ? reply : reply instanceof Buffer ? reply.toString() : undefined;
}

/** A whole number; 0 for nothing. */
export function toCount(reply: Reply): number {
  return Number(reply ?? 0);
}

/** A list. */
export function toList(reply: Reply): readonly Reply[] {
  return Array.isArray(reply) ? reply : [];
}

/** The texts of a list. */
export function toTexts(reply: Reply): string[] {
  return toList(reply).flatMap((item) => toText(item) ?? []);
}

/** The names and values of a hash, which alternate. */
export function toPairs(reply: Reply): [name: string, value: string][] {
  const texts = toTexts(reply);
  return texts.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, texts[at + 1] ?? '']] : []));
}
