/** Groups requests of an account that are attempts at the same operation, as long as the latest is stored. */

import type { AttemptCount, LogSegment } from './log-segment.ts';

/** An identifier that all attempts at one operation share. */
export type RetryIdentity = string | number;

/** The attempts at one operation, as of the latest attempt. */
export interface RetryGroup extends AttemptCount {
  readonly identity: RetryIdentity;
  /** The segment with the entry of the latest attempt. */
  segment: LogSegment;
  seq: number;
  at: number;
  realAt: number;
  attempt: number;
  gapMs: number | undefined;
  realGapMs: number | undefined;
  realPauseMs: number | undefined;
  /** The end of the response to the latest attempt, on the clock of `startedAt`. Undefined while it is being sent. */
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

/** The heap memory of a group without the text of its identity (measured on Node 20 to 24, rounded up). */
const GROUP_BYTES = 256;

export class RetryGroups {
  /** The heap memory of the groups. */
  bytes = 0;
  readonly #groups = new Map<RetryIdentity, RetryGroup>();
  /** The groups by the segment of an attempt. Their latest attempt may be in a later segment. */
  readonly #bySegment = new Map<LogSegment, RetryGroup[]>();
  readonly #windowMs: number;

  /** `windowMs` is the time on the account's clock within which the same request is another attempt. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Counts a request before its entry is appended. The result is valid until the next call. */
  count({ identity, at, realAt, startedAt }: NewAttempt, segment: LogSegment, seq: number): RetryGroup {
    const group = this.#groups.get(identity) ?? this.#open(identity, segment);
    const gapMs = at - group.at;
    // Without an Idempotency-Key, the same request starts a new group after the window.
    const isRetry = group.attempt > 0 && (isKeyed(identity) || Math.abs(gapMs) <= this.#windowMs);
    const pauseMs = isRetry && group.endedAt !== undefined ? startedAt - group.endedAt : -1;
    group.attempt = isRetry ? group.attempt + 1 : 1;
    group.gapMs = isRetry ? gapMs : undefined;
    group.realGapMs = isRetry ? realAt - group.realAt : undefined;
    group.realPauseMs = pauseMs < 0 ? undefined : pauseMs;
    group.seq = seq;
    group.at = at;
    group.realAt = realAt;
    group.endedAt = undefined;
    if (group.segment !== segment) this.#move(group, segment);
    return group;
  }

  /** Removes the groups whose latest attempt is in an evicted segment. */
  forget(segment: LogSegment): void {
    for (const group of this.#bySegment.get(segment) ?? []) {
      if (group.segment !== segment) continue;
      this.#groups.delete(group.identity);
      this.bytes -= bytesOf(group.identity);
    }
    this.#bySegment.delete(segment);
  }

  #move(group: RetryGroup, segment: LogSegment): void {
    group.segment = segment;
    const groups = this.#bySegment.get(segment);
    if (groups === undefined) this.#bySegment.set(segment, [group]);
    else groups.push(group);
  }

  #open(identity: RetryIdentity, segment: LogSegment): RetryGroup {
    const never = { gapMs: undefined, realGapMs: undefined, realPauseMs: undefined, endedAt: undefined };
    const group: RetryGroup = { identity, segment, seq: 0, at: 0, realAt: 0, attempt: 0, ...never };
    this.#groups.set(identity, group);
    this.bytes += bytesOf(identity);
    this.#move(group, segment);
    return group;
  }
}

function bytesOf(identity: RetryIdentity): number {
  return GROUP_BYTES + (typeof identity === 'string' ? identity.length : 0);
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

function isKeyed(identity: RetryIdentity): boolean {
  return typeof identity === 'string' && identity.startsWith(KEYED);
}

/**
 * Returns a number that distinguishes bodies. SHA-256 takes several times as long (bench:api, valid creates). A client
 * can construct bodies with the same number. They would count as attempts at the same operation.
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

const FACTOR = 0x9e_37_79_b1;

function mix(state: number, word: number): number {
  const product = Math.imul(state ^ word, FACTOR);
  return product ^ (product >>> 15);
}

/** Mixes a text into a digest. The length separates consecutive texts. */
function mixText(state: number, text: string): number {
  let mixed = mix(state, text.length);
  for (let at = 0; at < text.length; at += 1) mixed = mix(mixed, text.charCodeAt(at));
  return mixed;
}
