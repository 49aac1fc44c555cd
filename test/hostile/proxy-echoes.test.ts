/** A service behind `proxy --check` that returns the key of its caller, and text with terminal commands. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openRig } from '../proxy/rig.ts';

const KEY = 'live-4f9c27d1e8b350a6';
const ID = '11111111-1111-4111-8111-111111111111';
const RECORD = { id: ID, object: 'video.generation', model: 'videomodel-2.5', status: 'pending', cost_usd: 0.48 };

/** Polls a service once that answers with this record. Returns all findings of `--check`, from every output. */
async function foundOf(record: object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const rig = await openRig(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { check: true });
  onTestFinished(async () => {
    await rig.close();
    server.close();
  });
  await (await rig.ask(`/v1/videos/${ID}`, { headers: { authorization: `Bearer ${KEY}` } })).text();
  const checked = rig.proxy.checked();
  expect(checked?.broken.length).toBeGreaterThan(0);
  const server_ = await (await fetch(`${rig.url}/_standin/server`)).text();
  const requests = await (await fetch(`${rig.url}/_standin/requests`)).text();
  return [...(checked?.broken.map(({ why }) => why) ?? []), server_, requests].join('\n---\n');
}

test.each([
  ['as it is', KEY],
  ['within a longer text', `your key is ${KEY}, is it not?`],
  ['in base64', Buffer.from(`Bearer ${KEY}`).toString('base64')],
  ['percent-encoded', encodeURIComponent(KEY).replaceAll('-', '%2D')],
  ['where a long text is cut', `${'x'.repeat(100)}${KEY}${'y'.repeat(100)}`],
])('the key of the caller that comes back %s is in nothing that --check shows', async (_, status) => {
  const found = await foundOf({ ...RECORD, status });
  expect(found).not.toContain(KEY.slice(0, 9));
  expect(found).not.toContain(status);
});

test('text of a service cannot send commands to a terminal, cannot reverse text, and stays on its line', async () => {
  const found = await foundOf({ ...RECORD, status: 'a\u001b[2J\u202eb\nc\u009b3md' });
  const why = found.split('\n---\n').find((text) => text.includes('[2J'));
  expect(why).toContain('\\u001b[2J\\u202eb');
  // oxlint-disable-next-line no-control-regex
  expect(found.replaceAll('\n---\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});
