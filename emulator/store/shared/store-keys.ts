/** Names in the store. All of an account lies under one hash tag, hence on one node of a cluster; so does the rest. */

/** What belongs to all accounts. */
export const COMMON = {
  /** Names of open accounts, by when they opened. */
  accounts: '{standin}:accounts',
  /** The same, by when they were last asked for. */
  seen: '{standin}:seen',
  /** How many generations all accounts have. */
  generations: '{standin}:generations',
  /** Entries of the journal and events, in one order. */
  journal: '{standin}:journal',
  /** How many bytes the journal ever had. */
  journalEnd: '{standin}:journal-end',
  /** Issued keys, by their fingerprints. */
  keys: '{standin}:keys',
  /** What all replicas have to agree on: the salt of fingerprints, the default clock. */
  common: '{standin}:common',
} as const;

/**
 * The records of an account, by their keys; `v` is its version, `life` distinguishes it from earlier ones of its name.
 */
export function recordsKey(account: string): string {
  return `standin:{${encodeURIComponent(account)}}:records`;
}

/** The channel of a database on which replicas tell each other that accounts ended and that keys changed. */
export function signalsChannel(database: string): string {
  return `standin:signals:${database}`;
}
