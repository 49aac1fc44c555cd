/** Writes the boxes of an MP4 file. */

/** The content of a box: raw bytes, or a number type and the numbers. */
export type Field = Uint8Array | readonly ['u8' | 'u16' | 'u32' | 'u64', ...number[]];

const WIDTHS = { u8: 1, u16: 2, u32: 4, u64: 8 } as const;

/** Returns a box with a four-character name. */
export function box(name: string, ...fields: readonly Field[]): Buffer {
  const body = fields.map(toBytes);
  const length = 8 + body.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([toBytes(['u32', length]), Buffer.from(name, 'latin1'), ...body], length);
}

/** Returns a box whose content starts with a version and flags. */
export function fullBox(
  name: string,
  [version, flags]: readonly [number, number],
  ...fields: readonly Field[]
): Buffer {
  return box(name, ['u32', ((version << 24) | flags) >>> 0], ...fields);
}

/** Encodes text as UTF-8 without a terminating zero. */
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
