/** An event of `GET /_standin/events`. */

export interface LiveEvent {
  /** The type: `generation`, `account`, `clock`, `request`, `fault` or `lost`. */
  readonly type: string;
  /** The account. Null for a request without an account. */
  readonly account: string | null;
  /** The time on the account's clock. */
  readonly at: string;
  readonly [field: string]: unknown;
}

/** The event for an unknown number of missing events. Views reload their data. */
export const GAP: LiveEvent = { type: 'lost', account: null, at: '', events: null };

export function isGap({ type, events }: LiveEvent): boolean {
  return type === 'lost' && events === null;
}
