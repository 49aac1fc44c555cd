/** The plain words about an answer. */

import { expect, test } from 'vitest';

import { ERRORS } from '../../contract/errors.ts';
import { explain } from './explain.ts';
import { anEntry } from '../../test/support/journal/some-entry.ts';
import { testEmulator, type TestEmulator } from '../../test/support/journal/test-emulator.ts';

function told({ emulator }: TestEmulator, requestId: string): string[] {
  return emulator.journal.explain(requestId)?.split('\n') ?? [];
}

test('a create is explained from its clock to its last byte', async () => {
  const own = testEmulator();
  const { id, requestId } = await own.create('a cat');
  expect(told(own, requestId)).toEqual([
    `POST /v1/videos was answered with 202 (request ${requestId}).`,
    expect.stringMatching(
      /^The clock of the account "a" showed 2026-01-01T00:00:00\.000Z\. The machine's clock showed 2\d{3}-.+Z\.$/,
    ),
    `All checks passed, so generation ${id} was created and its cost was reserved.`,
    'No fault rule applied.',
    `Generation ${id} was created with the status pending.`,
    'Ledger in US dollars: balance 1000 to 999.52, reserved 0 to 0.48, captured 0.',
    expect.stringMatching(
      /^The engine took [\d.]+ ms\. The response ended after [\d.]+ ms, with \d+ body bytes sent\.$/,
    ),
  ]);
});

test('a poll says whether it moved the generation', async () => {
  const own = testEmulator();
  const { id } = await own.create('a cat');
  const first = await own.ask('GET', `/v1/videos/${id}`);
  const second = await own.ask('GET', `/v1/videos/${id}`);
  expect(told(own, first.requestId)).toContain(`Generation ${id} changed from pending to completed.`);
  expect(told(own, second.requestId)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^This was attempt 2 of this request. The time since the previous attempt is 0 ms on the account's clock and \d+ ms/,
      ),
      `Generation ${id} was found. The generation has not changed since the last poll.`,
      'The request changed neither a status nor the ledger.',
    ]),
  );
});

test('a poll that finds a generation failed quotes why, with the fixture path that was meant', async () => {
  const own = testEmulator();
  const image = 'https://media.standin.test/640x480.png';
  const body = { model: 'videomodel-2.5', prompt: 'a cat', duration_seconds: 4, mode: 'image-to-video' };
  const { id } = await own.create('', { body: { ...body, aspect_ratio: 'adaptive', image_urls: [image] } });
  const { requestId } = await own.ask('GET', `/v1/videos/${id}`);
  const line = told(own, requestId).find((words) => words.startsWith('The generation failed with'));
  expect(line).toBe(
    'The generation failed with image_fetch_failed: "Input file 1 could not be downloaded. ' +
      'The fixture host media.standin.test has no path /640x480.png. The nearest path is /image/640x480.png. ' +
      'For images, the host serves /image/<width>x<height>.png (or .jpg, .jpeg, .webp; 1 to 16384 pixels), ' +
      '/image/heavy-31mb.jpg, /image/not-an-image.png, /status/<300 to 599> and /timeout."',
  );
});

test('a replay, a refusal and a request without an account say so', async () => {
  const own = testEmulator({ balance: 1 });
  const headers = { 'idempotency-key': 'k1' };
  await own.create('a cat', { headers });
  const replayed = await own.create('a cat', { headers });
  await own.create('a dog');
  const refused = await own.create('a cow');
  const stranger = await own.ask('GET', '/v1/videos/1', { headers: { authorization: 'Basic x' } });
  expect(told(own, replayed.requestId)[3]).toContain('the server replayed the first response, and reserved nothing');
  expect(told(own, refused.requestId)[2]).toBe(
    'Rejected with insufficient_credits. The balance is below the cost. The message was: "This generation costs $0.48, which is more than the balance. Add credits, or request a cheaper generation."',
  );
  expect(told(own, stranger.requestId)[1]).toMatch(/^The request belongs to no account\./);
  expect(told(own, stranger.requestId)[2]).toMatch(
    /^Rejected with missing_api_key\. The Authorization header is missing/,
  );
});

test('a fault is named with the reason why it fired', async () => {
  const own = testEmulator({ faults: [{ id: 'half', when: { every: 2 } }] });
  await own.ask('GET', '/v1/videos/1');
  const { requestId } = await own.ask('GET', '/v1/videos/1');
  const lines = told(own, requestId);
  expect(lines).toContain('The fault rule half made or changed this response on purpose.');
  expect(lines.find((line) => line.startsWith('Rule half fired: '))).toBeDefined();
});

test('a rule that only plans the outcome does not explain a refusal', async () => {
  const own = testEmulator({ balance: 0.1, faults: [{ id: 'plan', effect: { kind: 'outcome', stick: 'running' } }] });
  const { requestId } = await own.create('a cat');
  expect(told(own, requestId)[2]).toMatch(/^Rejected with insufficient_credits\./);
  expect(own.emulator.journal.latest(1)[0]?.faults).toEqual([]);
  const other = testEmulator({ faults: [{ id: 'plan', effect: { kind: 'outcome', skipRunning: true } }] });
  await other.create('a cat');
  expect(other.emulator.journal.latest(1)[0]?.faults).toEqual(['plan']);
});

test('every error code is explained by the condition of the error', () => {
  for (const [code, { when }] of Object.entries(ERRORS)) {
    expect(explain(anEntry({ code, status: 400 })).split('\n')[2]).toBe(`Rejected with ${code}. ${when}`);
  }
});

test('an unknown request id has no explanation', () => {
  expect(testEmulator().emulator.journal.explain('nothing')).toBeUndefined();
});
