import { expect, test } from 'vitest';

import { toClipBytes } from './clip-bytes.ts';

type Entries = Parameters<typeof toClipBytes>[0];
interface Told {
  readonly range?: string;
  readonly sent: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly isAborted?: boolean;
  readonly faults?: readonly string[];
  readonly status?: number;
}

function download({ range, sent, headers, isAborted = false, faults = [], status = 200 }: Told): Entries[number] {
  return {
    at: '',
    operation: 'content',
    method: 'GET',
    generation: 'g',
    status,
    request: { range: range ?? null } as Entries[number]['request'],
    response: { headers, body: null, bytes_sent: sent },
    is_aborted: isAborted,
    faults,
  };
}

const whole = { 'content-length': '1000' };

test('a clip that nobody asked for has no bytes to show', () => {
  expect(toClipBytes([], 'g')).toEqual({ total: undefined, ranges: [], parts: [], missing: 0, twice: 0 });
});

test('a download that a fault cut and that went on where it was', () => {
  const entries = [
    download({ sent: 400, headers: whole, faults: ['content_cut_at_40:1'] }),
    download({
      range: 'bytes=400-',
      status: 206,
      sent: 600,
      headers: { 'content-length': '600', 'content-range': 'bytes 400-999/1000' },
    }),
  ];
  const bytes = toClipBytes(entries, 'g');
  expect(bytes.ranges.map(({ from, to, until, end, asked }) => [from, to, until, end, asked])).toEqual([
    [0, 400, 1000, 'cut by a fault', null],
    [400, 1000, 1000, 'complete', 'bytes=400-'],
  ]);
  expect(bytes).toMatchObject({ total: 1000, missing: 0, twice: 0, parts: [{ from: 0, to: 1000, times: 1 }] });
});

test('bytes that were received twice, and bytes that were never received', () => {
  const part = (from: number, last: number) =>
    download({
      range: `bytes=${from}-${last}`,
      status: 206,
      sent: last - from + 1,
      headers: { 'content-length': String(last - from + 1), 'content-range': `bytes ${from}-${last}/1000` },
    });
  const bytes = toClipBytes([part(0, 299), part(200, 499)], 'g');
  expect(bytes.parts).toEqual([
    { from: 0, to: 200, times: 1 },
    { from: 200, to: 300, times: 2 },
    { from: 300, to: 500, times: 1 },
    { from: 500, to: 1000, times: 0 },
  ]);
  expect(bytes).toMatchObject({ missing: 500, twice: 100 });
});

test('a client that left, and an answer that is still being sent', () => {
  for (const faults of [[], ['slow']]) {
    const left = toClipBytes([download({ sent: 10, headers: whole, isAborted: true, faults })], 'g');
    expect(left.ranges[0]?.end).toBe('left by the client');
  }
  expect(toClipBytes([download({ sent: null, headers: whole })], 'g').ranges[0]?.end).toBe('being sent');
});

test('refusals, looks without a body and other generations do not count', () => {
  const entries = [
    download({ sent: 100, headers: whole, status: 409 }),
    { ...download({ sent: 0, headers: whole }), method: 'HEAD' },
    { ...download({ sent: 1000, headers: whole }), generation: 'other' },
  ];
  expect(toClipBytes(entries, 'g').ranges).toEqual([]);
});
