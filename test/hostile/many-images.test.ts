/**
 * Many creates with many images: nothing is made for them until a clip is asked for, and others are answered meanwhile.
 */

import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';

const CREATES = 40;

test('forty creates with thirty images each hold up nobody, not even while their clips are rendered', async () => {
  const emulator = createEmulator({ latency: 'instant' });
  onTestFinished(() => emulator.close());
  const send = (key: string, path: string, body?: unknown): Promise<Response> => {
    const headers = { authorization: `Bearer sk_standin_${key}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return emulator.fetch(new Request(`http://standin.test/v1/videos${path}`, init));
  };
  const idOf = async (answer: Response): Promise<string> => ((await answer.json()) as { id: string }).id;
  const common = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p' };
  const polled = await idOf(await send('polls', '', common));

  const done: string[] = [];
  const creates = Array.from({ length: CREATES }, async (_, create) => {
    const image_urls = Array.from({ length: 30 }, (__, image) => `https://cdn.example.com/${create}/${image}.png`);
    const answer = await send('images~balance-9000', '', { ...common, mode: 'reference-to-video', image_urls });
    done.push('create');
    return answer;
  });
  const poll = async (): Promise<void> => {
    expect((await send('polls', `/${polled}`)).status).toBe(200);
    done.push('poll');
  };
  const created = await Promise.all(creates);
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 202));

  const [first] = created;
  const download = send('images', `/${first === undefined ? '' : await idOf(first)}/content`).then((answer) => {
    done.push('download');
    return answer;
  });
  for (let polls = 0; polls < 20; polls += 1) await poll();
  expect((await download).status).toBe(200);
  expect(done.indexOf('download')).toBeGreaterThan(done.lastIndexOf('poll'));
});
