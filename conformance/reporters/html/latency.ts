/** The duration of responses, by operation. */

import { groupBy } from '../../../lib/group-by.ts';
import type { Exchange } from '../../client/exchange.ts';
import { escapeXml as escape } from '../../text/safe-text.ts';

const QUANTILES = [0.5, 0.9, 0.99, 1] as const;

export function latencyTable(exchanges: readonly Exchange[]): string {
  const byOperation = groupBy(
    exchanges.filter(({ response }) => response !== undefined),
    operationOf,
  );
  const rows = [...byOperation].map(([operation, group]) => {
    const times = group.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const cells = QUANTILES.map(
      (quantile) => times[Math.min(times.length - 1, Math.floor(quantile * times.length))] ?? 0,
    );
    return `<tr><td>${escape(operation)}</td><td>${times.length}</td>${cells.map((ms) => `<td>${ms.toFixed(1)} ms</td>`).join('')}</tr>`;
  });
  const head = [
    'operation',
    'answers',
    ...QUANTILES.map((quantile) => (quantile === 1 ? 'slowest' : `${quantile * 100} %`)),
  ];
  return `<table><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr>${rows.join('')}</table>`;
}

/** Returns create, get, download, or something else. */
function operationOf({ request, beyond }: Exchange): string {
  const path = new URL(request.url).pathname;
  if (beyond === true) return 'other';
  if (path.endsWith('/content'))
    return request.headers.some(([name]) => name === 'Range') ? 'content, a part' : 'content';
  return request.method === 'POST' ? 'create' : 'get';
}
