/** How wide a terminal is; some tell nothing, or 0. */

/** The number of columns, or another where there is none. */
export function widthOf(columns: number | undefined, otherwise: number): number {
  return columns === undefined || columns <= 0 ? otherwise : columns;
}
