/** Draws the bytes of a clip as a bar: the part of each download, and bytes that arrived twice. */

import { bringsClip, downloadsOf, startOf } from '../../checks/attempts.ts';
import type { CaseVerdict } from '../../judge/audition-report.ts';
import { chartOf, ticksUpTo, type Bar } from './chart.ts';

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
