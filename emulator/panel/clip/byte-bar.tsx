/** Draws the bytes of a clip as a bar: received, received twice, and cut. */

import type { VNode } from 'preact';
import type { ClipBytes, FetchedRange } from '../model/clip-bytes.ts';
import { DataTable } from '../shared/data-table.tsx';
import { Card } from '../shared/parts.tsx';
import { bytesText, clockText } from '../model/texts.ts';

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
export function ByteBar({ bytes: { total, ranges, parts, missing, twice } }: { readonly bytes: ClipBytes }): VNode {
  if (total === undefined)
    return (
      <Card title="Bytes">
        <p class="soft">No downloads yet. Let your app download the clip first.</p>
      </Card>
    );
  const at = (byte: number): number => (byte / total) * WIDTH;
  const shown = ranges.slice(-MOST_ROWS);
  const told = [
    `${bytesText(total)}. ${missing === 0 ? 'All received' : `${bytesText(missing)} missing`}`,
    ...(twice === 0 ? [] : [`${bytesText(twice)} received twice or more`]),
  ].join(', ');
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
        {parts.map(({ from, to, times }) => (
          <rect
            key={from}
            class={times === 0 ? 'never' : times === 1 ? 'once' : 'twice'}
            x={at(from)}
            y="0"
            width={at(to) - at(from)}
            height="16"
          />
        ))}
        {shown.map((range, row) => (
          <Row key={row} range={range} y={22 + ROW * row} at={at} />
        ))}
      </svg>
      <p class="row">
        {LEGEND.map(([look, words]) => (
          <span key={look}>
            <i class={look}>■</i> {words}
          </span>
        ))}
      </p>
      <Downloads ranges={shown} total={total} />
    </Card>
  );
}

function Downloads({ ranges, total }: { readonly ranges: readonly FetchedRange[]; readonly total: number }): VNode {
  const share = (bytes: number): string => `${Math.round((bytes / total) * 100)} %`;
  return (
    <DataTable
      name="Downloads"
      heads={['Account time', 'Range header', 'Status', 'Bytes', 'End']}
      rows={ranges.map(({ at, asked, status, from, to, end, faults }) => [
        { shown: clockText(Date.parse(at)).slice(11), look: 'fixed' },
        { shown: asked ?? 'none', look: 'fixed' },
        String(status),
        { shown: to > from ? `${from}–${to - 1} (${share(to - from)})` : 'none', look: 'fixed' },
        { shown: [end, ...faults].join(': '), look: ENDS[end] },
      ])}
    />
  );
}

interface RowProps {
  readonly range: FetchedRange;
  readonly y: number;
  readonly at: (byte: number) => number;
}

function Row({ range: { from, to, until, end }, y, at }: RowProps): VNode {
  return (
    <>
      <rect class="soft" x={at(from)} y={y + 2} width={at(until) - at(from)} height="1" />
      <rect class="once" x={at(from)} y={y} width={Math.max(at(to) - at(from), 1)} height="5" />
      {ENDS[end] === undefined ? null : (
        <rect class={ENDS[end]} x={Math.min(at(to), WIDTH - 4)} y={y - 1} width="4" height="7" />
      )}
    </>
  );
}
