/** The costs of generations, and the use of source videos. */

import { describe, expect, test } from 'vitest';
import { Client, enter, expectError, IMAGE, NO_ID, TEXT } from './client.ts';
import type { EntryPoint } from './entry-points.ts';

const REFERENCE = { ...TEXT, mode: 'reference-to-video' };

export function billingSuite(entryPoint: EntryPoint): void {
  describe('a price', () => {
    test.each([
      ['480p', 4, 0.48],
      ['480p', 30, 3.6],
      ['720p', 8, 2.24],
      ['1080p', 4, 2.72],
      ['1080p', 30, 20.4],
    ])('without sources: %s for %i s is %d', async (resolution, seconds, cost) => {
      const client = new Client(await enter(entryPoint));
      const { cost_usd } = await client.create({ ...TEXT, resolution, duration_seconds: seconds });
      expect(cost_usd).toBe(cost);
      expect(await client.books()).toEqual({
        granted: 1000,
        balance: (1000e6 - cost * 1e6) / 1e6,
        reserved: cost,
        captured: 0,
      });
    });

    test('is the same without audio, and with images', async () => {
      const client = new Client(await enter(entryPoint));
      expect((await client.create({ ...TEXT, audio: false })).cost_usd).toBe(1.12);
      expect((await client.create({ ...REFERENCE, image_urls: [IMAGE] })).cost_usd).toBe(1.12);
    });

    test('of an extend by 6 s from a 10 s source at 720p is 2.72', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      const source = await client.completed({ ...TEXT, duration_seconds: 10 });
      const extend = {
        ...REFERENCE,
        duration_seconds: 6,
        source_video_ids: [source],
        reference_video_operation: 'extend',
      };
      expect((await client.create({ ...extend, aspect_ratio: 'adaptive' })).cost_usd).toBe(2.72);
    });

    test('of an edit of 8 s with a second source of 5 s at 480p is 1.68, whatever duration_seconds says', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      const sources = [
        await client.completed({ ...TEXT, duration_seconds: 8 }),
        await client.completed({ ...TEXT, duration_seconds: 5 }),
      ];
      const edit = { ...REFERENCE, resolution: '480p', source_video_ids: sources, reference_video_operation: 'edit' };
      expect((await client.create({ ...edit, aspect_ratio: 'adaptive', duration_seconds: 30 })).cost_usd).toBe(1.68);
    });

    test('of a reference with sources counts their seconds and its own', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      const source = await client.completed({ ...TEXT, duration_seconds: 10 });
      const reference = { ...REFERENCE, duration_seconds: 5, resolution: '1080p', source_video_ids: [source] };
      expect((await client.create(reference)).cost_usd).toBe(6.15);
    });

    test('is a setting', async () => {
      const client = new Client(await enter(entryPoint, { prices: { withoutSources: { '720p': 0.01 } } }));
      expect((await client.create()).cost_usd).toBe(0.04);
      expect((await client.create({ ...TEXT, resolution: '480p' })).cost_usd).toBe(0.48);
    });
  });

  describe('credits', () => {
    test('are refused below the cost with 402, and taken to the last cent', async () => {
      const client = new Client(await enter(entryPoint, { balance: 2.24 }));
      await client.create();
      await client.create();
      const { message } = await expectError(await client.post(TEXT), 'insufficient_credits');
      expect(message).toContain('1.12');
      expect(await client.books()).toEqual({ granted: 2.24, balance: 0, reserved: 2.24, captured: 0 });
    });

    test('of 0.47 do not buy 4 s at 480p, and 0.48 do', async () => {
      const open = await enter(entryPoint);
      const cheap = { ...TEXT, resolution: '480p' };
      await expectError(await new Client(open, 'sk_standin_a~balance-0.47').post(cheap), 'insufficient_credits');
      await new Client(open, 'sk_standin_b~balance-0.48').create(cheap);
    });

    test('are never overspent by 100 parallel creates', async () => {
      const client = new Client(await enter(entryPoint, { balance: 11.2 }));
      const answers = await Promise.all(Array.from({ length: 100 }, () => client.post(TEXT)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 202)).toHaveLength(10);
      expect(statuses.filter((status) => status === 402)).toHaveLength(90);
      expect(await client.books()).toEqual({ granted: 11.2, balance: 0, reserved: 11.2, captured: 0 });
    });
  });

  describe('source videos', () => {
    test('that are unknown or belong to another account get the same answer', async () => {
      const open = await enter(entryPoint, { latency: 'instant' });
      const theirs = await new Client(open, 'sk_standin_them').completed();
      const us = new Client(open, 'sk_standin_us');
      const using = async (id: string) =>
        expectError(await us.post({ ...REFERENCE, source_video_ids: [id] }), 'source_video_not_found');
      expect(await using(theirs)).toEqual(await using(NO_ID));
    });

    test.each(['pending', 'running', 'failed'] as const)('that are %s are not ready', async (status) => {
      const client = new Client(await enter(entryPoint, { latency: 'manual' }));
      const { id } = await client.create();
      if (status !== 'pending') await client.account.move(id, status);
      await expectError(await client.post({ ...REFERENCE, source_video_ids: [id] }), 'source_video_not_ready');
    });

    test('have a total limit of 30 s; a video that is named twice counts twice', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      const [ten, eleven] = [
        await client.completed({ ...TEXT, duration_seconds: 10 }),
        await client.completed({ ...TEXT, duration_seconds: 11 }),
      ];
      const sources = (...ids: string[]) => ({ ...REFERENCE, source_video_ids: ids });
      await expectError(await client.post(sources(ten, ten, eleven)), 'source_duration_exceeded');
      expect((await client.create(sources(ten, ten, ten))).cost_usd).toBe(5.78);
    });

    test('may be derived from others 32 times in a row, and not once more', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      let id = await client.completed();
      for (let depth = 1; depth <= 32; depth += 1) {
        id = await client.completed({ ...REFERENCE, resolution: '480p', duration_seconds: 4, source_video_ids: [id] });
      }
      await expectError(await client.post({ ...REFERENCE, source_video_ids: [id] }), 'source_depth_exceeded');
    });

    test('may be edits of extends; an edit is as long as its first source, an extend as long as it says', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      const using = (operation: string, seconds: number, id: string) => ({
        ...REFERENCE,
        aspect_ratio: 'adaptive',
        reference_video_operation: operation,
        duration_seconds: seconds,
        source_video_ids: [id],
      });
      const source = await client.completed({ ...TEXT, duration_seconds: 9 });
      const extended = await client.completed(using('extend', 12, source));
      const edited = await client.completed(using('edit', 30, extended));
      const again = await client.create(using('edit', 4, edited));
      const seconds = async (id: string) => (await client.account.generation(id))?.assignment.seconds;
      expect(await Promise.all([extended, edited, again.id].map(seconds))).toEqual([12, 12, 12]);
      expect(again.cost_usd).toBe(4.08);
    });

    test('may be named in capitals', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      const id = await client.completed();
      await client.create({ ...REFERENCE, source_video_ids: [id.toUpperCase()] });
    });
  });
}
