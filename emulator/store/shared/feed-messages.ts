/**
 * The messages of one feed item as one value: as parts of a command they take half as much processor time again to
 * send.
 */

export interface PackedMessage {
  /** JSON, in UTF-8. */
  readonly text: Buffer;
  readonly bytes: Buffer;
}

/** Of each message: how long its text and its bytes are. */
const HEAD = 8;

/** All messages in a row, each behind its two lengths. */
export function packMessages(messages: readonly PackedMessage[]): Buffer {
  const packed = Buffer.allocUnsafe(
    messages.reduce((sum, { text, bytes }) => sum + HEAD + text.length + bytes.length, 0),
  );
  let at = 0;
  for (const { text, bytes } of messages) {
    packed.writeUInt32LE(text.length, at);
    packed.writeUInt32LE(bytes.length, at + HEAD / 2);
    packed.set(text, at + HEAD);
    packed.set(bytes, at + HEAD + text.length);
    at += HEAD + text.length + bytes.length;
  }
  return packed;
}

/** The messages again, as parts of what they were packed into. */
export function* unpackMessages(packed: Buffer): Generator<PackedMessage> {
  for (let at = 0; at + HEAD <= packed.length;) {
    const [start, length] = [at + HEAD, packed.readUInt32LE(at)];
    const end = start + length + packed.readUInt32LE(at + HEAD / 2);
    yield { text: packed.subarray(start, start + length), bytes: packed.subarray(start + length, end) };
    at = end;
  }
}
