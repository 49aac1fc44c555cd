/** Creates that have to be accepted, for those who have no key without credits: the create of a clip shows them. */

import { expect, test } from 'vitest';
import { run, type Report } from '../../conformance/index.ts';
import { createEmulator } from '../../emulator/index.ts';
import { standin } from './standin-profile.ts';

const ROWS = {
  'create.prompt.length.minimum': (sent: Sent) => sent.prompt === 'x',
  'create.content-type.charset': (_: Sent, type: string) => type.includes('charset'),
  'create.idempotency-key.characters': (_: Sent, __: string, key: string) => key.startsWith('Order-17_a.b:c/'),
} as const;
const SHAPES = ['480p.9-16', '1080p.3-4', '480p.16-9'].map((shape) => `content.aspect-ratio.${shape}`);

interface Sent {
  readonly prompt?: string;
}
type Rule = (sent: Sent, type: string, key: string) => boolean;

test('the creates of three clips show what three more would have to be paid for', async () => {
  const report = await judged(() => false);
  expect(verdicts(report)).toEqual(Object.fromEntries(Object.keys(ROWS).map((id) => [id, 'pass'])));
  expect(report.spend.creates).toBe(3);
});

test.each(Object.entries(ROWS))('%s fails where the clip and the create itself are refused', async (id, isRefused) => {
  const report = await judged(isRefused);
  expect(verdicts(report)).toEqual(
    Object.fromEntries(Object.keys(ROWS).map((row) => [row, row === id ? 'fail' : 'pass'])),
  );
});

/** Against an emulator that refuses what the rule says; without a key that has no credits. */
async function judged(isRefused: Rule): Promise<Report> {
  const emulator = createEmulator({ latency: 'instant' });
  const { keys: { poor: _, ...keys } = {}, ...profile } = await standin({
    only: [...Object.keys(ROWS), ...SHAPES],
    thorough: true,
  });
  const answer = async (request: Request): Promise<Response> => {
    const [type, key] = ['content-type', 'idempotency-key'].map((name) => request.headers.get(name) ?? '');
    const text = request.method === 'POST' ? await request.clone().text() : '{}';
    if (!text.startsWith('{') || !isRefused(JSON.parse(text) as Sent, type ?? '', key ?? ''))
      return emulator.fetch(request);
    return Response.json({ error: { code: 'refused', message: 'Refused.' } }, { status: 400 });
  };
  return run({ baseUrl: 'http://server.test', fetch: answer }, { ...profile, keys });
}

function verdicts({ results }: Report): Record<string, string> {
  return Object.fromEntries(results.filter(({ id }) => id in ROWS).map(({ id, verdict }) => [id, verdict]));
}
