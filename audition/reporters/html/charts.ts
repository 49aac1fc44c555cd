/** The charts of a case on one scale: its exchanges over time, and the bytes of its downloads. */

import { askedWait, bringsClip, downloadsOf, startOf } from '../../checks/attempts.ts';
import type { ClientRequest } from '../../evidence/case-evidence.ts';
import type { CaseVerdict } from '../../judge/audition-report.ts';
import { exchangeLine } from '../lines.ts';
import { escapeXml as escape } from '../../../conformance/text/safe-text.ts';

const COLORS = { whole: 'var(--good)', broken: 'var(--bad)', left: 'var(--fault)', open: 'var(--soft)' } as const;
const REFUSED = 'light-dark(#b4540a, #f2994a)';
/** The color of the wait that Retry-After requested. */
const WAIT = 'var(--hue)';
const ONCE = 'var(--hue)';
const TWICE = 'light-dark(#9b3fa8, #e29af0)';

/** The meanings of the colors. */
const KEY: readonly (readonly [string, string])[] = [
  [COLORS.whole, 'answered'],
  [REFUSED, 'an error'],
  [COLORS.broken, 'broken off'],
  [COLORS.left, 'the client left'],
  [ONCE, 'bytes of the clip'],
  [TWICE, 'bytes that were sent twice'],
];

export const CHART_KEY = `<p class="key">${KEY.map(
  ([color, meaning]) => `<span><i style="background:${color}"></i>${meaning}</span>`,
).join('')}<span><i class="hollow" style="color:${WAIT}"></i>Retry-After</span></p>`;

/** Returns one row for each exchange, on one scale of time. */
export function timelineOf({ requests }: CaseVerdict): string {
  const shown = requests.slice(0, MOST_ROWS);
  if (shown.length === 0) return '<p>No request came.</p>';
  const end = Math.max(...shown.map((request) => (request.endedMs ?? request.arrivedMs) + 1), 1);
  return chartOf({ name: 'Exchanges over time', rows: shown.map(rowOf), end, unit: 's', of: requests.length });
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

const MOST_ROWS = 60;

/** Returns an empty text if no bytes of a clip arrived. */
export function bytesOf({ requests, files = [] }: Pick<CaseVerdict, 'requests' | 'files'>): string {
  const downloads = downloadsOf(requests).filter(bringsClip);
  const shown = downloads.slice(0, MOST_ROWS);
  if (shown.length === 0) return '';
  const end = Math.max(...files.map(({ clip }) => clip?.bytes ?? 0), ...shown.map((one) => bytesIn(one).to));
  const rows = shown.map((request, index) => {
    const { from, to } = bytesIn(request);
    const all: Bar = { from, to, color: ONCE, title: `bytes ${from} to ${to} of ${end}` };
    const again = shown.slice(0, index).flatMap((before) => twice(request, before));
    return { label: `${request.seq}. its bytes`, bars: [all, ...again] };
  });
  return chartOf({ name: 'Bytes of the clip', rows, end, unit: 'kB', of: downloads.length });
}

function bytesIn(request: ClientRequest): Pick<Bar, 'from' | 'to'> {
  const from = request.status === 206 ? startOf(request) : 0;
  return { from, to: from + request.bytesSent };
}

function twice(request: ClientRequest, earlier: ClientRequest): Bar[] {
  const [one, before] = [bytesIn(request), bytesIn(earlier)];
  const [from, to] = [Math.max(one.from, before.from), Math.min(one.to, before.to)];
  const isSame = request.generation === earlier.generation;
  return isSame && from < to ? [{ from, to, color: TWICE, title: `${to - from} bytes were received twice` }] : [];
}

/** A part of the scale, in milliseconds or in bytes. */
interface Bar {
  readonly from: number;
  readonly to: number;
  readonly color: string;
  /** The text that appears under the pointer. */
  readonly title: string;
  /** Whether the bar is a dashed frame. */
  readonly isHollow?: boolean;
}

interface Row {
  readonly label: string;
  readonly bars: readonly Bar[];
}

interface Chart {
  readonly name: string;
  readonly rows: readonly Row[];
  /** The end of the scale, which begins at 0. */
  readonly end: number;
  /** The unit of a thousand on the scale. */
  readonly unit: string;
  /** The number of rows with the rows that are not shown. */
  readonly of: number;
}

const HEIGHT = 18;

/** Renders the chart as HTML. */
function chartOf({ name, rows, end, unit, of }: Chart): string {
  const at = (value: number): string => `${((100 * Math.min(value, end)) / end).toFixed(2)}%`;
  const ticks = ticksUpTo(end);
  const lines = ticks.map((tick) => `<line class="tick" x1="${at(tick)}" x2="${at(tick)}" y1="0" y2="${HEIGHT}"/>`);
  const drawn = rows.map(
    ({ label, bars }) => `<span>${escape(label)}</span>${svgOf([...lines, ...bars.map((bar) => barOf(bar, at))])}`,
  );
  const texts = ticks.map(
    (tick) =>
      `<text x="${at(tick)}" y="12" text-anchor="${anchorOf(tick / end)}">${Number((tick / 1000).toFixed(3))} ${unit}</text>`,
  );
  const rest = of > rows.length ? `<p>… and ${of - rows.length} more.</p>` : '';
  return `<div class="chart" role="img" aria-label="${name}">${drawn.join('')}<span></span>${svgOf(texts)}</div>${rest}`;
}

function svgOf(parts: readonly string[]): string {
  return `<svg width="100%" height="${HEIGHT}">${parts.join('')}</svg>`;
}

/** Keeps a text at either end of the scale within it. */
function anchorOf(part: number): string {
  if (part < 0.05) return 'start';
  return part > 0.92 ? 'end' : 'middle';
}

/** Draws a bar. A bar that is too short to see becomes a line. */
function barOf({ from, to, color, title, isHollow = false }: Bar, at: (value: number) => string): string {
  const width = (Number.parseFloat(at(to)) - Number.parseFloat(at(from))).toFixed(2);
  const look = isHollow
    ? `y="6" height="6" fill="none" stroke="${color}" stroke-dasharray="3 2"`
    : `y="4" height="10" fill="${color}" stroke="${color}"`;
  return `<rect x="${at(from)}" width="${width}%" ${look}><title>${escape(title)}</title></rect>`;
}

const MOST_TICKS = 5;
const STEPS = [1, 2, 5];

/** Returns a handful of round marks from 0 on. */
function ticksUpTo(end: number): number[] {
  const least = end / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * power >= least) ?? 10) * power;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}
