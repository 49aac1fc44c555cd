/** A table that scrolls by itself where the page is too narrow for it. */

import type { ComponentChildren, VNode } from 'preact';

export interface TableCell {
  readonly shown: ComponentChildren;
  /** `number`, `bad` and so on. */
  readonly look?: string | undefined;
}

type Cell = TableCell | string;

interface DataTableProps {
  readonly name: string;
  readonly heads: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Heads above, cells below; a text is a cell. */
export function DataTable({ name, heads, rows }: DataTableProps): VNode {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={name}>
      <table>
        <thead>
          <Row cells={heads} Tag="th" />
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <Row key={at} cells={cells} Tag="td" />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ cells, Tag }: { readonly cells: readonly Cell[]; readonly Tag: 'td' | 'th' }): VNode {
  return (
    <tr>
      {cells.map((cell, at) => {
        const { shown, look }: TableCell = typeof cell === 'string' ? { shown: cell } : cell;
        return (
          <Tag key={at} class={look}>
            {shown}
          </Tag>
        );
      })}
    </tr>
  );
}

/** A cell whose figures stand below each other. */
export function numberCell(shown: ComponentChildren, look = ''): TableCell {
  return { shown, look: `number ${look}` };
}
