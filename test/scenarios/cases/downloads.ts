/** Scenarios about the content of a completed generation. */

import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { expect } from 'vitest';
import type { Cases } from '../case.ts';
import { codeOf, endingAt, jsonOf, type Seen } from '../seen.ts';
import type { Site } from '../site.ts';

const INSTANT = '~latency-instant';

export const DOWNLOADS: Cases = {
  content_404_after_completed: {
    shows: 'the content of a completed generation gets 404 for five seconds',
    setUp: `${INSTANT}~clock-frozen`,
    run: async (site) => {
      const id = await completed(site);
      const missing = await site.download(id);
      expect([missing.status, codeOf(missing)]).toEqual([404, 'content_not_ready']);
      await site.advance(4999);
      expect((await site.download(id)).status).toBe(404);
      await site.advance(1);
      expect((await site.download(id, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    },
  },
  content_cut_at_40: {
    shows: '40 percent of the clip come, then a RST; the rest comes as a range',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const part = await site.download(id);
      const size = Number(part.headers['content-length']);
      expect([part.status, part.ending]).toEqual([200, endingAt(site.entryPoint, 'reset')]);
      expect(part.body.length).toBe(Math.floor(size * 0.4));
      const headers = { range: `bytes=${part.body.length}-`, 'if-range': part.headers['etag'] ?? '' };
      const rest = await site.download(id, { headers });
      expect([rest.status, rest.ending]).toEqual([206, 'whole']);
      expect(Buffer.concat([part.body, rest.body]).equals(await wholeClip(site, id))).toBe(true);
    },
  },
  content_range_ignored: {
    shows: 'half of the clip comes, then a RST; a range gets 200 and the whole clip',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const part = await site.download(id);
      expect(part.ending).toBe(endingAt(site.entryPoint, 'reset'));
      expect(part.body.length).toBe(Math.floor(Number(part.headers['content-length']) / 2));
      const again = await site.download(id, { headers: { range: `bytes=${part.body.length}-` } });
      expect([again.status, again.headers['content-range'], again.ending]).toEqual([200, undefined, 'whole']);
      expect(again.body.equals(await wholeClip(site, id))).toBe(true);
    },
  },
  content_changed_between_ranges: {
    shows: 'each answer has another ETag, and If-Range with the first one gets 200',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const part = await site.download(id);
      expect(part.ending).toBe(endingAt(site.entryPoint, 'reset'));
      const range = `bytes=${part.body.length}-`;
      const careless = await site.download(id, { headers: { range } });
      expect(careless.status).toBe(206);
      expect(careless.headers['etag']).not.toBe(part.headers['etag']);
      const careful = await site.download(id, { headers: { range, 'if-range': part.headers['etag'] ?? '' } });
      expect([careful.status, careful.ending]).toEqual([200, 'whole']);
      const tags = [part, careless, careful].map(({ headers }) => headers['etag']);
      expect(new Set(tags).size).toBe(3);
    },
  },
  content_416_when_done: {
    shows: 'every byte comes without a length or an end, and a range from there gets 416 with the size',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const all = await site.download(id);
      expect([all.status, all.ending]).toEqual([200, endingAt(site.entryPoint, 'short')]);
      expect(all.headers['content-length']).toBeUndefined();
      const beyond = await site.download(id, { headers: { range: `bytes=${all.body.length}-` } });
      expect([beyond.status, codeOf(beyond)]).toEqual([416, 'range_not_satisfiable']);
      expect(beyond.headers['content-range']).toBe(`bytes */${all.body.length}`);
      expect(all.body.equals(await wholeClip(site, id))).toBe(true);
    },
  },
  content_slow_first_byte: {
    shows: 'the headers come at once, the first byte thirty seconds of the clock later',
    setUp: `${INSTANT}~wire-clock~clock-x30`,
    run: async (site) => {
      const id = await completed(site);
      const slow = await site.download(id, { headers: { range: 'bytes=0-99' } });
      expect([slow.status, slow.body.length, slow.headFirst]).toEqual([206, 100, true]);
      expect(slow.tookMs).toBeGreaterThanOrEqual(995);
    },
  },
  content_drip: {
    shows: 'bytes trickle at a thousand a second',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const slow = await site.download(id, { headers: { range: 'bytes=0-599' } });
      expect([slow.status, slow.body.length, slow.ending]).toEqual([206, 600, 'whole']);
      expect(slow.tookMs).toBeGreaterThanOrEqual(590);
    },
  },
  content_stall: {
    shows: '60 percent of the clip come, then nothing; the rest comes as a range',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const part = await site.download(id, { idleMs: 500 });
      const size = Number(part.headers['content-length']);
      expect([part.status, part.ending]).toEqual([200, 'silent']);
      expect(part.body.length).toBe(Math.floor(size * 0.6));
      const rest = await site.download(id, { headers: { range: `bytes=${part.body.length}-` } });
      expect(part.body.length + rest.body.length).toBe(size);
    },
  },
  content_short: {
    shows: '80 percent of the clip come under a full Content-Length, then 80 percent chunked, each with an orderly end',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const [announced, chunked] = [await site.download(id), await site.download(id)];
      const size = (await wholeClip(site, id)).length;
      for (const seen of [announced, chunked]) {
        expect([seen.status, seen.ending]).toEqual([200, endingAt(site.entryPoint, 'short')]);
        expect(seen.body.length).toBe(Math.floor(size * 0.8));
      }
      expect(announced.headers['content-length']).toBe(String(size));
      expect(chunked.headers['content-length']).toBeUndefined();
    },
  },
  content_html_200: {
    shows: 'the first download is a page of text/html with 200, the second the clip',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const page = await site.download(id);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body.toString()).toMatch(/^<!doctype html>.*Sign in/);
      expect((await wholeClip(site, id)).toString('latin1', 4, 8)).toBe('ftyp');
    },
  },
  content_busy: {
    shows: 'the first download gets 503 and Retry-After, and no HEAD does; the second is the clip',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      expect((await site.download(id, { method: 'HEAD' })).status).toBe(200);
      const busy = await site.download(id);
      expect([busy.status, codeOf(busy), busy.headers['retry-after']]).toEqual([503, 'service_unavailable', '3']);
      await wholeClip(site, id);
    },
  },
  content_replaced: {
    shows: 'half of a clip comes, then a RST; later bytes come from another clip with another ETag',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const part = await site.download(id);
      expect(part.ending).toBe(endingAt(site.entryPoint, 'reset'));
      const clip = await wholeClip(site, id);
      expect(part.body.length).toBe(Math.floor(clip.length / 2));
      expect(part.body.equals(clip.subarray(0, part.body.length))).toBe(false);
      const headers = { range: `bytes=${part.body.length}-` };
      const careless = await site.download(id, { headers });
      expect([careless.status, careless.headers['etag'] === part.headers['etag']]).toEqual([206, false]);
      const careful = await site.download(id, { headers: { ...headers, 'if-range': part.headers['etag'] ?? '' } });
      expect([careful.status, careful.body.equals(clip)]).toEqual([200, true]);
    },
  },
  content_range_short: {
    shows: 'a 206 brings half of what its Content-Range names, with a Content-Length that fits; the next is whole',
    setUp: INSTANT,
    run: async (site) => {
      const { id, part, size, headers } = await cutInHalf(site);
      const short = await site.download(id, { headers });
      expect([short.status, short.ending]).toEqual([206, 'whole']);
      expect(short.headers['content-range']).toBe(`bytes ${part.length}-${size - 1}/${size}`);
      expect(short.body.length).toBeLessThan(size - part.length);
      expect(short.headers['content-length']).toBe(String(short.body.length));
      const rest = await site.download(id, { headers: { range: `bytes=${part.length + short.body.length}-` } });
      expect(Buffer.concat([part, short.body, rest.body]).equals(await wholeClip(site, id))).toBe(true);
    },
  },
  content_range_elsewhere: {
    shows: 'a 206 begins at half of the offset, as its Content-Range says; the next begins where it was asked to',
    setUp: INSTANT,
    run: async (site) => {
      const { id, part, size, headers } = await cutInHalf(site);
      const from = Math.floor(part.length / 2);
      const early = await site.download(id, { headers });
      expect([early.status, early.headers['content-range']]).toEqual([206, `bytes ${from}-${size - 1}/${size}`]);
      expect(early.body.equals((await wholeClip(site, id)).subarray(from))).toBe(true);
      const rest = await site.download(id, { headers });
      expect(rest.headers['content-range']).toBe(`bytes ${part.length}-${size - 1}/${size}`);
    },
  },
  content_range_total: {
    shows: 'a 206 names a smaller total than the first download and ends there; the next names the size of the clip',
    setUp: INSTANT,
    run: async (site) => {
      const { id, part, size, headers } = await cutInHalf(site);
      const other = await site.download(id, { headers });
      const total = part.length + other.body.length;
      expect([other.status, other.ending]).toEqual([206, 'whole']);
      expect(other.headers['content-range']).toBe(`bytes ${part.length}-${total - 1}/${total}`);
      expect(total).toBeLessThan(size);
      expect((await site.download(id, { headers })).body.length).toBe(size - part.length);
    },
  },
  content_empty_200: {
    shows: 'the first download is an MP4 of no bytes, the next is the clip',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const { status, body, headers } = await site.download(id);
      expect([status, body.length, headers['content-type']]).toEqual([200, 0, 'video/mp4']);
      await wholeClip(site, id);
    },
  },
  content_expired: {
    shows: 'no download brings the clip',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      for (const seen of [await site.download(id), await site.download(id)])
        expect([seen.status, codeOf(seen)]).toEqual([404, 'content_expired']);
    },
  },
  content_redirect_loop: {
    shows: 'each download gets 302 to its own URL',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const { status, headers } = await site.download(id);
      expect([status, headers['location']]).toEqual([302, 'content']);
      expect((await site.download(id)).status).toBe(302);
    },
  },
  content_416_too_early: {
    shows: 'half of the clip comes, then a RST; the rest gets 416 and a size that is too small, then 206',
    setUp: INSTANT,
    run: async (site) => {
      const { id, part, size, headers } = await cutInHalf(site);
      const early = await site.download(id, { headers });
      expect([early.status, early.headers['content-range']]).toEqual([416, 'bytes */1000']);
      expect((await site.download(id, { headers })).body.length).toBe(size - part.length);
    },
  },
  content_redirect: {
    shows: 'downloads get 302 to another origin, which serves the clip',
    setUp: INSTANT,
    run: async (site) => {
      const id = await completed(site);
      const seen = await site.download(id);
      expect([seen.status, seen.body.length]).toEqual([302, 0]);
      expect((await site.download(id)).headers['location']).toBe(seen.headers['location']);
      const url = new URL(seen.headers['location'] ?? '');
      expect(url.hostname).toBe(site.entryPoint === 'socket' ? 'localhost' : 'downloads.standin.test');
      if (site.entryPoint === 'fetch') return;
      const [clip, part] = [await fetch(url), await fetch(url, { headers: { range: 'bytes=4-7' } })];
      expect([clip.status, part.status, await part.text()]).toEqual([200, 206, 'ftyp']);
      expect((await clip.arrayBuffer()).byteLength).toBe(Number(clip.headers.get('content-length')));
    },
  },
  edit_ignores_duration: {
    shows: 'an edit that asks for 30 seconds is as long as its source of 4, and costs so',
    setUp: INSTANT,
    run: async (site) => {
      const source = await completed(site);
      const workflow = { mode: 'reference-to-video', reference_video_operation: 'edit', aspect_ratio: 'adaptive' };
      const edit = await site.create({ body: { ...workflow, source_video_ids: [source], duration_seconds: 30 } });
      const { id, cost_usd: cost } = jsonOf(edit);
      expect([edit.status, cost]).toEqual([202, 0.64]);
      await site.ended(id);
      expect(await secondsOf(await wholeClip(site, id))).toBeCloseTo(4, 2);
    },
  },
};

interface HalfDownload {
  readonly id: string;
  readonly part: Buffer;
  /** The size of the whole clip. */
  readonly size: number;
  /** Headers that request the rest. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Downloads half of a clip, until the connection is reset. */
async function cutInHalf(site: Site): Promise<HalfDownload> {
  const id = await completed(site);
  const { ending, body: part, headers } = await site.download(id);
  expect(ending).toBe(endingAt(site.entryPoint, 'reset'));
  const size = Number(headers['content-length']);
  return { id, part, size, headers: { range: `bytes=${part.length}-`, 'if-range': headers['etag'] ?? '' } };
}

async function completed(site: Site): Promise<string> {
  const id = await site.created();
  await site.ended(id);
  return id;
}

/** Downloads the whole clip without a fault. */
async function wholeClip(site: Site, id: string): Promise<Buffer> {
  const seen: Seen = await site.download(id);
  expect([seen.status, seen.ending]).toEqual([200, 'whole']);
  return seen.body;
}

function secondsOf(clip: Buffer): Promise<number> {
  return new Input({ source: new BufferSource(clip), formats: ALL_FORMATS }).computeDuration();
}
