/** Represents colors as video stores them: BT.709, limited range. */

export interface Color {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

export const BLACK: Color = { y: 16, u: 128, v: 128 };
export const WHITE: Color = { y: 235, u: 128, v: 128 };

/** Converts a color from `#rrggbb`. */
export function rgb(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
  const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return {
    y: Math.round(16 + 219 * luma),
    u: Math.round(128 + (224 * (b - luma)) / 1.8556),
    v: Math.round(128 + (224 * (r - luma)) / 1.5748),
  };
}

/** Blends two colors. The result is `from` for a share of 0 and `to` for a share of 1. */
export function mix(from: Color, to: Color, share: number): Color {
  const between = (a: number, b: number): number => a + (b - a) * share;
  return { y: between(from.y, to.y), u: between(from.u, to.u), v: between(from.v, to.v) };
}
