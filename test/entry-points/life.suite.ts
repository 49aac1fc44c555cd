/** The life of a generation: changes by the clock, by polls and by hand, and the time of each settlement. */

import { describe, expect, test } from 'vitest';
import { Client, enter, expectError, IMAGE, START, TEXT } from './client.ts';
import type { EntryPoint } from './entry-points.ts';

const FAIL = { code: 'generation_failed', from: 'running' } as const;
const BAD_IMAGE = 'https://media.standin.test/image/299x720.png';
const BAD_INPUT = { ...TEXT, mode: 'image-to-video', aspect_ratio: 'adaptive', image_urls: [BAD_IMAGE] };

export function lifeSuite(entryPoint: EntryPoint): void {
  describe('latency', () => {
    test('fast is pending for a second and running for two', async () => {
      const client = new Client(await enter(entryPoint));
      const { id } = await client.create();
      const seen: [number, string][] = [];
      for (const step of [0, 999, 1, 1999, 1]) {
        await client.account.advance(step);
        seen.push([step, (await client.poll(id)).status]);
      }
      expect(seen.map(([, status]) => status)).toEqual(['pending', 'pending', 'running', 'running', 'completed']);
    });

    test('fast may be found completed by the first poll', async () => {
      const client = new Client(await enter(entryPoint));
      const { id } = await client.create();
      await client.account.advance(3000);
      expect((await client.poll(id)).status).toBe('completed');
    });

    test('instant is completed at the first look of any kind', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'instant' }));
      for (const look of ['poll', 'head', 'content'] as const) {
        const { id } = await client.create();
        await client[look](id);
        expect((await client.account.generation(id))?.status).toBe('completed');
      }
    });

    test('polls:2,3 is pending for two polls and running for three, whatever the clock says', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'polls:2,3' }));
      const { id } = await client.create();
      const seen: string[] = [];
      for (let poll = 0; poll < 6; poll += 1) {
        await client.account.advance(3_600_000);
        seen.push((await client.poll(id)).status);
      }
      expect(seen).toEqual(['pending', 'pending', 'running', 'running', 'running', 'completed']);
    });

    test('polls:0,0 is completed at the first poll', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'polls:0,0' }));
      const { id } = await client.create();
      expect((await client.poll(id)).status).toBe('completed');
    });

    test('polls counts the GETs of the record only: neither HEAD, nor content, nor the use as a source', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'polls:1,1' }));
      const { id } = await client.create();
      await client.head(id);
      await client.content(id);
      const body = { ...TEXT, mode: 'reference-to-video', source_video_ids: [id] };
      await expectError(await client.post(body), 'source_video_not_ready');
      expect((await client.poll(id)).status).toBe('pending');
      expect((await client.poll(id)).status).toBe('running');
      expect((await client.poll(id)).status).toBe('completed');
    });

    test('manual moves by hand only', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'manual' }));
      const { id } = await client.create();
      await client.account.advance(86_400_000);
      expect((await client.poll(id)).status).toBe('pending');
      await client.account.move(id, 'running');
      expect((await client.poll(id)).status).toBe('running');
      await client.account.move(id, 'completed');
      expect((await client.poll(id)).status).toBe('completed');
    });

    test('realistic takes minutes, repeats with its seed, and differs with another', async () => {
      const endsOf = async (seed: number): Promise<number[]> => {
        const client = new Client(await enter(entryPoint, { latency: 'realistic', seed }));
        const ends: number[] = [];
        for (let at = 0; at < 20; at += 1) {
          const plan = (await client.account.generation((await client.create()).id))?.plan;
          ends.push(plan?.kind === 'timed' ? plan.endsAt - Date.parse(START) : 0);
        }
        return ends;
      };
      const ends = await endsOf(7);
      expect(await endsOf(7)).toEqual(ends);
      expect(await endsOf(8)).not.toEqual(ends);
      expect(Math.min(...ends)).toBeGreaterThan(30_000);
      expect(Math.max(...ends)).toBeLessThan(60 * 60_000);
    });
  });

  describe('the clock', () => {
    test('dates every answer', async () => {
      const client = new Client(await enter(entryPoint));
      expect((await client.post(TEXT)).headers.get('date')).toBe('Thu, 01 Jan 2026 00:00:00 GMT');
      await client.account.advance(3_600_500);
      expect((await client.post('{')).headers.get('date')).toBe('Thu, 01 Jan 2026 01:00:00 GMT');
    });

    test('set back leaves what was seen as it was seen', async () => {
      const client = new Client(await enter(entryPoint));
      const { id } = await client.create();
      await client.account.advance(1500);
      expect((await client.poll(id)).status).toBe('running');
      await client.account.advance(-1500);
      expect((await client.poll(id)).status).toBe('running');
      await client.account.advance(3000);
      expect((await client.poll(id)).status).toBe('completed');
      await client.account.advance(-86_400_000);
      expect((await client.poll(id)).status).toBe('completed');
    });

    test('of one account does not affect another account', async () => {
      const open = await enter(entryPoint);
      const [one, other] = [new Client(open, 'sk_standin_one'), new Client(open, 'sk_standin_other')];
      const [{ id }, { id: otherId }] = [await one.create(), await other.create()];
      await one.account.advance(3000);
      expect((await one.poll(id)).status).toBe('completed');
      expect((await other.poll(otherId)).status).toBe('pending');
    });

    test('can run faster than time', async () => {
      const client = new Client(await enter(entryPoint, { clock: 'x100000' }));
      const { id } = await client.create();
      const deadline = Date.now() + 10_000;
      while ((await client.poll(id)).status !== 'completed') expect(Date.now()).toBeLessThan(deadline);
    });
  });

  describe('settling', () => {
    test('a completion captures the cost when somebody looks', async () => {
      const client = new Client(await enter(entryPoint));
      const { id } = await client.create();
      await client.account.advance(3000);
      expect(await client.books()).toEqual({ granted: 1000, balance: 998.88, reserved: 1.12, captured: 0 });
      await client.head(id);
      expect(await client.books()).toEqual({ granted: 1000, balance: 998.88, reserved: 0, captured: 1.12 });
    });

    test('a failure that nobody polled keeps its reservation, until somebody does', async () => {
      const client = new Client(await enter(entryPoint));
      const { id } = await client.create(BAD_INPUT);
      await client.account.advance(86_400_000);
      expect(await client.books()).toMatchObject({ balance: 998.88, reserved: 1.12 });
      expect((await client.poll(id)).status).toBe('failed');
      expect(await client.books()).toEqual({ granted: 1000, balance: 1000, reserved: 0, captured: 0 });
    });

    test('eager settles as soon as the clock has passed it', async () => {
      const client = new Client(await enter(entryPoint, { settle: 'eager' }));
      await client.create(BAD_INPUT);
      await client.create();
      await client.account.advance(3000);
      expect(await client.books()).toEqual({ granted: 1000, balance: 998.88, reserved: 0, captured: 1.12 });
    });

    test('eager lets a create spend what a failure gave back', async () => {
      const client = new Client(await enter(entryPoint, { settle: 'eager', balance: 1.12 }));
      await client.create(BAD_INPUT);
      await expectError(await client.post(TEXT), 'insufficient_credits');
      await client.account.advance(3000);
      await client.create();
    });

    test('a refund happens once under 50 parallel polls', async () => {
      const client = new Client(await enter(entryPoint, { latency: 'manual', balance: 10 }));
      const { id } = await client.create();
      await client.account.move(id, 'running');
      await Promise.all([
        ...Array.from({ length: 50 }, () => client.poll(id)),
        client.account.move(id, 'failed', FAIL),
        client.account.move(id, 'failed', FAIL),
      ]);
      const polls = await Promise.all(Array.from({ length: 50 }, () => client.poll(id)));
      expect(new Set(polls.map(({ status }) => status))).toEqual(new Set(['failed']));
      expect(await client.books()).toEqual({ granted: 10, balance: 10, reserved: 0, captured: 0 });
    });

    test.each(['completed', 'failed'] as const)('a %s generation never changes', async (end) => {
      const client = new Client(await enter(entryPoint, { latency: 'manual' }));
      const { id } = await client.create();
      await client.account.move(id, end);
      const [record, books] = [await client.poll(id), await client.books()];
      for (const other of ['running', 'completed', 'failed'] as const) await client.account.move(id, other);
      expect(await client.poll(id)).toEqual(record);
      expect(await client.books()).toEqual(books);
    });
  });

  test('an image that is in order does not fail the generation', async () => {
    const client = new Client(await enter(entryPoint));
    const { id } = await client.create({ ...BAD_INPUT, image_urls: [IMAGE] });
    await client.account.advance(3000);
    expect((await client.poll(id)).status).toBe('completed');
  });
}
