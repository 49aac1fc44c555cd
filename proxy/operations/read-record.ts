/** Reads a record on its way: whole where it is short and comes in time, else it passes on unread. */

import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { ApiBody } from '../../emulator/api/messages.ts';
import type { UpstreamResponse } from '../upstream/client.ts';

/** The body of an answer, and the object that was read of it. */
export interface ReadAnswer {
  readonly body: ApiBody;
  /** Nothing where it was too long, too slow, broke off, or holds no JSON object. */
  readonly record: Readonly<Record<string, unknown>> | undefined;
}

/** A record has a few hundred bytes. */
const MOST_BYTES = 1_048_576;
/** How long the rest of a body may take before it is passed on as it comes. */
const PATIENCE_MS = 2000;

/** Collects the body up to the bounds. */
export async function readRecord({ message, late }: UpstreamResponse): Promise<ReadAnswer> {
  const chunks: Buffer[] = [];
  const end = await collect(message, chunks);
  const bytes = Buffer.concat(chunks);
  if (end === 'whole' && isUtf8(bytes)) {
    const text = bytes.toString('utf8');
    return { body: text, record: objectIn(text) };
  }
  const announced = Number(message.headers['content-length'] ?? NaN);
  const size = Number.isNaN(announced) ? undefined : announced;
  // Before anybody listens to the stream again, an error of the rest must not be one that nobody hears.
  message.on('error', () => undefined);
  const forwarded = Readable.from(withRest(bytes, message, end), { objectMode: false });
  forwarded.once('close', () => message.destroy());
  return { body: { forwarded, size, problem: late }, record: undefined };
}

type End = 'whole' | 'broken' | 'unfinished';

function collect(message: Readable, chunks: Buffer[]): Promise<End> {
  return new Promise((resolve) => {
    let bytes = 0;
    const settle = (end: End): void => {
      clearTimeout(timer);
      message.off('data', take);
      message.pause();
      resolve(end);
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_BYTES) settle('unfinished');
    };
    const timer = setTimeout(() => settle('unfinished'), PATIENCE_MS);
    message.on('data', take);
    message.once('end', () => settle('whole'));
    message.once('error', () => settle('broken'));
    message.once('close', () => settle('broken'));
  });
}

async function* withRest(bytes: Buffer, message: Readable, end: End): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
  if (end === 'broken') throw new Error('The service ended its answer early.');
  if (end === 'unfinished') yield* message;
}

function objectIn(text: string): ReadAnswer['record'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
