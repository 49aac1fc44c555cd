/** The events of `GET /_standin/events`. */

export interface LiveEvent {
  /** `generation`, `account`, `clock`, `request`, `fault` or `lost`. */
  readonly type: string;
  /** Null for a request without an account. */
  readonly account: string | null;
  /** The time on the account's clock. */
  readonly at: string;
  readonly [field: string]: unknown;
}

/** An unknown number of events is missing, so views have to reload their data. */
export const GAP: LiveEvent = { type: 'lost', account: null, at: '', events: null };

export function isGap({ type, events }: LiveEvent): boolean {
  return type === 'lost' && events === null;
}
