/** Reads a record on its way: whole where it is short, comes in time and finds room, else it passes on unread. */

import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { ApiBody } from '../../emulator/api/messages.ts';
import type { MemoryBudget } from '../../emulator/lib/memory-budget.ts';
import type { UpstreamResponse } from '../upstream/client.ts';

/** The body of an answer, and the object that was read of it. */
export interface ReadAnswer {
  readonly body: ApiBody;
  /** Nothing where it was too long, too slow, one of too many at once, broke off, or holds no JSON object. */
  readonly record: Readonly<Record<string, unknown>> | undefined;
}

/** A record has a few hundred bytes. */
const MOST_BYTES = 1_048_576;
/** How long the rest of a body may take before it is passed on as it comes. */
const PATIENCE_MS = 2000;

/** While a record is read, its bytes are chunks, one buffer, a text and an object. */
const COPIES = 4;

/** Collects the body up to the bounds. */
export async function readRecord({ message, late }: UpstreamResponse, budget: MemoryBudget): Promise<ReadAnswer> {
  const chunks: Buffer[] = [];
  const end = await collect(message, chunks, budget);
  const text = end === 'whole' ? textOf(Buffer.concat(chunks)) : undefined;
  if (text !== undefined) return { body: text, record: objectIn(text) };
  const announced = Number(message.headers['content-length'] ?? NaN);
  const size = Number.isNaN(announced) ? undefined : announced;
  // Before anybody listens to the stream again, an error of the rest must not be one that nobody hears.
  message.on('error', () => undefined);
  const forwarded = Readable.from(withRest(chunks, message, end), { objectMode: false });
  forwarded.once('close', () => message.destroy());
  return { body: { forwarded, size, problem: late }, record: undefined };
}

type End = 'whole' | 'broken' | 'unfinished';

function collect(message: Readable, chunks: Buffer[], budget: MemoryBudget): Promise<End> {
  return new Promise((resolve) => {
    let bytes = 0;
    let taken = 0;
    const settle = (end: End): void => {
      clearTimeout(timer);
      budget.giveBack(taken);
      taken = 0;
      message.off('data', take);
      message.pause();
      resolve(end);
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_BYTES || !budget.take(chunk.length * COPIES)) return settle('unfinished');
      taken += chunk.length * COPIES;
    };
    const timer = setTimeout(() => settle('unfinished'), PATIENCE_MS);
    message.on('data', take);
    message.once('end', () => settle('whole'));
    message.once('error', () => settle('broken'));
    message.once('close', () => settle('broken'));
  });
}

/** What was read is let go of as it leaves. */
async function* withRest(chunks: Buffer[], message: Readable, end: End): AsyncGenerator<Uint8Array> {
  for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield chunk;
  if (end === 'broken') throw new Error('The service ended its answer early.');
  if (end === 'unfinished') yield* message;
}

function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

function objectIn(text: string): ReadAnswer['record'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
