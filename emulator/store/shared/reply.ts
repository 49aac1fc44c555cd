/** Reads replies of the store. */

import type { Reply } from './connection.ts';

/** A text; undefined where there is none. */
export function toText(reply: Reply): string | undefined {
  if (typeof reply === 'string') return reply;
  if (reply instanceof Buffer) return reply.toString();
  return typeof reply === 'number' ? String(reply) : undefined;
}

/** A whole number; 0 where there is none. */
export function toCount(reply: Reply): number {
  return Number(toText(reply) ?? 0);
}

/** A list. */
export function toList(reply: Reply): readonly Reply[] {
  return Array.isArray(reply) ? reply : [];
}

/** A list of texts. */
export function toTexts(reply: Reply): string[] {
  return toList(reply).flatMap((item) => toText(item) ?? []);
}

/** Names and values, which come in turns. */
export function toPairs(reply: Reply): [name: string, value: string][] {
  const texts = toTexts(reply);
  return texts.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, texts[at + 1] ?? '']] : []));
}

/** An item of a stream. */
export interface StreamItem {
  readonly id: string;
  /** Names and values in turns. */
  readonly fields: readonly Reply[];
}

/** The items of a stream, in order. */
export function toItems(reply: Reply): StreamItem[] {
  return toList(reply).map((item) => {
    const [id, fields] = toList(item);
    return { id: toText(id) ?? '', fields: toList(fields) };
  });
}
