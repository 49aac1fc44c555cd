/** A table that scrolls by itself where the page is too narrow for it. */

import type { ComponentChildren, VNode } from 'preact';

export interface TableCell {
  readonly shown: ComponentChildren;
  /** `number`, `bad` and so on. */
  readonly look?: string | undefined;
}

interface DataTableProps {
  readonly name: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (TableCell | string)[])[];
}

/** Heads above, cells below; a text is a cell. */
export function DataTable({ name, heads, rows }: DataTableProps): VNode {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={name}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, column) => {
                const { shown, look } = typeof cell === 'string' ? { shown: cell, look: undefined } : cell;
                return (
                  <td key={column} class={look}>
                    {shown}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
