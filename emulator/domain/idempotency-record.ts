/** What an Idempotency-Key was used for. */

export interface IdempotencyRecord {
  readonly key: string;
  /** Of the body that was sent with it. */
  readonly fingerprint: string;
  readonly expiresAt: number;
  /** The id of the generation that the create with this key made. */
  readonly generation: string;
}
