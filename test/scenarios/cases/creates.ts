/** Scenarios about the reservation of a create, the arrival of its answer, and its cost. */

import { expect } from 'vitest';
import type { Cases } from '../case.ts';
import { codeOf, endingAt, jsonOf, type Seen } from '../seen.ts';
import { COST, type Site } from '../site.ts';

const KEY = 'order-1';

export const CREATES: Cases = {
  accepted_then_reset: {
    shows: 'the cost is reserved and a RST comes before any header; the same key finds the one generation',
    run: async (site) => {
      const lost = await site.create({ key: KEY });
      expect([lost.status, lost.body.length, lost.ending]).toEqual([0, 0, endingAt(site.entryPoint, 'reset')]);
      await expectReplay(site);
    },
  },
  accepted_then_cut_json: {
    shows: 'half of the record comes, then an orderly end; the same key finds the one generation',
    run: async (site) => {
      const lost = await site.create({ key: KEY });
      expect([lost.status, lost.ending]).toEqual([202, endingAt(site.entryPoint, 'short')]);
      expect(lost.body.length).toBe(Math.floor(Number(lost.headers['content-length']) / 2));
      expect(() => jsonOf(lost)).toThrow(SyntaxError);
      await expectReplay(site);
    },
  },
  accepted_then_timeout: {
    shows: 'a client that gives up waiting has paid; the same key is answered at once',
    run: async (site) => {
      const lost = await site.create({ key: KEY, patienceMs: 300 });
      expect([lost.status, lost.ending]).toEqual([0, 'silent']);
      await expectReplay(site);
    },
  },
  idempotency_mismatch: {
    shows: 'the same key with another prompt gets 400 and reserves nothing',
    run: async (site) => {
      expect((await site.create({ key: KEY })).status).toBe(202);
      const other = await site.create({ key: KEY, body: { duration_seconds: 5 } });
      expect([other.status, codeOf(other)]).toEqual([400, 'idempotency_key_reused']);
      expect((await site.ledger()).reserved).toBe(COST);
    },
  },
  idempotency_race: {
    shows: 'of two creates at once with one key the second waits, and both get the id of the first',
    run: async (site) => {
      const both = await Promise.all([site.create({ key: KEY }), site.create({ key: KEY })]);
      expect(both.map(({ status }) => status)).toEqual([202, 202]);
      expect(new Set(both.map((seen) => jsonOf(seen)['id'])).size).toBe(1);
      expect(both.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(1);
      expect(Math.max(...both.map(({ tookMs }) => tookMs))).toBeGreaterThanOrEqual(495);
      expect((await site.ledger()).reserved).toBe(COST);
    },
  },
  idempotency_expired: {
    shows: 'the clock moves on by 24 hours and a second, and the same key makes a second generation',
    setUp: '~clock-frozen',
    run: async (site) => {
      const first = await site.create({ key: KEY });
      const second = await site.create({ key: KEY });
      expect([first.status, second.status]).toEqual([202, 202]);
      expect(jsonOf(second)['id']).not.toBe(jsonOf(first)['id']);
      expect(second.headers['idempotent-replayed']).toBeUndefined();
      expect(dateOf(second) - dateOf(first)).toBe(86_401_000);
      expect((await site.create({ key: KEY })).headers['idempotent-replayed']).toBe('true');
    },
  },
  refund_needs_poll: {
    shows: 'the second create gets 402 until a poll of the failed first one brings the refund',
    run: async (site) => {
      const failing = await site.created();
      await site.advance(60_000);
      const broke = await site.create();
      expect([broke.status, codeOf(broke)]).toEqual([402, 'insufficient_credits']);
      expect((await site.ended(failing))['error']).toMatchObject({ code: 'generation_failed' });
      expect(await site.ledger()).toMatchObject({ balance: COST, reserved: 0 });
      const id = await site.created();
      expect((await site.ended(id))['status']).toBe('completed');
    },
  },
  insufficient_mid_batch: {
    shows: 'of five creates at once two are accepted and three get 402',
    run: async (site) => {
      const seen = await Promise.all(Array.from({ length: 5 }, () => site.create()));
      expect(seen.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 202, 402, 402, 402]);
      expect(new Set(seen.filter(({ status }) => status === 402).map(codeOf))).toEqual(
        new Set(['insufficient_credits']),
      );
      expect((await site.ledger()).reserved).toBe(2 * COST);
    },
  },
  exact_balance: {
    shows: 'a create for the whole balance is accepted, then one cent is missing',
    run: async (site) => {
      // A scenario that starts later cannot change the balance with which the account opened.
      if (site.isOpening) {
        const dear = await site.create({ body: { duration_seconds: 5 } });
        expect(dear.status).toBe(402);
        expect(await site.ledger()).toMatchObject({ granted: COST, balance: COST });
      }
      expect((await site.create()).status).toBe(202);
      expect(await site.ledger()).toMatchObject({ balance: COST - 10_000, reserved: COST });
      expect(codeOf(await site.create())).toBe('insufficient_credits');
    },
  },
  cost_drift: {
    shows: 'the second of two like creates costs a tenth more, and is charged so',
    run: async (site) => {
      const costs = [jsonOf(await site.create())['cost_usd'], jsonOf(await site.create())['cost_usd']];
      expect(costs).toEqual([0.48, 0.528]);
      expect((await site.ledger()).reserved).toBe(COST + 528_000);
    },
  },
  slow_headers: {
    shows: 'the headers of the first answer take six minutes of the clock, and the headers of the second take no time',
    setUp: '~wire-clock~clock-x1000',
    run: async (site) => {
      const slow = await site.create();
      expect(slow.status).toBe(202);
      expect(slow.tookMs).toBeGreaterThanOrEqual(355);
      expect((await site.create()).headers['x-standin-fault']).toBeUndefined();
    },
  },
  source_not_ready: {
    shows:
      'the first extend of a completed source is refused as if the source were not completed, and the next is accepted',
    run: async (site) => {
      const source = await site.created();
      const really = await extend(site, source);
      expect([really.status, really.headers['x-standin-fault']]).toEqual([400, undefined]);
      await site.ended(source);
      const refused = await extend(site, source);
      expect([refused.status, codeOf(refused)]).toEqual([400, 'source_video_not_ready']);
      expect(refused.headers['x-standin-fault']).toBe('source_not_ready:1');
      expect(messageOf(refused)).toBe(messageOf(really));
      expect((await extend(site, source)).status).toBe(202);
    },
  },
  source_foreign: {
    shows: 'every extend gets 400 source_video_not_found, in the words with which an unknown id is refused',
    run: async (site) => {
      const source = await site.created();
      await site.ended(source);
      const foreign = await extend(site, source);
      expect([foreign.status, codeOf(foreign)]).toEqual([400, 'source_video_not_found']);
      const unknown = await extend(site, '00000000-0000-4000-8000-000000000000');
      expect(unknown.headers['x-standin-fault']).toBeUndefined();
      expect(messageOf(unknown)).toBe(messageOf(foreign));
      expect((await extend(site, source)).status).toBe(400);
    },
  },
};

async function expectReplay(site: Site): Promise<void> {
  const again = await site.create({ key: KEY });
  expect([again.status, again.headers['idempotent-replayed'], again.ending]).toEqual([202, 'true', 'whole']);
  const { id } = jsonOf(again);
  expect((await site.poll(id)).status).toBe(200);
  expect((await site.ledger()).reserved).toBe(COST);
}

function extend(site: Site, source: string): Promise<Seen> {
  const workflow = { mode: 'reference-to-video', reference_video_operation: 'extend', aspect_ratio: 'adaptive' };
  return site.create({ body: { ...workflow, source_video_ids: [source] } });
}

function messageOf(seen: Seen): string {
  return jsonOf(seen).error.message;
}

function dateOf({ headers }: Seen): number {
  return Date.parse(headers['date'] ?? '');
}
