/** The table tells ratios of the same round, in the right direction, and says why a cell is empty. */

import { expect, test } from 'vitest';
import type { Peer } from './peer.ts';
import type { Row } from './rounds.ts';
import { leadsOf, roundsIn, tableOf } from './table.ts';

const ours = peer('ours');
const bare = peer('bare');
const rival = peer('rival');
const rows = new Map<Peer, Row>([
  [ours, new Map([...rate([80, 90, 60]), ['cold start', [20, 20, 20]]])],
  [bare, new Map([...rate([100, 100, 50]), ['cold start', [10, 10, 10]]])],
  [
    rival,
    new Map<'polls' | 'cold start', string | number[]>([
      ['polls', 'has no polls'],
      ['cold start', [60, 80, 100]],
    ]),
  ],
]);

test('a ratio compares values of the same round', () => {
  expect(lineOf(tableOf(rows, bare, 1), 'ours')).toContain('| 80<br>0.90 (0.80 to 1.20) |');
});

test('an empty cell refers to its reason', () => {
  const table = tableOf(rows, bare, 1);
  const number = /– \((\d+)\)/.exec(lineOf(table, 'rival'))?.[1];
  expect(table).toContain(`${number}. has no polls`);
});

test('a shorter cold start is a lead, a longer one is not', () => {
  const leads = leadsOf(rows, ours);
  expect(lineOf(leads, 'rival')).toContain('4.0 (3.0 to 5.0)');
  expect(lineOf(leads, 'bare')).toContain('0.5 (0.5 to 0.5)');
});

test('a column without figures has no lead', () => {
  expect(lineOf(leadsOf(rows, ours), 'rival')).toMatch(/^\| rival \| – \|/);
});

test('the rounds are counted where there are values', () => {
  expect(roundsIn(rows)).toEqual([3, 3]);
});

function peer(name: string): Peer {
  return { name, packages: [], command: () => Promise.reject(new Error('is not started')) };
}

function rate(values: number[]): ['polls', number[]][] {
  return [['polls', values]];
}

function lineOf(table: string, name: string): string {
  return table.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
}
