/** Amounts with their names. */

import type { VNode } from 'preact';

/** Side by side. */
export function Sums({ sums }: { readonly sums: readonly (readonly [name: string, amount: string])[] }): VNode {
  return (
    <dl class="sums">
      {sums.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
