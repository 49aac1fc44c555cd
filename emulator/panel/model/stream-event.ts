/** What the stream of the control API tells of: `GET /_standin/events`, as docs/control.md says. */

export interface LiveEvent {
  /** `generation`, `account`, `clock`, `request`, `fault` or `lost`. */
  readonly type: string;
  /** Null of a request that reached no account. */
  readonly account: string | null;
  /** By the account's clock. */
  readonly at: string;
  readonly [field: string]: unknown;
}

/** Events are missing, and nobody knows how many: what was read before has to be read again. */
export const GAP: LiveEvent = { type: 'lost', account: null, at: '', events: null };

export function isGap({ type, events }: LiveEvent): boolean {
  return type === 'lost' && events === null;
}
