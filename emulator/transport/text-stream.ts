/** Text that comes piece by piece, as a stream of bytes: pulled only as fast as the peer reads, and told when the peer has gone. */

import { Readable } from 'node:stream';
import type { TextStream } from '../api/api-request.ts';

/** A readable stream of the text; destroying it ends the source. */
export function textStream({ stream }: TextStream): Readable {
  return Readable.from(stream, { objectMode: false, highWaterMark: 16 * 1024 });
}
