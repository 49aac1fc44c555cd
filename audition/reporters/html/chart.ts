/** Rows of bars on one scale, each beside its label, readable on small and large screens. */

import { escapeXml as escape } from '../../../conformance/text/safe-text.ts';

/** A part of the scale, in its unit. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly color: string;
  /** The text that appears under the pointer. */
  readonly title: string;
  /** Whether the bar is a dashed frame. */
  readonly isHollow?: boolean;
}

export interface Row {
  readonly label: string;
  readonly bars: readonly Bar[];
}

/** Marks on the scale, each with its text. */
export type Ticks = readonly { readonly at: number; readonly text: string }[];

export interface Chart {
  readonly name: string;
  readonly rows: readonly Row[];
  /** The end of the scale, which begins at 0. */
  readonly end: number;
  readonly ticks: Ticks;
}

const HEIGHT = 18;

/** Renders the chart as HTML. */
export function chartOf({ name, rows, end, ticks }: Chart): string {
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
export function ticksUpTo(end: number, textOf: (value: number) => string): Ticks {
  const least = end / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * power >= least) ?? 10) * power;
  const count = Math.floor(end / step);
  return Array.from({ length: count + 1 }, (_, index) => ({ at: index * step, text: textOf(index * step) }));
}
