/** Formats the figures as a Markdown table, with the reasons for empty cells below it. */

import { median, spread } from '../api/statistics.ts';
import type { Cell, Figure, Row } from './rounds.ts';
import type { Peer, Work } from './peer.ts';
import { WORK } from './work.ts';

interface Column {
  readonly figure: Figure;
  readonly title: string;
  /** The factor from the figure to the table's unit. */
  readonly scale?: number;
}

/** The numbers of the reasons, in the order of their first use. */
type Reasons = Map<string, number>;

/** Returns the table. Each cell has a median, and its ratio to the reference with the lowest and highest value. */
export function tableOf(rows: ReadonlyMap<Peer, Row>, yardstick: Peer, megabytes: number): string {
  const columns = columnsFor(megabytes);
  const reasons: Reasons = new Map();
  const lines = Array.from(rows, ([peer, row]) => {
    const cells = columns.map((column) => cellOf(column, { row, bare: rows.get(yardstick), reasons }));
    return line([peer.name, ...cells]);
  });
  const head = [line(['Server', ...columns.map(({ title }) => title)]), line(['---', ...columns.map(() => '---:')])];
  const notes = Array.from(reasons, ([reason, number]) => `${number}. ${reason}`);
  return [...head, ...lines, '', ...notes].join('\n').trimEnd();
}

/** Returns the table of CPU time per response. It counts only the server, without the client and other programs. */
export function processorTable(rows: ReadonlyMap<Peer, Row>, yardstick: Peer): string {
  const columns = columnsFor(1).flatMap(({ figure, title }): Column[] =>
    isWork(figure) ? [{ figure: `processor for ${figure}`, title: `${title.replace(/,.*/, '')}, µs` }] : [],
  );
  const lines = Array.from(rows, ([peer, row]) => {
    const cells = columns.map((column) =>
      typeof row.get(column.figure) === 'string'
        ? '–'
        : cellOf(column, { row, bare: rows.get(yardstick), reasons: new Map() }),
    );
    return line([peer.name, ...cells]);
  });
  return [
    line(['Server', ...columns.map(({ title }) => title)]),
    line(['---', ...columns.map(() => '---:')]),
    ...lines,
  ].join('\n');
}

/** Returns by how much the emulator beats each peer, round by round. Below 1, the peer is better. */
export function leadsOf(rows: ReadonlyMap<Peer, Row>, emulator: Peer): string {
  const columns = columnsFor(1).filter(({ figure }) => figure !== 'memory after');
  const ours = rows.get(emulator);
  const lines = Array.from(rows).flatMap(([peer, row]) => {
    if (peer === emulator) return [];
    return [line([peer.name, ...columns.map(({ figure }) => leadOf(ours?.get(figure), row.get(figure), figure))])];
  });
  const titles = columns.map(({ title }) => title.replace(/,.*/, ''));
  return [line(['Standin compared with', ...titles]), line(['---', ...titles.map(() => '---:')]), ...lines].join('\n');
}

/** Returns the smallest and the largest number of rounds in a cell. */
export function roundsIn(rows: ReadonlyMap<Peer, Row>): readonly [number, number] {
  const counts = Array.from(rows.values()).flatMap((row) =>
    Array.from(row).flatMap(([figure, cell]) =>
      typeof cell === 'string' || figure === 'memory after' ? [] : [cell.length],
    ),
  );
  return [Math.min(...counts), Math.max(...counts)];
}

function columnsFor(megabytes: number): readonly Column[] {
  return [
    { figure: 'polls', title: 'Polls, 1/s' },
    { figure: 'creates', title: 'Creates, 1/s' },
    { figure: 'refused creates', title: 'Rejected creates, 1/s' },
    { figure: 'download', title: 'Download, MB/s', scale: megabytes },
    { figure: 'ranges', title: 'Ranges of 64 KiB, 1/s' },
    { figure: 'cold start', title: 'Cold start, ms' },
    { figure: 'memory', title: 'Memory at the first response, MiB' },
    { figure: 'memory after', title: 'Memory at the end, MiB' },
  ];
}

function isWork(figure: Figure): figure is Work {
  return WORK.some((work) => work === figure);
}

function cellOf(
  { figure, scale = 1 }: Column,
  { row, bare, reasons }: { row: Row; bare: Row | undefined; reasons: Reasons },
): string {
  const cell = row.get(figure) ?? 'not measured';
  if (typeof cell === 'string') {
    if (!reasons.has(cell)) reasons.set(cell, reasons.size + 1);
    return `– (${reasons.get(cell)})`;
  }
  const value = Math.round(median(cell) * scale).toLocaleString('en');
  const ratios = ratiosOf(cell, bare?.get(figure));
  if (ratios.length === 0) return value;
  const range = ratios.length > 1 ? ` (${spread(ratios, 2)})` : '';
  return `${value}<br>${median(ratios).toFixed(2)}${range}`;
}

function leadOf(ours: Cell | undefined, theirs: Cell | undefined, figure: Figure): string {
  const isLessBetter = figure === 'cold start' || figure === 'memory';
  const ratios = isLessBetter ? ratiosOf(theirs, ours) : ratiosOf(ours, theirs);
  return ratios.length === 0 ? '–' : `${median(ratios).toFixed(1)} (${spread(ratios, 1)})`;
}

function ratiosOf(values: Cell | undefined, others: Cell | undefined): number[] {
  if (typeof values !== 'object' || typeof others !== 'object') return [];
  return values.flatMap((value, round) => {
    const other = others[round];
    return other === undefined ? [] : [value / other];
  });
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
