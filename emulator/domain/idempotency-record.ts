/** The create for which an Idempotency-Key was used. */

export interface IdempotencyRecord {
  readonly key: string;
  /** The fingerprint of the body that was sent with the key. */
  readonly fingerprint: string;
  readonly expiresAt: number;
  /** The id of the generation that the create made. */
  readonly generation: string;
}
