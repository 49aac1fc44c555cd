/** The tables of the HTML report: the states of each generation, and the duration of responses. */

import { groupBy } from '../../../lib/group-by.ts';
import { histories } from '../../checks/lib/answers.ts';
import type { Exchange } from '../../client/exchange.ts';
import { isAnswered } from '../../engine/evidence.ts';
import { operationOf } from '../../engine/operation.ts';
import { tableOf } from '../../text/html-page.ts';
import { escapeXml as escape } from '../../text/safe-text.ts';

/** Returns the states of each generation, with the times at which polls of the run first saw them. */
export function generationsTable(exchanges: readonly Exchange[]): string {
  const rows = [...histories(exchanges.filter(isAnswered)).values()].map((history) => {
    const first = history.filter(({ record }, at) => record['status'] !== history[at - 1]?.record['status']);
    const states = first.map(({ answer: { at, ms }, record }) => {
      const seconds = ((at + ms) / 1000).toFixed(2);
      return `${escape(String(record['status']))} at ${seconds} s`;
    });
    return [escape(history[0]?.answer.probe ?? ''), states.join(', ')];
  });
  return rows.length === 0 ? '<p>The run made no generation.</p>' : tableOf(['probe', 'states'], rows);
}

const QUANTILES = [0.5, 0.9, 0.99, 1] as const;

/** Returns the duration of responses, by operation. */
export function latencyTable(exchanges: readonly Exchange[]): string {
  const answered = exchanges.filter(({ response }) => response !== undefined);
  const rows = [...groupBy(answered, kindOf)].map(([operation, group]) => {
    const times = group.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const cells = QUANTILES.map(
      (quantile) => times[Math.min(times.length - 1, Math.floor(quantile * times.length))] ?? 0,
    );
    return [operation, String(times.length), ...cells.map((ms) => `${ms.toFixed(1)} ms`)];
  });
  const head = QUANTILES.map((quantile) => (quantile === 1 ? 'slowest' : `${quantile * 100} %`));
  return tableOf(['operation', 'answers', ...head], rows);
}

function kindOf(exchange: Exchange): string {
  const operation = operationOf(exchange);
  const isPart = operation === 'content' && exchange.request.headers.some(([name]) => name === 'Range');
  return isPart ? 'content, a part' : operation;
}
