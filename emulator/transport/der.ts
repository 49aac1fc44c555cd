/** Encodes DER (ASN.1), as far as a certificate needs it. */

/** Encodes one value: its tag, its length and its content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.of(tag, ...lengthOf(body)), body]);
}

export function sequence(...items: readonly Uint8Array[]): Buffer {
  return der(0x30, ...items);
}

export function setOf(item: Uint8Array): Buffer {
  return der(0x31, item);
}

/** Encodes a non-negative integer from its big-endian bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.of(0) : bytes.subarray(start);
  // A leading 1 bit would make the number negative.
  return der(0x02, (digits[0] ?? 0) >= 0x80 ? Buffer.of(0) : Buffer.of(), digits);
}

/** Encodes a bit string of whole bytes. */
export function bitString(bytes: Uint8Array): Buffer {
  return der(0x03, Buffer.of(0), bytes);
}

export function octetString(bytes: Uint8Array): Buffer {
  return der(0x04, bytes);
}

/** Encodes an object identifier such as `1.2.840.10045.2.1`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

export function utf8String(text: string): Buffer {
  return der(0x0c, Buffer.from(text, 'utf8'));
}

export function yes(): Buffer {
  return der(0x01, Buffer.of(0xff));
}

/** Encodes a time. RFC 5280 requires two-digit years before 2050 and four-digit years from then on. */
export function time(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`;
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2), 'latin1'))
    : der(0x18, Buffer.from(digits, 'latin1'));
}

/** Encodes a field tagged `[number]`: around a whole value, or instead of the value's own tag. */
export function tagged(number: number, kind: 'explicit' | 'implicit', content: Uint8Array): Buffer {
  return der((kind === 'explicit' ? 0xa0 : 0x80) + number, content);
}

function lengthOf({ length }: Uint8Array): number[] {
  if (length < 0x80) return [length];
  const bytes = base256(length);
  return [0x80 + bytes.length, ...bytes];
}

function base256(value: number): number[] {
  return value < 256 ? [value] : [...base256(Math.floor(value / 256)), value % 256];
}

/** Splits a number into groups of seven bits. All bytes except the last have their top bit set. */
function base128(value: number): number[] {
  const above = Math.floor(value / 128);
  return [...(above === 0 ? [] : base128(above).map((byte) => byte | 0x80)), value % 128];
}
