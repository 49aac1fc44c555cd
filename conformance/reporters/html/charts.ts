/** The states of each generation over time, as the polls of the run saw them, and the duration of responses. */

import { groupBy } from '../../../lib/group-by.ts';
import { histories, type Sighting } from '../../checks/lib/answers.ts';
import type { Exchange } from '../../client/exchange.ts';
import { isAnswered } from '../../engine/evidence.ts';
import type { Report } from '../../engine/report.ts';
import { tableOf } from '../../text/html-page.ts';
import { escapeXml as escape } from '../../text/safe-text.ts';

const WIDTH = 900;
/** Pixels to the right of the last state, which has no width of its own. */
const MARGIN = 8;
const LABEL = 170;
const ROW = 22;
const COLORS: Readonly<Record<string, string>> = {
  pending: 'var(--warn)',
  running: 'var(--hue)',
  completed: 'var(--good)',
  failed: 'var(--bad)',
};

export function timelines({ exchanges }: Report): string {
  const all = [...histories(exchanges.filter(isAnswered)).values()];
  if (all.length === 0) return '<p>The run made no generation.</p>';
  const end = Math.max(...all.flat().map(({ answer }) => answer.at + answer.ms), 1);
  const rows = all.map((history, at) => row(history, at, end));
  const height = all.length * ROW + 24;
  const scale = `<text x="${LABEL}" y="${height - 6}">0 s</text><text x="${WIDTH - MARGIN}" text-anchor="end" y="${height - 6}">${(end / 1000).toFixed(1)} s</text>`;
  return `${legend()}<svg role="img" aria-label="States of each generation over time" viewBox="0 0 ${WIDTH} ${height}" width="100%">${rows.join('')}${scale}</svg>`;
}

function legend(): string {
  const items = Object.entries(COLORS).map(
    ([status, color]) => `<span><i style="background: ${color}"></i>${status}</span>`,
  );
  return `<p class="key">${items.join('')}</p>`;
}

function row(history: readonly Sighting[], at: number, end: number): string {
  const y = at * ROW;
  const x = (ms: number): number => LABEL + (ms / end) * (WIDTH - LABEL - MARGIN);
  const bars = history.map(({ answer, record }, index) => {
    const from = x(answer.at + answer.ms);
    const next = history[index + 1];
    const to = next === undefined ? from + 4 : x(next.answer.at + next.answer.ms);
    const status = String(record['status']);
    const title = `${status} at ${(answer.at / 1000).toFixed(2)} s`;
    return `<rect x="${from.toFixed(1)}" y="${y + 4}" width="${Math.max(2, to - from).toFixed(1)}" height="12" fill="${COLORS[status] ?? 'var(--soft)'}"><title>${escape(title)}</title></rect>`;
  });
  const name = history[0]?.answer.probe ?? '';
  return `<text x="0" y="${y + 14}">${escape(name.slice(0, 26))}</text>${bars.join('')}`;
}

const QUANTILES = [0.5, 0.9, 0.99, 1] as const;

/** Returns the duration of responses, by operation. */
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
    return [operation, String(times.length), ...cells.map((ms) => `${ms.toFixed(1)} ms`)];
  });
  const head = QUANTILES.map((quantile) => (quantile === 1 ? 'slowest' : `${quantile * 100} %`));
  return tableOf(['operation', 'answers', ...head], rows);
}

/** Returns create, get, download, or something else. */
function operationOf({ request, beyond }: Exchange): string {
  const path = new URL(request.url).pathname;
  if (beyond === true) return 'other';
  if (path.endsWith('/content'))
    return request.headers.some(([name]) => name === 'Range') ? 'content, a part' : 'content';
  return request.method === 'POST' ? 'create' : 'get';
}
