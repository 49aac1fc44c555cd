/**
 * Clips made of clips made of clips: the work grows with the clips that there are, not with the ways that lead to them.
 */

import { expect, onTestFinished, test } from 'vitest';
import { DEEPEST_DERIVATION, MOST_ANCESTORS } from '../../contract/source-videos.ts';
import { createEmulator } from '../../emulator/index.ts';
import { blockCodes } from '../render/support/decode.ts';
import { allBinaries } from '../render/support/renderer-for-tests.ts';

const [binary] = await allBinaries();
if (binary === undefined) throw new Error('These tests need an ffmpeg');

interface Client {
  readonly create: (sources: readonly string[]) => Promise<{ status: number; id: string; code: string | undefined }>;
  readonly content: (id: string) => Promise<Response>;
}

/** An ordinary key, whose generations complete at the first look. */
function openClient(): Client {
  const emulator = createEmulator({ latency: 'instant' });
  onTestFinished(() => emulator.close());
  const headers = { authorization: 'Bearer sk_standin_nested~balance-9000', 'content-type': 'application/json' };
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    emulator.fetch(new Request(`http://standin.test/v1/videos${path}`, { headers, ...init }));
  return {
    create: async (sources) => {
      const common = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p' };
      const derived = { mode: 'reference-to-video', reference_video_operation: 'reference', source_video_ids: sources };
      const body = sources.length === 0 ? common : { ...common, ...derived };
      const answer = await send('', { method: 'POST', body: JSON.stringify(body) });
      const { id, error } = (await answer.json()) as { id: string; error?: { code: string } };
      return { status: answer.status, id, code: error?.code };
    },
    content: (id) => send(`/${id}/content`),
  };
}

test('eight creates, each with seven times the one before, are answered, and the clip of the second has its frames', async () => {
  const { create, content } = openClient();
  const ids = [(await create([])).id];
  for (let level = 1; level <= 8; level += 1) {
    const made = await create(Array.from({ length: 7 }, () => ids.at(-1) ?? ''));
    expect(made.status).toBe(202);
    ids.push(made.id);
  }
  const answer = await content(ids[2] ?? '');
  expect(answer.status).toBe(200);
  const codes = await blockCodes(binary.path, Buffer.from(await answer.arrayBuffer()), { width: 854, height: 480 });
  expect(codes.map((code) => code?.frame)).toEqual(Array.from({ length: 96 }, (_, frame) => frame));
});

test('twenty-three levels of two, each made from both of the level before, are answered', async () => {
  const { create } = openClient();
  let level = [(await create([])).id, (await create([])).id];
  for (let depth = 1; depth <= 23; depth += 1) {
    const made = [await create(level), await create(level)];
    expect(made.map(({ status }) => status)).toEqual([202, 202]);
    level = made.map(({ id }) => id);
  }
});

test(`a clip may be derived ${DEEPEST_DERIVATION} times in a row, and not once more`, async () => {
  const { create } = openClient();
  let { id } = await create([]);
  for (let depth = 1; depth <= DEEPEST_DERIVATION; depth += 1) {
    const made = await create([id]);
    expect(made.status).toBe(202);
    id = made.id;
  }
  expect(await create([id])).toMatchObject({ status: 400, code: 'source_depth_exceeded' });
});

test(`a clip whose sources are wide is refused where more than ${MOST_ANCESTORS} generations stand behind one of them`, async () => {
  const { create } = openClient();
  const several = (count: number, sources: readonly string[] = []): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, async () => (await create(sources)).id));
  // Seven of seven behind each: 56.
  const made = await Promise.all(
    Array.from({ length: 2 }, async () =>
      create(await Promise.all(Array.from({ length: 7 }, async () => (await create(await several(7))).id))),
    ),
  );
  expect(made.map(({ status }) => status)).toEqual([202, 202]);
  const ids = made.map(({ id }) => id);
  const both = await create(ids);
  expect(both.status).toBe(202);
  // Behind that one are both, and all that stand behind them.
  expect(await create([both.id])).toMatchObject({ status: 400, code: 'source_depth_exceeded' });
  // A chain through few generations stays possible, however often each is named.
  expect((await create(Array.from({ length: 7 }, () => ids[0] ?? ''))).status).toBe(202);
});
