/** The width of a terminal; some report none, or 0. */

/** The number of columns, or a default where there is none. */
export function widthOf(columns: number | undefined, otherwise: number): number {
  return columns === undefined || columns <= 0 ? otherwise : columns;
}
