/** The exchanges of a case drawn to scale: when each came, how long its answer took, what Retry-After asked for. */

import { escapeXml as escape } from '../../../conformance/text/safe-text.ts';
import { askedWait } from '../../checks/retry-after.ts';
import type { ClientRequest } from '../../evidence/case-evidence.ts';
import type { CaseVerdict } from '../../judge/audition-report.ts';
import { exchangeLine } from '../lines.ts';

const WIDTH = 1000;
const LABEL = 150;
const ROW = 18;
const AXIS = 22;
const MOST_ROWS = 60;
const COLOURS = { whole: '#3a9b56', broken: '#c0433a', left: '#b8a13a', open: '#888' } as const;
const REFUSED = '#d98232';
const WAIT = '#3a7bb8';

/** What the colours mean. */
export const TIMELINE_KEY = `<p class="key"><i style="background:${COLOURS.whole}"></i>answered<i style="background:${REFUSED}"></i>an error<i style="background:${COLOURS.broken}"></i>broken off<i style="background:${COLOURS.left}"></i>the client left<i style="border:1px dashed ${WAIT}"></i>Retry-After</p>`;

/** One row for each exchange, on one scale of time. */
export function timelineOf({ requests }: CaseVerdict): string {
  const shown = requests.slice(0, MOST_ROWS);
  if (shown.length === 0) return '<p>No request came.</p>';
  const end = Math.max(...shown.map((request) => (request.endedMs ?? request.arrivedMs) + 1), 1);
  const x = (ms: number): number => LABEL + (Math.min(ms, end) / end) * (WIDTH - LABEL - 4);
  const height = shown.length * ROW + AXIS;
  const rows = shown.map((request, index) => rowOf(request, index * ROW, x));
  const axis = `<text x="${LABEL}" y="${height - 6}">0 s</text><text x="${WIDTH - 4}" text-anchor="end" y="${height - 6}">${(end / 1000).toFixed(2)} s</text>`;
  const rest = requests.length > shown.length ? `<p>… and ${requests.length - shown.length} more.</p>` : '';
  return `<svg role="img" aria-label="Exchanges over time" viewBox="0 0 ${WIDTH} ${height}" width="100%">${rows.join('')}${axis}</svg>${rest}`;
}

function rowOf(request: ClientRequest, y: number, x: (ms: number) => number): string {
  const { method, operation, status, arrivedMs, endedMs, end } = request;
  const until = endedMs ?? arrivedMs;
  const colour = end === 'whole' && status >= 400 ? REFUSED : COLOURS[end];
  const { sent, answered } = exchangeLine(request);
  const title = `<title>${escape(`${sent} -> ${answered}`)}</title>`;
  const bar = `<rect x="${x(arrivedMs).toFixed(1)}" y="${y + 3}" width="${Math.max(2, x(until) - x(arrivedMs)).toFixed(1)}" height="11" fill="${colour}">${title}</rect>`;
  const wait = askedWait(request);
  const asked =
    wait === undefined
      ? ''
      : `<rect x="${x(until).toFixed(1)}" y="${y + 5}" width="${Math.max(1, x(until + wait.ms) - x(until)).toFixed(1)}" height="7" fill="none" stroke="${WAIT}" stroke-dasharray="3 2"><title>${escape(wait.header)}</title></rect>`;
  return `<text x="0" y="${y + 13}">${request.seq}. ${escape(method)} ${operation ?? ''} ${status}</text>${asked}${bar}`;
}
