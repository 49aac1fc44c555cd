/**
 * The messages of one feed item as one value: as parts of a command, or each with a text of its own, they take several
 * times as much CPU time.
 */

/** JSON that says what it is in its first place. */
export type FeedMessage = readonly [kind: string, ...rest: readonly unknown[]];

export interface PackedMessage {
  readonly message: FeedMessage;
  readonly bytes: Buffer;
  /** How many numbers it takes. */
  readonly count: number;
}

/** Of an item: how long its JSON is. */
const HEAD = 4;

/** The JSON of all messages, then the bytes of all. */
export function packMessages(messages: readonly PackedMessage[]): Buffer {
  const text = JSON.stringify(messages.map(({ message, bytes, count }) => [message, count, bytes.length]));
  const textBytes = Buffer.byteLength(text);
  const packed = Buffer.allocUnsafe(messages.reduce((sum, { bytes }) => sum + bytes.length, HEAD + textBytes));
  packed.writeUInt32LE(textBytes);
  packed.write(text, HEAD);
  let at = HEAD + textBytes;
  for (const { bytes } of messages) {
    packed.set(bytes, at);
    at += bytes.length;
  }
  return packed;
}

/** The messages again; their bytes are parts of what they were packed into. */
export function unpackMessages(packed: Buffer): PackedMessage[] {
  if (packed.length < HEAD) return [];
  let at = HEAD + packed.readUInt32LE();
  const heads: readonly (readonly [FeedMessage, number, number])[] = JSON.parse(packed.toString('utf8', HEAD, at));
  return heads.map(([message, count, length]) => {
    at += length;
    return { message, bytes: packed.subarray(at - length, at), count };
  });
}
