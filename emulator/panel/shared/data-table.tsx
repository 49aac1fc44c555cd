/** Shows a table. On a narrow page, each row becomes a list of headings and cells. */

import type { ComponentChildren } from 'preact';

interface DataTableProps {
  readonly name: string;
  /** The headings. A heading that begins with `#` belongs to a column of numbers. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** The identities of the rows. */
  readonly keys?: readonly string[];
}

export function DataTable({ name, heads, rows, keys }: DataTableProps) {
  const looks = heads.map((head) => (head.startsWith('#') ? 'number' : undefined));
  const names = heads.map((head) => head.replace('#', ''));
  return (
    <table aria-label={name}>
      <thead>
        <tr>
          {names.map((head, at) => (
            <th key={head} class={looks[at]}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={keys?.[row] ?? row}>
            {cells.map((cell, at) => (
              <td key={at} data-head={names[at]} class={looks[at]}>
                <span>{cell}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
