/** The record and the three operations, as the API document describes them. */

import { describe, expect, test } from 'vitest';
import { AUDIO, Client, enter, expectError, IMAGE, NO_ID, TEXT } from './client.ts';
import type { EntryPoint } from './entry-points.ts';

export function recordsSuite(entryPoint: EntryPoint): void {
  describe('the record', () => {
    test('of a create is 202, pending, with the reserved cost and nothing else', async () => {
      const client = new Client(await enter(entryPoint));
      const response = await client.post(TEXT);
      expect(response.status).toBe(202);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('cache-control')).toBe('no-store');
      const record = (await response.json()) as Record<string, unknown>;
      expect(record).toEqual({
        id: record['id'],
        object: 'video.generation',
        model: 'videomodel-2.5',
        status: 'pending',
        cost_usd: 1.12,
      });
    });

    test('of a create is pending even if the first poll finds it completed', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      const { id, status } = await client.create();
      expect(status).toBe('pending');
      expect(await client.poll(id)).toMatchObject({ status: 'completed' });
    });

    test('carries output only once completed, with a relative URL', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'polls:1,1' }));
      const { id } = await client.create();
      expect(await client.poll(id)).not.toHaveProperty('output');
      expect(await client.poll(id)).not.toHaveProperty('output');
      const completed = await client.poll(id);
      expect(completed).toMatchObject({ status: 'completed', output: { url: `/v1/videos/${id}/content` } });
      expect(completed).not.toHaveProperty('error');
    });

    test('carries error only once failed, with a code and a message', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'manual' }));
      const { id } = await client.create();
      expect(await client.poll(id)).not.toHaveProperty('error');
      await client.account.move(id, 'failed', { code: 'copyright_rejected', from: 'running' });
      expect(await client.poll(id)).toEqual({
        id,
        object: 'video.generation',
        model: 'videomodel-2.5',
        status: 'failed',
        cost_usd: 1.12,
        error: { code: 'copyright_rejected', message: 'The result may resemble protected material.' },
      });
    });

    test('is found by its id in capitals too', async () => {
      const client = new Client(await enter(entryPoint));
      const { id } = await client.create();
      expect((await client.poll(id.toUpperCase())).id).toBe(id);
    });

    test('has a HEAD with the headers of its GET and no body', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'manual' }));
      const { id } = await client.create();
      const get = await client.send(`/v1/videos/${id}`);
      const head = await client.head(id);
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      for (const name of ['content-type', 'content-length', 'cache-control']) {
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      }
    });

    test('of an account is not found with the key of another, by GET and HEAD, like an id that never existed', async () => {
      const open = await enter(entryPoint);
      const { id } = await new Client(open, 'sk_standin_owner').create();
      const other = new Client(open, 'sk_standin_other');
      const foreign = await expectError(await other.send(`/v1/videos/${id}`), 'video_not_found');
      expect(await expectError(await other.send(`/v1/videos/${NO_ID}`), 'video_not_found')).toEqual(foreign);
      expect(await expectError(await other.send('/v1/videos/no-uuid'), 'video_not_found')).toEqual(foreign);
      expect((await other.head(id)).status).toBe(404);
      await expectError(await other.content(id), 'video_not_found');
    });
  });

  describe('every workflow is accepted', () => {
    const reference = { ...TEXT, mode: 'reference-to-video' };
    test.each([
      ['text to video', { ...TEXT, aspect_ratio: '21:9', resolution: '1080p', audio: false }],
      ['image to video', { ...TEXT, mode: 'image-to-video', aspect_ratio: 'adaptive', image_urls: [IMAGE] }],
      [
        'first and last frame',
        { ...TEXT, mode: 'image-to-video', aspect_ratio: 'adaptive', image_urls: [IMAGE, IMAGE] },
      ],
      ['reference with an image', { ...reference, image_urls: [IMAGE], subject_to_image_ids: { hero: [0] } }],
      ['reference with audio alone', { ...reference, audio_urls: [AUDIO], subject_to_audio_ids: { song: [0] } }],
      ['reference without a handle of the prompt', { ...reference, prompt: '@nobody runs', image_urls: [IMAGE] }],
    ])('%s', async (_, body) => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      const { id } = await client.create(body);
      expect((await client.poll(id)).status).toBe('completed');
    });

    test.each(['reference', 'edit', 'extend'])('%s with a source video', async (operation) => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      const source = await client.completed();
      const body = { ...reference, source_video_ids: [source], reference_video_operation: operation };
      expect((await client.create({ ...body, aspect_ratio: 'adaptive' })).status).toBe('pending');
    });
  });

  test('the base path stands in front of every path and not in output.url', async () => {
    const client = new Client(await enter(entryPoint, { basePath: '/media/api', latency: 'instant' }));
    if (entryPoint.everyPath) await expectError(await client.post(TEXT), 'not_found');
    const headers = { 'content-type': 'application/json' };
    const created = await client.send('/media/api/v1/videos', { method: 'POST', headers, body: JSON.stringify(TEXT) });
    const { id } = (await created.json()) as { id: string };
    const got = await client.send(`/media/api/v1/videos/${id}`);
    expect(await got.json()).toMatchObject({ output: { url: `/v1/videos/${id}/content` } });
  });
}
