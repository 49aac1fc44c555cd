/** The bricks of an MP4 file: boxes of numbers, names and boxes. */

/** `[type, length in bytes, value]` is written as a number; bytes are taken as they are. */
export type Field = Uint8Array | readonly ['u8' | 'u16' | 'u32' | 'u64', ...number[]];

const WIDTHS = { u8: 1, u16: 2, u32: 4, u64: 8 } as const;

/** A box with a four-character name. */
export function box(name: string, ...fields: readonly Field[]): Buffer {
  const body = fields.map(toBytes);
  const length = 8 + body.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([toBytes(['u32', length]), Buffer.from(name, 'latin1'), ...body], length);
}

/** A box that opens with a version and flags. */
export function fullBox(
  name: string,
  [version, flags]: readonly [number, number],
  ...fields: readonly Field[]
): Buffer {
  return box(name, ['u32', ((version << 24) | flags) >>> 0], ...fields);
}

/** Text without an end mark. */
export function text(value: string): Buffer {
  return Buffer.from(value, 'utf8');
}

function toBytes(field: Field): Uint8Array {
  if (field instanceof Uint8Array) return field;
  const [type, ...values] = field;
  const width = WIDTHS[type];
  const bytes = Buffer.alloc(width * values.length);
  for (const [index, value] of values.entries()) {
    if (width === 8) bytes.writeBigInt64BE(BigInt(value), 8 * index);
    else bytes.writeUIntBE(value, width * index, width);
  }
  return bytes;
}
