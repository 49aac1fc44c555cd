/** Reads a record on its way: whole where it is short, comes in time and finds room, else it passes on unread. */

import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { ApiBody } from '../../emulator/api/messages.ts';
import { BodyBuffer } from '../../lib/body-buffer.ts';
import type { MemoryBudget } from '../../lib/memory-budget.ts';
import type { UpstreamResponse } from '../upstream/client.ts';

/** The body of an answer, and the object that was read of it. */
export interface ReadAnswer {
  readonly body: ApiBody;
  /** Undefined if the body was too long, too slow, one of too many, broke off, or is not a JSON object. */
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
  const read = await collect(message, budget);
  const text = read.end === 'whole' ? textOf(read.bytes) : undefined;
  if (text !== undefined) return { body: text, record: objectIn(text) };
  const announced = Number(message.headers['content-length'] ?? NaN);
  const size = Number.isNaN(announced) ? undefined : announced;
  // Until the stream has a listener again, an error of the rest must not be unhandled.
  message.on('error', () => undefined);
  const forwarded = Readable.from(withRest(read, message), { objectMode: false });
  forwarded.once('close', () => message.destroy());
  return { body: { forwarded, size, problem: late }, record: undefined };
}

/** The read bytes, and how the read ended. */
interface Read {
  readonly end: 'whole' | 'broken' | 'unfinished';
  readonly bytes: Uint8Array;
  /** The chunk without room, if any. */
  readonly beyond?: Uint8Array;
}

function collect(message: Readable, budget: MemoryBudget): Promise<Read> {
  return new Promise((resolve) => {
    // In one buffer: chunks of one byte would be objects of their own.
    const body = new BodyBuffer(MOST_BYTES);
    let taken = 0;
    const settle = (end: Read['end'], beyond?: Uint8Array): void => {
      clearTimeout(timer);
      budget.giveBack(taken);
      taken = 0;
      message.off('data', take);
      message.pause();
      resolve({ end, bytes: body.bytes(), ...(beyond && { beyond }) });
    };
    const take = (chunk: Buffer): void => {
      if (!budget.take(chunk.length * COPIES)) return settle('unfinished', chunk);
      taken += chunk.length * COPIES;
      if (!body.add(chunk)) settle('unfinished', chunk);
    };
    const timer = setTimeout(() => settle('unfinished'), PATIENCE_MS);
    message.on('data', take);
    message.once('end', () => settle('whole'));
    message.once('error', () => settle('broken'));
    message.once('close', () => settle('broken'));
  });
}

async function* withRest({ end, bytes, beyond }: Read, message: Readable): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
  if (beyond !== undefined) yield beyond;
  if (end === 'broken') throw new Error('The service ended its response early.');
  if (end === 'unfinished') yield* message;
}

function textOf(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : undefined;
}

function objectIn(text: string): ReadAnswer['record'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
