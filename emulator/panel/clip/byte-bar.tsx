/** Draws the bytes of a clip as a bar: received, received twice, and cut. */

import type { ClipPart, FetchedRange, toClipBytes } from '../model/clip-bytes.ts';
import { ruleName } from '../model/requests.ts';
import { bytesText, clockText } from '../model/texts.ts';
import { DataTable } from '../shared/data-table.tsx';
import { Card } from '../shared/parts.tsx';

const WIDTH = 1000;
const ROW = 8;
const MOST_ROWS = 20;
const LEGEND = [
  ['once', 'received'],
  ['twice', 'received twice or more'],
  ['never', 'missing'],
  ['fault', 'cut by a fault'],
  ['cut', 'left by the client'],
] as const;

/** The colors of downloads that ended early. */
const ENDS: Readonly<Record<string, string>> = { 'cut by a fault': 'fault', 'left by the client': 'cut' };

/** Draws the whole clip, and below it a row for each download. */
export function ByteBar({
  bytes: { total, ranges, parts, missing, twice },
}: {
  readonly bytes: ReturnType<typeof toClipBytes>;
}) {
  if (total === undefined) return <Card title="Bytes" lead="No downloads yet. Let your app download the clip first." />;
  const at = (byte: number): number => (byte / total) * WIDTH;
  const shown = ranges.slice(-MOST_ROWS);
  const looks = new Set([...parts.map(lookOf), ...shown.map(({ end }) => ENDS[end])]);
  const received = missing === 0 ? 'All received' : `${bytesText(missing)} missing`;
  const told = `${bytesText(total)}. ${received}${twice === 0 ? '' : `, ${bytesText(twice)} received twice or more`}`;
  return (
    <Card title="Bytes">
      <p>{told}.</p>
      <svg
        class="bytes"
        viewBox={`0 0 ${WIDTH} ${24 + ROW * shown.length}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={told}
        height={48 + 2 * ROW * shown.length}
      >
        {parts.map((part) => (
          <rect
            key={part.from}
            class={lookOf(part)}
            x={at(part.from)}
            y="0"
            width={at(part.to) - at(part.from)}
            height="16"
          />
        ))}
        {shown.map(({ from, to, until, end }, row) => (
          <g key={row} transform={`translate(0 ${22 + ROW * row})`}>
            <rect class="soft" x={at(from)} y="2" width={at(until) - at(from)} height="1" />
            <rect class="once" x={at(from)} width={Math.max(at(to) - at(from), 1)} height="5" />
            {ENDS[end] && <rect class={ENDS[end]} x={Math.min(at(to), WIDTH - 4)} y="-1" width="4" height="7" />}
          </g>
        ))}
      </svg>
      <p class="row">
        {LEGEND.filter(([look]) => looks.has(look)).map(([look, words]) => (
          <span key={look}>
            <i class={look}>■</i> {words}
          </span>
        ))}
      </p>
      <Downloads ranges={shown} total={total} />
    </Card>
  );
}

function lookOf({ times }: ClipPart): string {
  return times === 0 ? 'never' : times === 1 ? 'once' : 'twice';
}

function Downloads({ ranges, total }: { readonly ranges: readonly FetchedRange[]; readonly total: number }) {
  const rows = ranges.map(({ at, asked, status, from, to, end, faults }) => [
    <time key="at">{clockText(Date.parse(at)).slice(11, 19)}</time>,
    status,
    <span key="range" class="fixed">
      {asked?.replace('bytes=', '') ?? 'none'}
    </span>,
    <span key="bytes" class="fixed">
      {to > from ? `${from}–${to - 1} (${Math.round(((to - from) / total) * 100)} %)` : 'none'}
    </span>,
    <span key="end" class={ENDS[end]}>
      {[end, ...faults.map(ruleName)].join(': ')}
    </span>,
  ]);
  return <DataTable name="Downloads" heads={['Time', 'Status', 'Range', 'Bytes', 'End']} rows={rows} />;
}
