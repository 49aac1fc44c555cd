/** A key that is taken back in the middle of a run: what it made is looked at no more with it. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../conformance/index.ts';
import { createEmulator } from '../../emulator/index.ts';
import { bad, standin } from './standin-profile.ts';

const emulator = createEmulator({ latency: 'instant' });
let url = '';

beforeAll(async () => {
  url = (await emulator.listen({ port: 0 })).url;
});

afterAll(() => emulator.close());

test('that a key which was taken back opens its generation no more breaks no promise', async () => {
  const only = ['state.terminal.content', 'get.answer.*', 'authentication.*.revoked.own'];
  const report = await run(url, await standin({ only }));
  const made = report.exchanges.filter(({ key, probe }) => key === 'revoked' && probe === 'clip.frames');
  expect(made.map(({ label }) => label)).toContain('create');
  expect(bad(report)).toEqual([]);
});

test('where the key that is taken back cannot pay, the primary one does', async () => {
  const profile = await standin({ only: ['workflow.frames.accepted.runs', 'authentication.*.revoked.own'] });
  const keys = { ...profile.keys, revoked: `${profile.keys?.revoked}~balance-0` };
  const report = await run(url, { ...profile, keys });
  const made = report.exchanges.filter(({ label, probe }) => label === 'create' && probe === 'clip.frames');
  expect(made.map(({ key, response }) => [key, response?.status])).toEqual([
    ['revoked', 402],
    ['primary', 202],
  ]);
  expect(report.results.map(({ id, verdict }) => [id, verdict])).toContainEqual([
    'workflow.frames.accepted.runs',
    'pass',
  ]);
  expect(bad(report)).toEqual([]);
});
