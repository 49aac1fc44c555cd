/** An Idempotency-Key and what it was used for. */

import type { Generation } from './generation.ts';

export interface Claim {
  readonly key: string;
  readonly fingerprint: string;
  readonly expiresAt: number;
}

export interface Claimed {
  readonly claim: Claim;
  readonly generation: Generation;
}
