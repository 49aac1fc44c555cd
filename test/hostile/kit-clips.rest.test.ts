/** Clips that are made to exhaust their reader: the kit judges them in bounded time and memory. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readInWorker } from '../../conformance/client/clip-reader.ts';
import { run, type Report, type RunOptions } from '../../conformance/index.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server whose every clip is this file. */
async function serving(clip: Uint8Array): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.endsWith('/content') === true) {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': clip.length }).end(clip);
      return;
    }
    const isCreate = request.method === 'POST';
    const id = isCreate ? randomUUID() : (request.url ?? '').split('/').at(-1);
    const record = { id, status: isCreate ? 'pending' : 'completed', model: 'videomodel-2.5', cost_usd: 0.48 };
    response.writeHead(isCreate ? 202 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const OPTIONS: RunOptions = {
  keys: { primary: 'key-of-this-test' },
  only: ['content.encoding.*', 'content.duration.*'],
  timing: { pollSeconds: 0.01, requestSeconds: 20 },
};

function box(name: string, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : words(part))));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  return bytes;
}

const MOST = 2 ** 32 - 1;
const ROUNDS = Number(process.env['HOSTILE_CLIPS'] ?? 200);

/** One track of H.264 whose sample tables are given, in a file of some 20 KB. */
function clipOf(tables: readonly Buffer[], more: readonly Buffer[] = []): Buffer {
  const avc1 = Buffer.alloc(78);
  avc1.writeUInt16BE(854, 24);
  avc1.writeUInt16BE(480, 26);
  const config = box('avcC', Buffer.from([1, 100, 0, 31, 255, 225, 0, 0, 1, 0, 0]));
  const stbl = box('stbl', box('stsd', [0, 1], box('avc1', avc1, config)), ...tables);
  const handler = box('hdlr', [0, 0], Buffer.from('vide'), [0, 0, 0, 0]);
  const media = box('mdia', box('mdhd', [0, 0, 0, 24, 96, 0]), handler, box('minf', stbl));
  const header = box('tkhd', [
    3,
    0,
    0,
    1,
    0,
    96,
    0,
    0,
    0,
    0,
    65536,
    0,
    0,
    0,
    65536,
    0,
    0,
    0,
    1073741824,
    854 << 16,
    480 << 16,
  ]);
  return Buffer.concat([
    box('ftyp', Buffer.from('isom'), [512], Buffer.from('isommp41')),
    box(
      'moov',
      box('mvhd', [0, 0, 0, 1000, 4000, 65536, ...Array.from({ length: 19 }, () => 0)]),
      box('trak', header, media),
      ...more,
    ),
    box('mdat', Buffer.alloc(20_000)),
  ]);
}

const ONE_CHUNK = [box('stsc', [0, 1, 1, MOST, 1]), box('stco', [0, 1, 1000])];
const SIZES = Array.from({ length: 20_000 }, () => 1);
/** Fits into its tables, and makes the reader add up all sizes of a chunk for each of its samples. */
const SQUARED = [
  box('stts', [0, 1, SIZES.length, 1]),
  box('stsz', [0, 0, SIZES.length, ...SIZES]),
  box('stsc', [0, 1, 1, 100_000, 1]),
  box('stco', [0, 1, 1000]),
];

const ORDINARY = clipOf([
  box('stts', [0, 1, 96, 1]),
  box('stsz', [0, 0, 96, ...SIZES.slice(0, 96)]),
  box('stsc', [0, 1, 1, 96, 1]),
  box('stco', [0, 1, 1000]),
]);

const CLIPS: readonly [string, Buffer][] = [
  ['claims 2^32 samples of one byte', clipOf([box('stts', [0, 1, MOST, 1]), box('stsz', [0, 1, MOST]), ...ONE_CHUNK])],
  [
    'claims 2^32 samples, each shown at another time',
    clipOf([box('stts', [0, 1, MOST, 1]), box('ctts', [0, 1, MOST, 1]), box('stsz', [0, 1, MOST]), ...ONE_CHUNK]),
  ],
  [
    'claims chunks of 2^32 samples',
    clipOf([box('stts', [0, 1, 96, 1]), box('stsz', [0, 0, 96, ...SIZES.slice(0, 96)]), ...ONE_CHUNK]),
  ],
  ['claims 2^32 entries of a table', clipOf([box('stts', [0, MOST, 1, 1]), box('stsz', [0, 0, MOST]), ...ONE_CHUNK])],
];

async function judged(clip: Buffer, options: RunOptions = {}): Promise<Report> {
  return run(await serving(clip), { ...OPTIONS, ...options });
}

test.each(CLIPS)('a clip of 20 KB that %s is a finding', async (_, clip) => {
  expect(clip.length).toBeLessThan(24_000);
  const report = await judged(clip);
  expect(report.summary['harness-fault']).toBe(0);
  expect(report.exitCode).toBe(1);
  const clips = report.exchanges.flatMap(({ response }) => response?.body.clip ?? []);
  expect(clips.length).toBeGreaterThan(0);
  // Known by its tables: nothing was expanded until the reader had no time or memory left.
  for (const { readable, problem } of clips)
    expect([readable, problem]).toEqual([
      false,
      expect.stringMatching(/^The file claims to have \d+ samples in \d+ bytes\.$/),
    ]);
});

test('a file that keeps its reader busy ends with the time limit of the run', async () => {
  const stopping = new AbortController();
  const reading = readInWorker(clipOf(SQUARED), stopping.signal);
  setTimeout(() => stopping.abort(), 500);
  const { facts } = await reading;
  expect(facts).toMatchObject({ readable: false, problem: 'The run was stopped before the kit read the clip.' });
});

test('a clip in a codec that the reader does not know, of which it warns, leaves nothing for the process to wait for', async () => {
  const waitedFor = (): string[] => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort');
  const { signal } = new AbortController();
  await readInWorker(ORDINARY, signal);
  const before = waitedFor();
  const other = Buffer.from(ORDINARY);
  other.write('mp4v', other.indexOf('avc1'), 'latin1');
  const { video } = (await readInWorker(other, signal)).facts;
  await new Promise((done) => setTimeout(done, 100));
  expect(video).toMatchObject({ codec: null, frames: 96 });
  expect(waitedFor()).toEqual(before);
});

test('a file that is random behind its head is read to an end', async () => {
  const { signal } = new AbortController();
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const head = ORDINARY.indexOf('mdat') - 4;
  for (let round = 0; round < ROUNDS; round += 1) {
    const changed = Buffer.from(ORDINARY);
    for (let change = 0; change < 1 + random(6); change += 1)
      changed[32 + random(head - 32)] = [0, 1, 127, 255, random(256)][random(5)] ?? 0;
    const { facts } = await readInWorker(changed, signal);
    expect(facts.boxes[0]).toBe('ftyp');
  }
});
