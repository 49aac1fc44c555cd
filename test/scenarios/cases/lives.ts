/** Scenarios about the life of a generation and what polls see of it. */

import { expect } from 'vitest';
import type { Cases } from '../case.ts';
import { codeOf, jsonOf, type Seen } from '../seen.ts';
import { COST, type Site } from '../site.ts';

const GRANTED = 1_000_000_000;

export const LIVES: Cases = {
  stuck_pending: {
    shows: 'a generation is pending still after a month',
    setUp: '~clock-frozen',
    run: async (site) => {
      const id = await site.created();
      await site.advance(30 * 86_400_000);
      expect(await statuses(site, id, 2)).toEqual(['pending', 'pending']);
      expect((await site.ledger()).reserved).toBe(COST);
    },
  },
  stuck_running: {
    shows: 'a generation runs for 45 minutes, then fails with generation_timeout and is refunded',
    setUp: '~clock-frozen',
    run: async (site) => {
      const id = await site.created();
      expect(await statuses(site, id, 1)).toEqual(['pending']);
      await site.advance(45 * 60_000);
      expect(await statuses(site, id, 1)).toEqual(['running']);
      await site.advance(1000);
      expect(jsonOf(await site.poll(id))).toMatchObject({ status: 'failed', error: { code: 'generation_timeout' } });
      expect(await site.ledger()).toMatchObject({ balance: GRANTED, reserved: 0 });
    },
  },
  skips_running: {
    shows: 'polls see pending, then completed',
    run: async (site) => {
      expect(await statuses(site, await site.created(), 4)).toEqual(['pending', 'pending', 'completed', 'completed']);
    },
  },
  fails_in_pending: {
    shows: 'a generation fails from pending with image_fetch_failed, and the poll that sees it refunds',
    run: async (site) => {
      const id = await site.created();
      expect(await statuses(site, id, 1)).toEqual(['pending']);
      expect((await site.ledger()).reserved).toBe(COST);
      const failed = await site.poll(id);
      expect(jsonOf(failed)).toMatchObject({
        status: 'failed',
        error: { code: 'image_fetch_failed', message: 'Input file 1 could not be downloaded.' },
      });
      expect(failed.headers['x-standin-fault']).toBe('fails_in_pending:1');
      expect(await site.ledger()).toMatchObject({ balance: GRANTED, reserved: 0 });
    },
  },
  fails_while_running_refund: {
    shows: 'a running generation fails with generation_failed, and the poll that sees it refunds once',
    run: async (site) => {
      const id = await site.created();
      expect(await statuses(site, id, 2)).toEqual(['pending', 'running']);
      expect((await site.ledger()).reserved).toBe(COST);
      expect(jsonOf(await site.poll(id))).toMatchObject({ status: 'failed', error: { code: 'generation_failed' } });
      await site.poll(id);
      expect(await site.ledger()).toMatchObject({ granted: GRANTED, balance: GRANTED, reserved: 0 });
      expect(codeOf(await site.download(id))).toBe('content_unavailable');
    },
  },
  moderated_output: {
    shows: 'a generation runs, then fails with output_content_rejected and is refunded',
    run: async (site) => {
      const id = await site.created();
      expect(await statuses(site, id, 3)).toEqual(['pending', 'running', 'failed']);
      expect(jsonOf(await site.poll(id))['error']).toMatchObject({ code: 'output_content_rejected' });
      expect((await site.ledger()).balance).toBe(GRANTED);
    },
  },
  concurrent_poll_refund: {
    shows: 'ten polls see the failure at once, and one refund comes',
    setUp: '~clock-frozen',
    run: async (site) => {
      const ids = [await site.created(), await site.created()];
      await site.advance(3000);
      const [id = '', other = ''] = ids;
      const polls = await Promise.all(Array.from({ length: 10 }, () => site.poll(id)));
      expect(polls.map((seen) => jsonOf(seen)['status'])).toEqual(Array.from({ length: 10 }, () => 'failed'));
      expect(await site.ledger()).toMatchObject({ granted: GRANTED, balance: GRANTED - COST, reserved: COST });
      await site.poll(other);
      expect(await site.ledger()).toMatchObject({ granted: GRANTED, balance: GRANTED, reserved: 0 });
    },
  },
  key_revoked_mid_poll: {
    shows: 'after the second poll the key opens nothing any more',
    run: async (site) => {
      const id = await site.created();
      expect(await statuses(site, id, 2)).toEqual(['pending', 'running']);
      for (const seen of [await site.poll(id), await site.download(id), await site.create()]) {
        expect([seen.status, codeOf(seen)]).toEqual([401, 'invalid_api_key']);
        expect(seen.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
      }
    },
  },
  status_unknown_value: {
    shows: 'two polls show paused, the third the truth',
    run: async (site) => {
      const id = await site.created();
      expect(await statuses(site, id, 3)).toEqual(['paused', 'paused', 'completed']);
    },
  },
  extra_and_missing_fields: {
    shows: 'records have fields more, and the first completed one has no output',
    setUp: '~latency-polls-0-1',
    run: async (site) => {
      const seen = await site.create();
      const created = jsonOf(seen);
      expect(created).toMatchObject({ status: 'pending', progress: 0.5, queue: null });
      expect(Object.keys(created).slice(0, 4)).toEqual(['progress', 'queue', 'metadata', 'id']);
      const records = [await site.poll(created.id), await site.poll(created.id), await site.poll(created.id)].map(
        (seen) => jsonOf(seen),
      );
      expect(records.map(({ status }) => status)).toEqual(['running', 'completed', 'completed']);
      expect(records.map((record) => 'output' in record)).toEqual([false, false, true]);
      expect(records.every((record) => 'metadata' in record)).toBe(true);
    },
  },
  slow_generation: {
    shows: 'polls show running for three minutes, then completed',
    setUp: '~latency-instant~clock-frozen',
    run: async (site) => {
      const id = await site.created();
      expect(await statuses(site, id, 2)).toEqual(['running', 'running']);
      await site.advance(179_999);
      expect(jsonOf(await site.poll(id))).not.toHaveProperty('output');
      await site.advance(1);
      expect(await statuses(site, id, 1)).toEqual(['completed']);
    },
  },
  fails_in_batch: {
    shows: 'the second generation fails and is refunded, the others complete',
    setUp: '~latency-instant',
    run: async (site) => {
      const ids = [await site.created(), await site.created(), await site.created()];
      const ends = await Promise.all(ids.map((id) => statuses(site, id, 1)));
      expect(ends.flat()).toEqual(site.isWide ? ['completed', 'failed', 'completed'] : Array(3).fill('completed'));
    },
  },
  poll_stalls: {
    shows: 'half of the first record comes, then nothing; the second poll is complete',
    setUp: '~latency-instant',
    run: async (site) => {
      const id = await site.created();
      const stalled = await site.poll(id, '', 500);
      expect([stalled.status, stalled.ending]).toEqual([200, 'silent']);
      expect(stalled.body.length).toBe(Math.floor(Number(stalled.headers['content-length']) / 2));
      expect(jsonOf(await site.poll(id))).toMatchObject({ id, status: 'completed' });
    },
  },
  poll_goes_backwards: {
    shows: 'polls see running, then pending, then the truth',
    setUp: '~latency-instant',
    run: async (site) => {
      const id = await site.created();
      const records = [await site.poll(id), await site.poll(id), await site.poll(id)].map((seen) => jsonOf(seen));
      expect(records.map(({ status }) => status)).toEqual(['running', 'pending', 'completed']);
      expect(records.map((record) => 'output' in record)).toEqual([false, false, true]);
    },
  },
  clock_jump: {
    shows: 'Date jumps ahead by an hour after the first poll and back by ten minutes after the second',
    setUp: '~clock-frozen',
    run: async (site) => {
      const id = await site.created();
      const dates = [];
      for (let poll = 0; poll < 4; poll += 1) dates.push(Date.parse((await site.poll(id)).headers['date'] ?? ''));
      const [first = 0] = dates;
      expect(dates.map((date) => (date - first) / 60_000)).toEqual([0, 60, 50, 50]);
    },
  },
};

async function statuses(site: Site, id: string, polls: number): Promise<unknown[]> {
  const seen: Seen[] = [];
  for (let poll = 0; poll < polls; poll += 1) seen.push(await site.poll(id));
  return seen.map((each) => jsonOf(each)['status']);
}
