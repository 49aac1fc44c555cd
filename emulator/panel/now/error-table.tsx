/** Errors by code and route, beside the requests. */

import type { VNode } from 'preact';
import type { ErrorCount } from '../model/now.ts';
import { choose } from '../router.ts';
import { DataTable, numberCell, type TableCell } from '../shared/data-table.tsx';

/** A click shows those requests. */
export function ErrorTable({ errors }: { readonly errors: readonly ErrorCount[] }): VNode {
  return (
    <section>
      <h2>Errors by code and route</h2>
      {errors.length === 0 ? (
        <p class="soft">None among the latest requests.</p>
      ) : (
        <DataTable
          name="Errors"
          heads={['Code', 'Route', numberCell('Times'), numberCell('Injected')]}
          rows={errors.map(toCells)}
        />
      )}
    </section>
  );
}

function toCells({ code, route, count, injected, latest }: ErrorCount): (TableCell | string)[] {
  const button = (
    <button type="button" class="plain" onClick={() => choose({ code: latest.code ?? '', route })}>
      {code}
    </button>
  );
  return [{ shown: button }, route, numberCell(count), numberCell(injected, injected > 0 ? 'fault' : '')];
}
