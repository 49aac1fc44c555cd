/** The bytes of a clip as a bar: which part each download brought, and what came twice. */

import { downloadsOf, startOf } from '../../checks/attempts.ts';
import type { CaseVerdict } from '../../judge/audition-report.ts';

const WIDTH = 1000;
const LABEL = 150;
const ROW = 12;
const ONCE = '#3a7bb8';
const TWICE = '#c0433a';

interface Part {
  readonly seq: number;
  readonly from: number;
  readonly to: number;
}

/** Nothing where no bytes of a clip came. */
export function bytesOf({ requests, files = [] }: CaseVerdict): string {
  const parts = downloadsOf(requests).flatMap((request): Part[] => {
    const isPart = (request.status === 200 || request.status === 206) && request.bytesSent > 0;
    const from = request.status === 206 ? startOf(request) : 0;
    return isPart ? [{ seq: request.seq, from, to: from + request.bytesSent }] : [];
  });
  const size = Math.max(...files.map(({ clip }) => clip?.bytes ?? 0), ...parts.map(({ to }) => to), 0);
  if (parts.length === 0 || size === 0) return '';
  const x = (byte: number): string => (LABEL + (byte / size) * (WIDTH - LABEL - 4)).toFixed(1);
  const width = (from: number, to: number): string => (((to - from) / size) * (WIDTH - LABEL - 4)).toFixed(1);
  const rows = parts.map(({ seq, from, to }, index) => {
    const y = index * ROW + 2;
    const bar = `<rect x="${x(from)}" y="${y}" width="${width(from, to)}" height="8" fill="${ONCE}"><title>bytes ${from} to ${to} of ${size}</title></rect>`;
    const again = parts.slice(0, index).flatMap((before) => {
      const [low, high] = [Math.max(from, before.from), Math.min(to, before.to)];
      return low < high
        ? [
            `<rect x="${x(low)}" y="${y}" width="${width(low, high)}" height="8" fill="${TWICE}"><title>came twice</title></rect>`,
          ]
        : [];
    });
    return `<text x="0" y="${y + 8}">bytes of ${seq}.</text>${bar}${again.join('')}`;
  });
  const height = parts.length * ROW + 4;
  return `<svg role="img" aria-label="Bytes of the clip" viewBox="0 0 ${WIDTH} ${height}" width="100%">${rows.join('')}</svg>`;
}
