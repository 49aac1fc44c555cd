/** Recognizes requests of an account that are attempts at the same operation, as long as the latest is stored. */

import { crc32 } from 'node:zlib';
import { ENTRY_FIELDS, PARTS } from './entry.ts';
import type { AttemptCount, Texts } from './entry-field.ts';
import type { EntryReference } from './log-segment.ts';

/** An identifier that all attempts at one operation share. */
export type RetryIdentity = string | number;

/** The heap memory of a group without its identity (measured on Node 20 to 24, rounded up). */
const GROUP_BYTES = 256;

/**
 * Groups the attempts of an account by their operation. A group keeps only its latest attempt. Within `windowMs` on the
 * account's clock, the same request is another attempt. `charge` receives each change of the heap memory.
 */
export function createRetryGroups(windowMs: number, charge: (bytes: number) => void) {
  const groups = new Map<RetryIdentity, { latest: EntryReference }>();
  return {
    /** Counts a request as an attempt. */
    count: (identity: RetryIdentity, request: EntryReference): AttemptCount => {
      const group = groups.get(identity);
      if (group === undefined) {
        groups.set(identity, { latest: request });
        charge(bytesOf(identity));
        return { attempt: 1 };
      }
      const last = group.latest;
      group.latest = request;
      const gapMs = PARTS.at(request) - PARTS.at(last);
      // Without an Idempotency-Key, the same request is a first attempt after the window.
      const isKeyed = typeof identity === 'string' && identity.startsWith(KEYED);
      if (!isKeyed && Math.abs(gapMs) > windowMs) return { attempt: 1 };
      const realGapMs = PARTS.realAt(request) - PARTS.realAt(last);
      const pauseMs = PARTS.arrivedMs(request) - PARTS.arrivedMs(last) - (PARTS.totalMs(last) ?? Infinity);
      return { attempt: PARTS.attempt(last) + 1, gapMs, realGapMs, realPauseMs: pauseMs < 0 ? undefined : pauseMs };
    },
    /** Removes the groups whose latest attempt was evicted. */
    forget: (evictedThrough: number): void => {
      for (const [identity, { latest }] of groups) {
        if (latest.seq <= evictedThrough && groups.delete(identity)) charge(-bytesOf(identity));
      }
    },
  };
}

function bytesOf(identity: RetryIdentity): number {
  return GROUP_BYTES + (typeof identity === 'string' ? identity.length : 0);
}

const KEYED = 'key\n';

/**
 * Identifies a create with an Idempotency-Key by the key, and any other request by its method, target and body. The
 * texts are redacted. A client can construct bodies with the same checksum. They count as attempts at one operation.
 */
export function retryIdentity(texts: Texts, body: Uint8Array | undefined): RetryIdentity {
  const method = ENTRY_FIELDS.method({ texts });
  const target = ENTRY_FIELDS.path({ texts });
  const key = ENTRY_FIELDS.request.idempotency_key({ texts });
  if (method === 'GET') return target;
  if (method === 'POST' && key !== null) return KEYED + key;
  if (body === undefined) return `${method}\n${target}`;
  const digest = body.length * 2 ** 32 + crc32(body);
  // A text takes longer than a number (bench:api, valid creates).
  return method === 'POST' && target === '/v1/videos' ? digest : `${method}\n${target}\n${digest}`;
}
