/** Draws the exchanges of a case to scale: their arrival, their duration and the wait of Retry-After. */

import { askedWait } from '../../checks/attempts.ts';
import type { ClientRequest } from '../../evidence/case-evidence.ts';
import type { CaseVerdict } from '../../judge/audition-report.ts';
import { exchangeLine } from '../lines.ts';
import { chartOf, ticksUpTo, type Bar, type Row } from './chart.ts';

const MOST_ROWS = 60;
const COLORS = { whole: 'var(--good)', broken: 'var(--bad)', left: 'var(--warn)', open: 'var(--soft)' } as const;
const REFUSED = 'light-dark(#b4540a, #f2994a)';
/** The color of the wait that Retry-After requested. */
export const WAIT = 'var(--hue)';

/** The meanings of the colors. */
export const TIMELINE_KEY: readonly (readonly [string, string])[] = [
  [COLORS.whole, 'answered'],
  [REFUSED, 'an error'],
  [COLORS.broken, 'broken off'],
  [COLORS.left, 'the client left'],
];

/** Returns one row for each exchange, on one scale of time. */
export function timelineOf({ requests }: CaseVerdict): string {
  const shown = requests.slice(0, MOST_ROWS);
  if (shown.length === 0) return '<p>No request came.</p>';
  const end = Math.max(...shown.map((request) => (request.endedMs ?? request.arrivedMs) + 1), 1);
  const ticks = ticksUpTo(end, (ms) => `${Number((ms / 1000).toFixed(3))} s`);
  const chart = chartOf({ name: 'Exchanges over time', rows: shown.map(rowOf), end, ticks });
  const rest = requests.length > shown.length ? `<p>… and ${requests.length - shown.length} more.</p>` : '';
  return `${chart}${rest}`;
}

const WORK = { create: 'create', get: 'poll', content: 'download' } as const;

function rowOf(request: ClientRequest): Row {
  const { seq, method, operation, status, arrivedMs, endedMs, end } = request;
  const until = endedMs ?? arrivedMs;
  const { sent, answered } = exchangeLine(request);
  const color = end === 'whole' && status >= 400 ? REFUSED : COLORS[end];
  const answer: Bar = { from: arrivedMs, to: until, color, title: `${sent} -> ${answered}` };
  const wait = askedWait(request);
  const asked: Bar[] =
    wait === undefined ? [] : [{ from: until, to: until + wait.ms, color: WAIT, title: wait.header, isHollow: true }];
  const work = operation === null || method === 'HEAD' ? method : WORK[operation];
  return { label: `${seq}. ${work} ${status}`, bars: [...asked, answer] };
}
