/** Draws the bytes of a clip as a bar: sent, sent twice, and cut. */

import type { FetchedRange, toClipBytes } from '../model/clip-bytes.ts';
import { ruleName } from '../model/requests.ts';
import { bytesText, grouped } from '../model/texts.ts';
import { DataTable } from '../shared/data-table.tsx';
import { Card, Legend, StatusMark } from '../shared/parts.tsx';

const ROW = 8;
const MOST_ROWS = 20;
const LEGEND = {
  once: 'sent',
  twice: 'sent twice or more',
  never: 'missing',
  fault: 'cut by a fault',
  cut: 'left by the client',
} as const;

/** The colors of downloads that ended early. */
const ENDS: Readonly<Record<string, string>> = { [LEGEND.fault]: 'fault', [LEGEND.cut]: 'cut' };

/** Draws the whole clip, and below it a row for each download. */
export function ByteBar({ bytes }: { readonly bytes: ReturnType<typeof toClipBytes> }) {
  const { total, ranges, missing, twice } = bytes;
  if (total === undefined) return <Card title="Bytes" lead="No downloads yet. Let your app download the clip first." />;
  const at = (byte: number): number => (byte / total) * 1000;
  const shown = ranges.slice(-MOST_ROWS);
  const parts = bytes.parts.map((part) => ({ ...part, look: ['never', 'once'][part.times] ?? 'twice' }));
  const looks = new Set([...parts.map(({ look }) => look), ...shown.map(({ end }) => ENDS[end])]);
  const whole = missing === 0 ? 'All bytes were sent.' : `${bytesText(missing)} are missing.`;
  const again = twice === 0 ? '' : ` ${bytesText(twice)} were sent twice or more.`;
  const told = `The clip has ${bytesText(total)}. ${whole}${again}`;
  const height = 24 + ROW * shown.length;
  return (
    <Card title="Bytes">
      <p>{told}</p>
      <svg
        class="bytes"
        viewBox={`0 0 1000 ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        height={2 * height}
      >
        {parts.map(({ from, to, look }) => (
          <rect key={from} class={look} x={at(from)} y="0" width={at(to) - at(from)} height="16" />
        ))}
        {shown.map(({ from, to, until, end }, row) => (
          <g key={row} transform={`translate(0 ${22 + ROW * row})`}>
            <rect class="soft" x={at(from)} y="2" width={at(until) - at(from)} height="1" />
            <rect class="once" x={at(from)} width={Math.max(at(to) - at(from), 1)} height="5" />
            {ENDS[end] && <rect class={ENDS[end]} x={Math.min(at(to), 996)} y="-1" width="4" height="7" />}
          </g>
        ))}
      </svg>
      <Legend looks={Object.entries(LEGEND).filter(([look]) => looks.has(look))} />
      <DataTable
        name="Downloads"
        heads={['Time (UTC)', 'Status', 'Range', 'Bytes', 'End']}
        rows={shown.map((range) => toCells(range, total))}
      />
    </Card>
  );
}

function toCells({ at, asked, status, from, to, end, faults }: FetchedRange, total: number) {
  const share = Math.round(((to - from) / total) * 100);
  return [
    <time>{at.slice(11, 19)}</time>,
    <StatusMark status={status} faults={faults} />,
    <span class="fixed">{asked ?? 'no Range header'}</span>,
    <span class="fixed">{to > from ? grouped(`${from}–${to - 1} (${share} %)`) : 'none'}</span>,
    <span class={ENDS[end]}>{[end, ...faults.map(ruleName)].join(' · ')}</span>,
  ];
}
