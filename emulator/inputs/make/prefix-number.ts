/** How deflate and WebP write a length: a symbol for its magnitude, then the bits below. */

export interface PrefixNumber {
  readonly symbol: number;
  readonly extra: number;
  readonly extraBits: number;
}

/**
 * Splits a number counted from 0. Each power of two is cut into `2 ** cuts` symbols: WebP cuts once, deflate's lengths twice.
 *
 * @example toPrefixNumber(9, 1) // { symbol: 6, extra: 1, extraBits: 2 }
 */
export function toPrefixNumber(value: number, cuts: 1 | 2): PrefixNumber {
  if (value < 2 << cuts) return { symbol: value, extra: 0, extraBits: 0 };
  const extraBits = 31 - Math.clz32(value) - cuts;
  const top = value >> extraBits;
  return { symbol: (extraBits << cuts) + top, extra: value - (top << extraBits), extraBits };
}

/** Cuts a run into copies of at most `max`, none of them shorter than `min`; the run is at least `min` long. */
export function toCopies(run: number, { min, max }: { readonly min: number; readonly max: number }): number[] {
  const copies: number[] = [];
  for (let rest = run; rest > 0;) {
    const after = rest - max;
    const copy = after <= 0 ? rest : after < min ? max - min : max;
    copies.push(copy);
    rest -= copy;
  }
  return copies;
}
