/** A table. On a narrow page, each row is a list of its cells with their heads. */

import type { ComponentChildren, VNode } from 'preact';

export interface TableCell {
  readonly shown: ComponentChildren;
  /** `number`, `bad` and so on. */
  readonly look?: string | undefined;
}

type Cell = TableCell | string;

interface DataTableProps {
  readonly name: string;
  /** A head that begins with `#` is that of a number. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The head of the column that sorts the rows, with `-` before it for the reverse; undefined if nothing sorts. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
}

/** Heads above, cells below; a text is a cell. */
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
