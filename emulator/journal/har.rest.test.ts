/** The HAR export keeps the form of HAR 1.2, field by field as its specification lists them. */

import { expect, test } from 'vitest';
import * as z from 'zod';

import { testEmulator } from '../../test/support/journal/test-emulator.ts';

const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const cookies = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const size = z.int().min(-1);
const ms = z.number().min(0);

/**
 * http://www.softwareishard.com/blog/har-12-spec/: all that is required, nothing that it does not know but names with
 * an underscore.
 */
const Har = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string().min(1), version: z.string().min(1) }),
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime({ offset: true }),
        time: ms,
        request: z.strictObject({
          method: z.string().min(1),
          url: z.url(),
          httpVersion: z.string().min(1),
          cookies,
          headers: pairs,
          queryString: pairs,
          postData: z.strictObject({ mimeType: z.string(), text: z.string() }).optional(),
          headersSize: size,
          bodySize: size,
        }),
        response: z.strictObject({
          status: z.int(),
          statusText: z.string(),
          httpVersion: z.string().min(1),
          cookies,
          headers: pairs,
          content: z.strictObject({ size: z.int().min(0), mimeType: z.string(), text: z.string().optional() }),
          redirectURL: z.string(),
          headersSize: size,
          bodySize: size,
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({ send: ms, wait: ms, receive: ms }),
        _standin: z.looseObject({ request_id: z.string() }),
      }),
    ),
  }),
});

test('every kind of request exports in the form of HAR 1.2', async () => {
  const { emulator, ask, create } = testEmulator();
  const { id } = await create('a cat', { headers: { 'idempotency-key': 'k1' } });
  await create('', { body: '{' });
  await ask('GET', `/v1/videos/${id}?a=1&b=%20x`);
  await ask('HEAD', `/v1/videos/${id}`);
  await ask('GET', `/v1/videos/${id}/content`, { headers: { range: 'bytes=0-9' } });
  await ask('DELETE', '/v1/videos');
  const har = emulator.account('a').journal.toHar({}, { baseUrl: 'http://127.0.0.1:4242' });
  const { entries } = Har.parse(JSON.parse(JSON.stringify(har))).log;
  expect(entries).toHaveLength(5);
  expect(
    entries.map(({ time, timings }) => Math.abs(time - timings.send - timings.wait - timings.receive) < 1e-6),
  ).toEqual(entries.map(() => true));
  expect(entries[0]).toMatchObject({
    request: {
      url: 'http://127.0.0.1:4242/v1/videos',
      postData: { mimeType: 'application/json', text: expect.stringContaining('a cat') },
      headers: expect.arrayContaining([{ name: 'authorization', value: '[redacted]' }]),
    },
    response: { status: 202, content: { mimeType: 'application/json', text: expect.stringContaining(id) } },
  });
  expect(entries[2]?.request.queryString).toEqual([
    { name: 'a', value: '1' },
    { name: 'b', value: ' x' },
  ]);
  expect(entries[4]?.response).toMatchObject({
    status: 206,
    bodySize: 10,
    content: { size: 10, mimeType: 'video/mp4' },
  });
  expect(Har.safeParse(emulator.journal.of(null).toHar()).success).toBe(true);
});
