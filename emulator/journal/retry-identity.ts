/** By what requests are known that are attempts at one thing. */

import type { Identity } from './retries.ts';
import type { CapturedRequest } from './stored-entry.ts';

/** What a request asks beside its body. */
export type Asked = Pick<CapturedRequest, 'method' | 'target' | 'idempotencyKey'>;

/** A create with a key is known by the key, everything else by what it asks: method, target and body. */
export function identityOf({ method, target, idempotencyKey }: Asked, body: Uint8Array | undefined): Identity {
  if (method === 'GET') return target;
  if (method === 'POST' && idempotencyKey !== undefined) return `key\n${idempotencyKey}`;
  return body === undefined ? `${method}\n${target}` : markOf(body, spelt(spelt(0, method), target));
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

/** The length goes in too, or where one text ends and the next begins would make no difference. */
function spelt(state: number, text: string): number {
  let spelt = mixed(state, text.length);
  for (let at = 0; at < text.length; at += 1) spelt = mixed(spelt, text.charCodeAt(at));
  return spelt;
}
