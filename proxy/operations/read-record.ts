/** Reads a record if it is short, arrives in time and fits into memory. Otherwise, it is forwarded unread. */

import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { ApiBody } from '../../emulator/api/messages.ts';
import { BodyBuffer } from '../../lib/body-buffer.ts';
import type { MemoryBudget } from '../../lib/memory-budget.ts';
import type { UpstreamResponse } from '../upstream/client.ts';

/** The body of a response, and the object in it. */
export interface ReadAnswer {
  readonly body: ApiBody;
  /** Undefined if the body was too long, too slow, above the budget, incomplete, or not a JSON object. */
  readonly record: Readonly<Record<string, unknown>> | undefined;
}

/** The maximum size. A record usually has a few hundred bytes. */
const MOST_BYTES = 1_048_576;
/** The maximum time to read a body before it is forwarded unread. */
const PATIENCE_MS = 2000;

/** The memory of a body as a multiple of its bytes: chunks, a buffer, a text and an object. */
const COPIES = 4;

/** Reads a body up to the limits. */
export async function readRecord({ message, late }: UpstreamResponse, budget: MemoryBudget): Promise<ReadAnswer> {
  const read = await collect(message, budget);
  const text = read.end === 'whole' ? textOf(read.bytes) : undefined;
  if (text !== undefined) return { body: text, record: objectIn(text) };
  const announced = Number(message.headers['content-length'] ?? NaN);
  const size = Number.isNaN(announced) ? undefined : announced;
  // The listener prevents an unhandled error until the stream has a listener again.
  message.on('error', () => undefined);
  const forwarded = Readable.from(withRest(read, message), { objectMode: false });
  forwarded.once('close', () => message.destroy());
  return { body: { forwarded, size, problem: late }, record: undefined };
}

/** The read bytes, and the reason why reading ended. */
interface Read {
  readonly end: 'whole' | 'broken' | 'unfinished';
  readonly bytes: Uint8Array;
  /** The chunk that exceeded the limits, if any. */
  readonly beyond?: Uint8Array;
}

function collect(message: Readable, budget: MemoryBudget): Promise<Read> {
  return new Promise((resolve) => {
    // One buffer is used, because chunks of one byte would be separate objects.
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
