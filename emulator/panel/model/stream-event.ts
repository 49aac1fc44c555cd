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
