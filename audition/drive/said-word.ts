/** Reads the last line of a client. Missing or unusual members are left out. */

import * as z from 'zod';
import { SaidError, type ClientWord } from '../evidence/case-record.ts';

const MOST = 65_536;
const MOST_TEXTS = 20;
const text = z.string().optional().catch(undefined);

const Word = z.object({
  id: text,
  ids: z.array(z.string()).optional().catch(undefined),
  status: text,
  error: z.unknown().optional(),
  also: z.array(z.string()).optional().catch(undefined),
});

/** Parses the word in a line of JSON; undefined if the line does not contain a word. */
export function readWord(line: string): ClientWord | undefined {
  if (line.length > MOST || !line.trimStart().startsWith('{')) return undefined;
  try {
    return toWord(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Converts a value to the word of a client. */
export function toWord(value: unknown): ClientWord | undefined {
  const read = Word.safeParse(value);
  if (!read.success) return undefined;
  const { id, ids = [], status, error, also = [] } = read.data;
  const texts = [...also, ...otherTexts(value), ...otherTexts(error)];
  const word = {
    ids: id === undefined ? ids : [id, ...ids],
    status,
    error: SaidError.optional().catch(undefined).parse(error),
  };
  return texts.length === 0 ? word : { ...word, also: texts.slice(0, MOST_TEXTS) };
}

const NAMED: ReadonlySet<string> = new Set([
  ...Object.keys(Word.shape),
  'code',
  'message',
  'request_id',
  'idempotency_key',
]);

/** Returns the texts in members that the protocol does not name. */
function otherTexts(value: unknown): string[] {
  const members = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return members.flatMap(([name, text]) => (typeof text === 'string' && !NAMED.has(name) ? [text] : []));
}
