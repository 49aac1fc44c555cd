/** A key that is taken back in the middle of a run: what it made is looked at no more with it. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../conformance/index.ts';
import { createEmulator } from '../emulator/index.ts';
import { bad, standin } from './conformance/standin-profile.ts';

const emulator = createEmulator({ latency: 'instant' });
let url = '';

beforeAll(async () => {
  url = (await emulator.listen({ port: 0 })).url;
});

afterAll(() => emulator.close());

test('that a key which was taken back opens its generation no more breaks no promise', async () => {
  const only = ['state.terminal.content', 'get.answer.*', 'authentication.*.revoked.own'];
  const report = await run(url, await standin({ thorough: true, only }));
  expect(report.exchanges.map(({ probe }) => probe)).toContain('clip.revoked');
  expect(bad(report)).toEqual([]);
});
