/** The charts of a case on one scale: its exchanges over time, and the bytes of its downloads. */

import { askedWait, bringsClip, downloadsOf, startOf } from '../../checks/attempts.ts';
import type { ClientRequest } from '../../evidence/case-evidence.ts';
import type { CaseVerdict } from '../../judge/audition-report.ts';
import { exchangeLine } from '../lines.ts';
import { escapeXml as escape } from '../../../conformance/text/safe-text.ts';

const COLORS = { whole: 'var(--good)', broken: 'var(--bad)', left: 'var(--fault)', open: 'var(--soft)' } as const;
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

const ONCE = 'var(--hue)';
const TWICE = 'light-dark(#9b3fa8, #e29af0)';
const KILO = 1000;
const MOST_ROWS = 60;

/** The meanings of the colors. */
export const BYTES_KEY: readonly (readonly [string, string])[] = [
  [ONCE, 'bytes of the clip'],
  [TWICE, 'bytes that were sent twice'],
];

interface Part {
  readonly seq: number;
  readonly generation: string | null;
  readonly from: number;
  readonly to: number;
}

/** Returns an empty text if no bytes of a clip arrived. */
export function bytesOf({ requests, files = [] }: Pick<CaseVerdict, 'requests' | 'files'>): string {
  const downloads = downloadsOf(requests).filter(bringsClip);
  const parts = downloads.slice(0, MOST_ROWS).map((request): Part => {
    const from = request.status === 206 ? startOf(request) : 0;
    const { seq, generation, bytesSent } = request;
    return { seq, generation, from, to: from + bytesSent };
  });
  const end = Math.max(...files.map(({ clip }) => clip?.bytes ?? 0), ...parts.map(({ to }) => to), 0);
  if (parts.length === 0) return '';
  const rows = parts.map((part, index) => ({
    label: `${part.seq}. its bytes`,
    bars: [once(part, end), ...parts.slice(0, index).flatMap((before) => twice(part, before))],
  }));
  const ticks = ticksUpTo(end, (bytes) => `${Math.round(bytes / KILO)} kB`);
  const chart = chartOf({ name: 'Bytes of the clip', rows, end, ticks });
  const rest = downloads.length > parts.length ? `<p>… and ${downloads.length - parts.length} more.</p>` : '';
  return `${chart}${rest}`;
}

function once({ from, to }: Part, size: number): Bar {
  return { from, to, color: ONCE, title: `bytes ${from} to ${to} of ${size}` };
}

function twice(part: Part, before: Part): Bar[] {
  const [from, to] = [Math.max(part.from, before.from), Math.min(part.to, before.to)];
  const isSame = part.generation === before.generation;
  return isSame && from < to ? [{ from, to, color: TWICE, title: `${to - from} bytes were received twice` }] : [];
}

/** A part of the scale, in its unit. */
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

/** Marks on the scale, each with its text. */
type Ticks = readonly { readonly at: number; readonly text: string }[];

interface Chart {
  readonly name: string;
  readonly rows: readonly Row[];
  /** The end of the scale, which begins at 0. */
  readonly end: number;
  readonly ticks: Ticks;
}

const HEIGHT = 18;

/** Renders the chart as HTML. */
function chartOf({ name, rows, end, ticks }: Chart): string {
  const at = (value: number): string => `${((100 * Math.min(value, end)) / end).toFixed(2)}%`;
  const lines = ticks
    .map((tick) => `<line class="tick" x1="${at(tick.at)}" x2="${at(tick.at)}" y1="0" y2="${HEIGHT}"/>`)
    .join('');
  const drawn = rows.map(
    ({ label, bars }) =>
      `<span>${escape(label)}</span><svg width="100%" height="${HEIGHT}">${lines}${bars.map((bar) => barOf(bar, at)).join('')}</svg>`,
  );
  const texts = ticks.map(
    (tick) => `<text x="${at(tick.at)}" y="12" text-anchor="${anchorOf(tick.at / end)}">${escape(tick.text)}</text>`,
  );
  const axis = `<span></span><svg width="100%" height="${HEIGHT}">${texts.join('')}</svg>`;
  return `<div class="chart" role="img" aria-label="${escape(name)}">${drawn.join('')}${axis}</div>`;
}

/** Keeps a text at either end of the scale within it. */
function anchorOf(part: number): string {
  if (part < 0.05) return 'start';
  return part > 0.92 ? 'end' : 'middle';
}

/** Draws a bar. A bar that is too short to see becomes a line. */
function barOf({ from, to, color, title, isHollow = false }: Bar, at: (value: number) => string): string {
  const width = `${Number.parseFloat(at(to)) - Number.parseFloat(at(from))}`;
  const look = isHollow
    ? `y="6" height="6" fill="none" stroke="${color}" stroke-dasharray="3 2"`
    : `y="4" height="10" fill="${color}" stroke="${color}"`;
  return `<rect x="${at(from)}" width="${Number(width).toFixed(2)}%" ${look}><title>${escape(title)}</title></rect>`;
}

const MOST_TICKS = 5;
const STEPS = [1, 2, 5];

/** Returns a handful of round marks from 0 on. */
function ticksUpTo(end: number, textOf: (value: number) => string): Ticks {
  const least = end / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * power >= least) ?? 10) * power;
  const count = Math.floor(end / step);
  return Array.from({ length: count + 1 }, (_, index) => ({ at: index * step, text: textOf(index * step) }));
}
