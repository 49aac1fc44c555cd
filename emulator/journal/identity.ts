/** By what requests are known that are attempts at one thing. */

import type { Identity } from './attempts.ts';
import type { RawFacts } from './raw-entry.ts';

type Asked = Pick<RawFacts, 'method' | 'target' | 'idempotencyKey'>;

/** A create with a key is known by the key, everything else by what it asks: method, target and body. */
export function identityOf({ method, target, idempotencyKey }: Asked, body: Uint8Array | undefined): Identity {
  if (method === 'GET') return target;
  if (method === 'POST' && idempotencyKey !== undefined) return `key\n${idempotencyKey}`;
  return body === undefined ? `${method}\n${target}` : markOf(body, method.length + target.length);
}

/**
 * A number by which bodies are told apart, several times quicker than a digest. Those that happen to be sent never share one; bodies can be made that
 * do, and all that comes of it is that they count as attempts at one thing.
 */
function markOf(body: Uint8Array, start: number): number {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const pairs = body.length - (body.length % 8);
  let even = start;
  let odd = body.length;
  for (let at = 0; at < pairs; at += 8) {
    even = mixed(even, view.getInt32(at));
    odd = mixed(odd, view.getInt32(at + 4));
  }
  for (let at = pairs; at < body.length; at += 1) even = mixed(even, view.getUint8(at));
  even = mixed(even, odd);
  odd = mixed(odd, even);
  return (even >>> 0) * 2 ** 21 + (odd >>> 11);
}

const FACTOR = 0x9e_37_79_b1;

function mixed(state: number, word: number): number {
  const product = Math.imul(state ^ word, FACTOR);
  return product ^ (product >>> 15);
}
