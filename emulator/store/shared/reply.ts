/** Reads replies of the store. */

import type { Reply } from './connection.ts';

/** A text; undefined if the reply is something else. */
export function toText(reply: Reply): string | undefined {
  return typeof reply === 'string' ? reply : reply instanceof Buffer ? reply.toString() : undefined;
}

/** A whole number; 0 for nothing. */
export function toCount(reply: Reply): number {
  return Number(reply ?? 0);
}

/** A list. */
export function toList(reply: Reply): readonly Reply[] {
  return Array.isArray(reply) ? reply : [];
}

/** The texts of a list. */
export function toTexts(reply: Reply): string[] {
  return toList(reply).flatMap((item) => toText(item) ?? []);
}

/** Names and values, which come in turns. */
export function toPairs(reply: Reply): [name: string, value: string][] {
  const texts = toTexts(reply);
  return texts.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, texts[at + 1] ?? '']] : []));
}
