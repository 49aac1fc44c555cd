/** The clip: refused while there is none, and by RFC 9110 once there is one. */

import { describe, expect, test } from 'vitest';
import { Client, enter, expectError, TEXT } from './client.ts';
import type { EntryPoint } from './entry-points.ts';

const SMALL = { ...TEXT, resolution: '480p', audio: false };

export function contentSuite(entryPoint: EntryPoint): void {
  describe('the content', () => {
    test.each([
      ['pending', 'content_not_ready'],
      ['running', 'content_not_ready'],
      ['failed', 'content_unavailable'],
    ] as const)('of a %s generation is 404 %s, by GET and HEAD', async (status, code) => {
      const client = new Client(await enter(entryPoint, { latency: 'manual' }));
      const { id } = await client.create();
      if (status !== 'pending') await client.account.move(id, status);
      await expectError(await client.content(id), code);
      await expectError(await client.content(id, { range: 'bytes=0-1' }), code);
      const head = await client.send(`/v1/videos/${id}/content`, { method: 'HEAD' });
      expect(head.status).toBe(404);
      expect(await head.text()).toBe('');
    });

    test('is served whole and in parts, with validators', async (context) => {
      const open = await enter(entryPoint, { latency: 'instant' });
      if (!(await open.canRender())) return context.skip('no ffmpeg was found');
      const client = new Client(open);
      const id = await client.completed(SMALL);

      const whole = await client.content(id);
      const bytes = new Uint8Array(await whole.arrayBuffer());
      expect(whole.status).toBe(200);
      const { size, etag, modified } = {
        size: bytes.length,
        etag: whole.headers.get('etag') ?? '',
        modified: whole.headers.get('last-modified') ?? '',
      };
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'content-length': String(size),
        'accept-ranges': 'bytes',
        'cache-control': 'private',
      });
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(Buffer.from(bytes.subarray(4, 8)).toString('latin1')).toBe('ftyp');

      const head = await client.send(`/v1/videos/${id}/content`, { method: 'HEAD', headers: { range: 'bytes=0-0' } });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-length')).toBe(String(size));

      const part = async (range: string, headers: Record<string, string> = {}) => {
        const answer = await client.content(id, { range, ...headers });
        return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
      };
      for (const [range, from, to] of [
        ['bytes=0-99', 0, 99],
        ['bytes=100-', 100, size - 1],
        ['bytes=-50', size - 50, size - 1],
        [`bytes=${size - 1}-${size + 999}`, size - 1, size - 1],
      ] as const) {
        const { answer, bytes: got } = await part(range);
        expect(answer.status).toBe(206);
        expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to}/${size}`);
        expect(answer.headers.get('content-length')).toBe(String(to - from + 1));
        expect(Buffer.compare(got, bytes.subarray(from, to + 1))).toBe(0);
      }
      for (const range of ['bytes=0-1,5-6', 'bytes=5-2', 'lines=0-1', 'bytes=abc']) {
        expect((await part(range)).answer.status).toBe(200);
      }
      const beyond = await client.content(id, { range: `bytes=${size}-` });
      expect(beyond.headers.get('content-range')).toBe(`bytes */${size}`);
      await expectError(beyond, 'range_not_satisfiable');

      expect((await part('bytes=0-9', { 'if-range': etag })).answer.status).toBe(206);
      expect((await part('bytes=0-9', { 'if-range': modified })).answer.status).toBe(206);
      expect((await part('bytes=0-9', { 'if-range': '"other"' })).answer.status).toBe(200);
      const unchanged = await client.content(id, { 'if-none-match': etag });
      expect(unchanged.status).toBe(304);
      expect(await unchanged.text()).toBe('');
      expect((await client.content(id, { 'if-modified-since': modified })).status).toBe(304);
      await expectError(await client.content(id, { 'if-match': '"other"' }), 'precondition_failed');
      expect((await client.content(id, { 'if-match': etag })).status).toBe(200);
    });

    test('is the same for ever, also after the clock has moved', async (context) => {
      const open = await enter(entryPoint, { latency: 'instant' });
      if (!(await open.canRender())) return context.skip('no ffmpeg was found');
      const client = new Client(open);
      const id = await client.completed(SMALL);
      const first = await (await client.content(id)).arrayBuffer();
      await client.account.advance(86_400_000 * 365);
      const second = await (await client.content(id)).arrayBuffer();
      expect(Buffer.compare(new Uint8Array(first), new Uint8Array(second))).toBe(0);
    });
  });

  test.skipIf(!entryPoint.everyPath)(
    'health needs no key: live at once, ready as soon as clips can be made',
    async () => {
      const open = await enter(entryPoint);
      const live = await open.request('/_standin/health/live');
      expect([live.status, await live.json()]).toEqual([200, { status: 'live' }]);
      const ready = await open.request('/_standin/health/ready');
      expect(ready.status).toBe((await open.canRender()) ? 200 : 503);
      expect(Object.keys((await ready.json()) as object).sort()).toEqual(['ffmpeg', 'reason', 'status']);
    },
  );
}
