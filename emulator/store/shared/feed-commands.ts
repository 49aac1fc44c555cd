/**
 * The commands with which items are added to the feed and read. A large item has its value in a stream of its own,
 * under the same id: whoever has published it waits for its turn only, and what it has already does not come back.
 */

import type { CommandPart } from './connection.ts';
import { COMMON } from './store-keys.ts';

/** Up to so many bytes a value stands in its item: to ask for it would cost more than to read it. */
const SMALL_BYTES = 2048;

/**
 * KEYS: the feed, and the values of its large items. ARGV: who has published the item, its value, and up to which id
 * both are cut. EVAL and not EVALSHA: what one replica sends stays in its order, also where no script is known yet.
 */
const ADD_SCRIPT = `
local id = redis.call('XADD', KEYS[1], 'MINID', '~', ARGV[3], '*', ARGV[1], '')
redis.call('XADD', KEYS[2], 'MINID', '~', ARGV[3], id, 'value', ARGV[2])`;

/** Adds an item, and cuts what is older than an id. */
export function additionOf(from: string, value: Buffer, oldest: string): readonly CommandPart[] {
  if (value.length <= SMALL_BYTES) return ['XADD', COMMON.feed, 'MINID', '~', oldest, '*', from, value];
  return ['EVAL', ADD_SCRIPT, '2', COMMON.feed, COMMON.feedValues, from, value, oldest];
}

/** Asks for the value of a large item. */
export function valueQuery(id: string): readonly CommandPart[] {
  return ['XRANGE', COMMON.feedValues, id, id];
}
