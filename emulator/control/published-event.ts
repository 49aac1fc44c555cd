/** What is published to those who listen. */

import type { EntryReference } from '../journal/entry-layout.ts';

export interface PublishedEvent {
  /** For example `generation`. */
  readonly type: string;
  readonly account: string | null;
  /** By the account's clock. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A request was answered. Its entry says the rest, and is read for events that are sent, not for all. */
export interface RequestEvent {
  readonly type: 'request';
  /** Null when it reached no account. */
  readonly account: string | null;
  readonly reference: EntryReference;
}
