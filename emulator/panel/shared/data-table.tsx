/** Shows a table. On a narrow page, each row becomes a list of headings and cells. */

import type { ComponentChildren, VNode } from 'preact';

export interface TableCell {
  readonly shown: ComponentChildren;
  /** The style of the cell, such as `number` or `bad`. */
  readonly look?: string | undefined;
}

type Cell = TableCell | string;

interface DataTableProps {
  readonly name: string;
  /** The headings. A heading that begins with `#` belongs to a column of numbers. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The heading of the sorting column, with `-` before it for descending order. Undefined without sorting. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
}

/** Shows headings and cells. A plain text is a cell, too. */
export function DataTable({ name, heads, rows, sort, onSort }: DataTableProps): VNode {
  const isNumber = heads.map((head) => head.startsWith('#'));
  const names = heads.map((head) => head.replace('#', ''));
  return (
    <table aria-label={name}>
      <thead>
        <tr>
          {names.map((head, at) => (
            <th key={head} class={isNumber[at] === true ? 'number' : undefined}>
              {onSort === undefined ? (
                head
              ) : (
                <button class="quiet" onClick={() => onSort(sort === head ? `-${head}` : head)}>
                  {head} {sort === head ? '↓' : sort === `-${head}` ? '↑' : ''}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, at) => {
              const { shown, look = '' }: TableCell = typeof cell === 'string' ? { shown: cell } : cell;
              return (
                <td key={at} data-head={names[at]} class={isNumber[at] === true ? `number ${look}` : look}>
                  <span>{shown}</span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
