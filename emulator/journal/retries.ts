/** Recognizes requests of an account that are attempts at the same operation, as long as the latest is stored. */

import type { AttemptCount } from './log-segment.ts';

/** An identifier that all attempts at one operation share. */
export type RetryIdentity = string | number;

/** An attempt, and the times that the next attempt is compared with. */
export interface Attempt extends AttemptCount {
  readonly seq: number;
  readonly at: number;
  readonly realAt: number;
  /** The end of the response, on the clock of `startedAt`. Undefined while it is being sent. */
  endedAt: number | undefined;
}

/** A request that is about to become an entry. */
export interface NewAttempt {
  readonly identity: RetryIdentity;
  /** The times on the account's clock and on the machine's clock. */
  readonly at: number;
  readonly realAt: number;
  /** The time on a monotonic clock. */
  readonly startedAt: number;
}

/** The heap memory of a group without its identity (measured on Node 20 to 24, rounded up). */
const GROUP_BYTES = 256;

/** Groups the attempts of an account by their operation. A group keeps only its latest attempt. */
export class RetryGroups {
  /** The heap memory of the groups. */
  bytes = 0;
  readonly #latest = new Map<RetryIdentity, Attempt>();
  readonly #windowMs: number;

  /** `windowMs` is the time on the account's clock within which the same request is another attempt. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Counts a request before its entry is appended. */
  count({ identity, at, realAt, startedAt }: NewAttempt, seq: number): Attempt {
    const last = this.#latest.get(identity);
    if (last === undefined) this.bytes += bytesOf(identity);
    // Without an Idempotency-Key, the same request is a first attempt after the window.
    const isRetry = last !== undefined && (isKeyed(identity) || Math.abs(at - last.at) <= this.#windowMs);
    const pauseMs = isRetry && last.endedAt !== undefined ? startedAt - last.endedAt : -1;
    const attempt = {
      seq,
      at,
      realAt,
      endedAt: undefined,
      attempt: isRetry ? last.attempt + 1 : 1,
      gapMs: isRetry ? at - last.at : undefined,
      realGapMs: isRetry ? realAt - last.realAt : undefined,
      realPauseMs: pauseMs < 0 ? undefined : pauseMs,
    };
    this.#latest.set(identity, attempt);
    return attempt;
  }

  /** Removes the groups whose latest attempt was evicted. */
  forget(evictedThrough: number): void {
    for (const [identity, { seq }] of this.#latest) {
      if (seq > evictedThrough) continue;
      this.#latest.delete(identity);
      this.bytes -= bytesOf(identity);
    }
  }
}

function bytesOf(identity: RetryIdentity): number {
  return GROUP_BYTES + (typeof identity === 'string' ? identity.length : 0);
}

function isKeyed(identity: RetryIdentity): boolean {
  return typeof identity === 'string' && identity.startsWith(KEYED);
}

/** The parts of a request that identify it, without its body. */
export interface RequestLine {
  readonly method: string;
  readonly target: string;
  /** The Idempotency-Key. */
  readonly key: string | undefined;
}

const KEYED = 'key\n';

/** Identifies a create with an Idempotency-Key by the key, and any other request by its method, target and body. */
export function retryIdentity({ method, target, key }: RequestLine, body: Uint8Array | undefined): RetryIdentity {
  if (method === 'GET') return target;
  if (method === 'POST' && key !== undefined) return KEYED + key;
  return body === undefined ? `${method}\n${target}` : bodyDigest(body, mixText(mixText(0, method), target));
}

/**
 * Returns a number that distinguishes bodies. SHA-256 takes several times as long, and a text twice as long (bench:api,
 * valid creates). A client can construct bodies with the same number. They would count as attempts at one operation.
 */
function bodyDigest(body: Uint8Array, start: number): number {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const pairs = body.length - (body.length % 8);
  let even = start;
  let odd = body.length;
  for (let at = 0; at < pairs; at += 8) {
    even = mix(even, view.getInt32(at));
    odd = mix(odd, view.getInt32(at + 4));
  }
  for (let at = pairs; at < body.length; at += 1) even = mix(even, view.getUint8(at));
  even = mix(even, odd);
  odd = mix(odd, even);
  return (even >>> 0) * 2 ** 21 + (odd >>> 11);
}

function mix(state: number, word: number): number {
  const product = Math.imul(state ^ word, 0x9e_37_79_b1);
  return product ^ (product >>> 15);
}

/** Mixes a text into a digest. The length separates consecutive texts. */
function mixText(state: number, text: string): number {
  let mixed = mix(state, text.length);
  for (let at = 0; at < text.length; at += 1) mixed = mix(mixed, text.charCodeAt(at));
  return mixed;
}
