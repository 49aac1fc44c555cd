/** Scenarios that answer in place of the service: limits, storms, gateways. */

import { expect } from 'vitest';
import type { Cases } from '../case.ts';
import { codeOf, jsonOf, type Seen } from '../seen.ts';
import type { Site } from '../site.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const REFUSALS: Cases = {
  rate_limit_burst_then_ok: {
    shows: 'three creates get 429 with Retry-After: 1, the fourth is accepted',
    run: async (site) => {
      const seen = await creates(site, 4);
      expect(seen.map(({ status }) => status)).toEqual([429, 429, 429, 202]);
      expect(seen.map(retryAfter)).toEqual(['1', '1', '1', undefined]);
      expect(seen.map((each) => each.headers['x-standin-fault'])).toEqual([
        ...Array.from({ length: 3 }, () => 'rate_limit_burst_then_ok:1'),
        undefined,
      ]);
      expect(codeOf(must(seen[0]))).toBe('rate_limited');
    },
  },
  rate_limit_no_header: {
    shows: 'five creates get 429 without Retry-After, the sixth is accepted',
    run: async (site) => {
      const seen = await creates(site, 6);
      expect(seen.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429, 202]);
      expect(seen.map(retryAfter)).toEqual(Array.from({ length: 6 }, () => undefined));
    },
  },
  rate_limit_http_date: {
    shows: 'Retry-After is an IMF-fixdate three seconds after Date',
    run: async (site) => {
      const seen = await creates(site, 3);
      expect(seen.map(({ status }) => status)).toEqual([429, 429, 202]);
      const date = retryAfter(must(seen[0])) ?? '';
      expect(date).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
      expect(Date.parse(date) - Date.parse(must(seen[0]).headers['date'] ?? '')).toBe(3000);
    },
  },
  rate_limit_long: {
    shows: 'creates get 429 with Retry-After: 3600 until an hour has passed',
    setUp: '~clock-frozen',
    run: async (site) => {
      const first = await site.create();
      expect([first.status, retryAfter(first)]).toEqual([429, '3600']);
      await site.advance(3_599_000);
      expect((await site.create()).status).toBe(429);
      await site.advance(1000);
      expect((await site.create()).status).toBe(202);
    },
  },
  rate_limit_garbage: {
    shows: 'Retry-After is a word, a negative number and a past date, twice over, then the create is accepted',
    run: async (site) => {
      const seen = await creates(site, 7);
      const round = ['soon', '-5', 'Fri, 31 Dec 1999 23:59:59 GMT'];
      expect(seen.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429, 429, 202]);
      expect(seen.map(retryAfter)).toEqual([...round, ...round, undefined]);
    },
  },
  retry_after_ms_conflict: {
    shows: 'two creates get 429 with retry-after-ms: 300 beside Retry-After: 5',
    run: async (site) => {
      const seen = await creates(site, 3);
      expect(seen.map(({ status }) => status)).toEqual([429, 429, 202]);
      expect(must(seen[0]).headers).toMatchObject({ 'retry-after-ms': '300', 'retry-after': '5' });
    },
  },
  poll_rate_limited: {
    shows: 'polls two to four get 429, the create and the other polls do not',
    setUp: '~latency-instant',
    run: async (site) => {
      const id = await site.created();
      const seen = [];
      for (let poll = 0; poll < 5; poll += 1) seen.push(await site.poll(id));
      expect(seen.map(({ status }) => status)).toEqual([200, 429, 429, 429, 200]);
      expect(retryAfter(must(seen[1]))).toBe('2');
      expect(jsonOf(must(seen[4]))['status']).toBe('completed');
    },
  },
  storm_503: {
    shows: 'every request gets 503 for sixty seconds, with a request id to quote',
    setUp: '~clock-frozen',
    run: async (site) => {
      const first = await site.create();
      expect([first.status, retryAfter(first), codeOf(first)]).toEqual([503, '5', 'service_unavailable']);
      const { request_id: requestId } = jsonOf(first).error;
      expect(requestId).toMatch(UUID);
      expect(first.headers['x-request-id']).toBe(requestId);
      if (site.isWide) {
        const id = '00000000-0000-4000-8000-000000000000';
        const others = [await site.poll(id), await site.download(id)];
        expect(others.map(({ status }) => status)).toEqual([503, 503]);
      }
      await site.advance(59_999);
      expect((await site.create()).status).toBe(503);
      await site.advance(1);
      const id = await site.created();
      expect((await site.poll(id)).status).toBe(200);
    },
  },
  gateway_html_502: {
    shows: 'the first create, poll and download get 502 with a page instead of the envelope',
    setUp: '~latency-instant',
    run: async (site) => {
      const pages = [await site.create()];
      const id = await site.created();
      pages.push(await site.poll(id));
      expect((await site.poll(id)).status).toBe(200);
      pages.push(await site.download(id));
      for (const page of pages) {
        expect([page.status, page.headers['content-type']]).toEqual([502, 'text/html']);
        expect(page.body.toString()).toMatch(/^<!doctype html>.*502 Bad Gateway/);
      }
      expect((await site.download(id)).headers['content-type']).toBe('video/mp4');
    },
  },
  empty_500: {
    shows: 'the first create and the first poll get 500 and not a byte of body',
    run: async (site) => {
      const failed = [await site.create()];
      const id = await site.created();
      failed.push(await site.poll(id));
      for (const seen of failed) {
        expect([seen.status, seen.body.length, seen.ending]).toEqual([500, 0, 'whole']);
        expect(seen.headers).toMatchObject({ 'content-length': '0' });
        expect(seen.headers['content-type']).toBeUndefined();
      }
      expect((await site.poll(id)).status).toBe(200);
    },
  },
  poll_404_once: {
    shows: 'the first poll gets 404, the second finds the generation',
    run: async (site) => {
      const id = await site.created();
      const missing = await site.poll(id);
      expect([missing.status, codeOf(missing)]).toEqual([404, 'video_not_found']);
      expect(jsonOf(await site.poll(id))['id']).toBe(id);
    },
  },
  poll_404_for_good: {
    shows: 'the first poll finds the generation, all others get 404',
    run: async (site) => {
      const id = await site.created();
      expect((await site.poll(id)).status).toBe(200);
      for (const seen of [await site.poll(id), await site.poll(id)])
        expect([seen.status, codeOf(seen)]).toEqual([404, 'video_not_found']);
    },
  },
  poll_503_for_good: {
    shows: 'the first poll finds the generation, all others get 503 with Retry-After: 5',
    run: async (site) => {
      const id = await site.created();
      expect((await site.poll(id)).status).toBe(200);
      for (const seen of [await site.poll(id), await site.poll(id)])
        expect([seen.status, retryAfter(seen)]).toEqual([503, '5']);
    },
  },
  relative_output_url: {
    shows: 'the API answers below its path only, and output.url does not show the path',
    setUp: '~latency-instant',
    run: async (site) => {
      const base = '/_standin/base';
      const outside = await site.create();
      expect([outside.status, codeOf(outside)]).toEqual([404, 'not_found']);
      const { id } = jsonOf(await site.create({ base }));
      expect((await site.poll(id)).status).toBe(404);
      const { url } = jsonOf(await site.poll(id, base)).output;
      expect(url).toBe(`/v1/videos/${id}/content`);
      expect((await site.download(id)).status).toBe(404);
      expect((await site.download(id, { base, headers: { range: 'bytes=0-9' } })).status).toBe(206);
    },
  },
};

async function creates(site: Site, count: number): Promise<Seen[]> {
  const seen = [];
  for (let create = 0; create < count; create += 1) seen.push(await site.create({ key: 'the-same-key' }));
  return seen;
}

function retryAfter({ headers }: Seen): string | undefined {
  return headers['retry-after'];
}

function must(seen: Seen | undefined): Seen {
  if (seen === undefined) throw new Error('The answer does not exist');
  return seen;
}
