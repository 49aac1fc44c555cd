/** Errors by code and route, beside the requests. */

import type { VNode } from 'preact';
import type { ErrorCount } from '../../model/now.ts';
import { choose } from '../../router.ts';

/** A click shows those requests. */
export function ErrorTable({ errors }: { readonly errors: readonly ErrorCount[] }): VNode {
  return (
    <section>
      <h2>Errors by code and route</h2>
      {errors.length === 0 ? <p class="soft">None among the latest requests.</p> : null}
      {errors.length > 0 ? (
        <div class="scroll" tabIndex={0} role="region" aria-label="Errors">
          <table>
            <thead>
              <tr>
                <th>Code</th>
                <th>Route</th>
                <th class="number">Times</th>
                <th class="number">Injected</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ code, route, count, injected, latest }) => (
                <tr key={`${code} ${route}`}>
                  <td>
                    <button type="button" class="plain" onClick={() => choose({ code: latest.code ?? '', route })}>
                      {code}
                    </button>
                  </td>
                  <td>{route}</td>
                  <td class="number">{count}</td>
                  <td class={injected > 0 ? 'number fault' : 'number'}>{injected}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </section>
  );
}
