/** The kit against an emulator with something bent: a failure says where exactly an answer differs. */

import { expect, test } from 'vitest';
import { render, run, terminalReport, type Report } from '../../conformance/index.ts';
import { createEmulator } from '../../emulator/index.ts';
import { standin } from './standin-profile.ts';

/** The emulator, with one thing changed in each of its answers. */
async function bent(
  only: string[],
  change: (text: Buffer, request: Request, answer: Response) => Buffer,
): Promise<Report> {
  const handle = createEmulator({ latency: 'instant' });
  const fetch = async (request: Request): Promise<Response> => {
    const answer = await handle.fetch(request);
    const { status, headers } = answer;
    const bytes = change(Buffer.from(await answer.arrayBuffer()), request, answer);
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(bytes), { status, headers });
  };
  const found = await run({ baseUrl: 'http://server.test', fetch }, await standin({ only }));
  await handle.close();
  return found;
}
const differences = ({ results }: Report, id: string): unknown =>
  results.find((result) => result.id === id)?.differences;

test('in the fields of an error', async () => {
  const found = await bent(['error.request-id', 'error.envelope'], (bytes) =>
    Buffer.from(bytes.toString().replace(/"request_id":"[^"]*"/, '"request_id":"abc"')),
  );
  expect(differences(found, 'error.request-id')).toEqual([
    { at: 'error.request_id', expected: 'a UUID', got: '"abc"' },
  ]);
  for (const text of [terminalReport(found, { color: false, width: 80 }), render(found, 'markdown')])
    expect(text).toMatch(/differs: +error\.request_id: expected a UUID, got "abc"/);
  for (const format of ['html', 'junit', 'sarif', 'json'] as const)
    expect(render(found, format)).toContain('error.request_id');
});

test('in an envelope that is none, with the field that nobody listed', async () => {
  const found = await bent(['error.envelope'], (bytes, _, { status }) =>
    status === 404 ? Buffer.from('{"detail":"Not found","debug":1}') : bytes,
  );
  expect(differences(found, 'error.envelope')).toEqual([
    { at: 'error', expected: 'an object', got: 'nothing' },
    { at: 'detail', expected: 'no such field in the document', got: '"Not found"' },
    { at: 'debug', expected: 'no such field in the document', got: '1' },
  ]);
});

test('in the bytes of a part, and of parts that are put together', async () => {
  const only = ['content.range.bytes.second', 'content.range.resume'];
  const found = await bent(only, (bytes, { headers }) =>
    headers.get('range') === null || bytes.length < 8
      ? bytes
      : Buffer.concat([bytes.subarray(0, 5), Buffer.from([~(bytes[5] ?? 0) & 255]), bytes.subarray(6)]),
  );
  expect(differences(found, 'content.range.bytes.second')).toMatchObject([{ at: 'byte 105' }]);
  expect(differences(found, 'content.range.resume')).toMatchObject([
    { at: 'byte 5', got: expect.stringMatching(/^[0-9a-f]{2} /) },
  ]);
});

test('between two records of one generation', async () => {
  let polls = 0;
  const found = await bent(['record.cost-usd.reserved', 'state.terminal'], (bytes, { method }) => {
    polls += method === 'GET' ? 1 : 0;
    return Buffer.from(bytes.toString().replace('"cost_usd":0.48', `"cost_usd":0.${50 + polls}`));
  });
  expect(differences(found, 'record.cost-usd.reserved')).toMatchObject([
    { at: 'cost_usd', expected: expect.stringMatching(/^0\.5/) },
  ]);
  expect(differences(found, 'state.terminal')).toMatchObject([{ at: 'cost_usd' }]);
});
