/** The findings of `--check` about the traffic: each broken promise is counted once. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openRig } from './rig.ts';

test.each([
  ['with a Content-Length that tells it', { 'content-length': '9' }],
  ['in chunks', {}],
])('three parts that lack their last byte, %s, are three breaches', async (_, headers) => {
  const upstream = createServer((request, response) => {
    response.writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 0-9/100', ...headers });
    response.end('123456789');
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const rig = await openRig(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`, { check: true });
  try {
    for (const id of ['a', 'b', 'c']) {
      const answer = await rig.ask(`/v1/videos/${id}/content`, { headers: { range: 'bytes=0-9' } });
      await answer.arrayBuffer();
    }
    await expect.poll(() => rig.proxy.checked()?.judged).toBe(3);
    expect(rig.proxy.checked()?.broken).toEqual([expect.objectContaining({ check: 'content.range.length', times: 3 })]);
  } finally {
    await rig.close();
    upstream.close();
  }
});
