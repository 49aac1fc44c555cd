/** The results of each effect in its variations. */

import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { describe, expect, onTestFinished, test } from 'vitest';

import { jsonOf, type Seen } from '../scenarios/seen.ts';
import { LABEL, startLife, type Life, type Rules } from './life.ts';

type Rule = Rules[number];

async function start(rule: Rule | Rule[], settings?: Parameters<typeof startLife>[1]): Promise<Life> {
  const life = await startLife(Array.isArray(rule) ? rule : [rule], settings);
  onTestFinished(() => life.close());
  return life;
}

describe('an answer', () => {
  const answered = async (effect: Partial<Extract<Rule['effect'], { kind: 'answer' }>>): Promise<Seen> =>
    (await start({ effect: { kind: 'answer', ...effect } })).create();

  test('has by default the envelope of its status and the id of the request', async () => {
    const seen = await answered({ status: 429 });
    expect(seen.headers['content-type']).toBe('application/json');
    expect(jsonOf(seen).error).toEqual({
      code: 'rate_limited',
      message: expect.any(String) as string,
      request_id: seen.headers['x-request-id'],
    });
  });

  test('has no request id if the setting requestIds is "none"', async () => {
    const rule: Rule = { effect: { kind: 'answer', status: 429 } };
    const seen = await (await start(rule, { requestIds: 'none' })).create();
    expect(jsonOf(seen).error).toEqual({ code: 'rate_limited', message: expect.any(String) as string });
  });

  test.each([
    [{}, 'too_many'],
    [{ code: 'rate_limited' }, 'rate_limited'],
  ])('of 429 with %j has the code %s if the setting errors replaces rate_limited', async (own, code) => {
    const rule: Rule = { effect: { kind: 'answer', status: 429, ...own } };
    const seen = await (await start(rule, { errors: { rate_limited: { code: 'too_many' } } })).create();
    expect(jsonOf(seen).error).toMatchObject({ code });
  });

  test('of 401 says which scheme it wants, as a real one does', async () => {
    expect((await answered({ status: 401 })).headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  test('may be JSON that breaks off in the middle', async () => {
    const seen = await answered({ body: 'malformed' });
    expect(seen).toMatchObject({ status: 503, ending: 'whole', headers: { 'content-type': 'application/json' } });
    expect(() => jsonOf(seen)).toThrow(SyntaxError);
  });

  test.each([
    [{ body: 'empty' as const }, '', undefined],
    [{ body: { json: { ok: true } } }, '{"ok":true}', 'application/json'],
    [{ body: { text: 'no' } }, 'no', 'text/plain; charset=utf-8'],
    [{ body: { json: [] }, contentType: 'text/html' }, '[]', 'text/html'],
  ])('%j has the body %j and the type %j', async (effect, body, type) => {
    const seen = await answered(effect);
    expect([seen.body.toString(), seen.headers['content-type']]).toEqual([body, type]);
  });

  test.each([204, 304])('of %i has neither a body nor a length, whatever the rule says', async (status) => {
    const life = await start({ effect: { kind: 'answer', status, body: { json: { error: { code: 'x' } } } } });
    const { body, headers } = await life.create();
    expect([body.length, headers['content-length'], headers['content-type']]).toEqual([0, undefined, undefined]);
    const sent = { status, code: null, response: { body: null, bytes_sent: 0 } };
    await expect.poll(() => life.emulator.account(LABEL).journal.entries().at(-1)).toMatchObject(sent);
  });

  test.each([
    [7, '7'],
    [0.5, '0.5'],
    ['later', 'later'],
  ])('with retryAfter %j says Retry-After: %s', async (retryAfter, text) => {
    expect((await answered({ status: 429, retryAfter })).headers['retry-after']).toBe(text);
  });
});

describe('a delay', () => {
  const took = async (effect: Extract<Rule['effect'], { kind: 'delay' }>, setting: object = {}): Promise<number> =>
    (await (await start({ effect }, setting)).create()).tookMs;

  test('may be drawn from a range', async () => {
    expect(await took({ kind: 'delay', ms: { uniform: [150, 200] } })).toBeGreaterThanOrEqual(145);
  });

  test('may be drawn from a lognormal distribution', async () => {
    expect(await took({ kind: 'delay', ms: { lognormal: { median: 150, sigma: 0 } } })).toBeGreaterThanOrEqual(145);
  });

  test('on a frozen clock takes no time where delays go by the clock', async () => {
    const life = await start({ effect: { kind: 'delay', ms: 86_400_000 } }, { wire: 'clock', clock: 'frozen' });
    expect((await life.create()).status).toBe(202);
  });
});

describe('an outcome', () => {
  const failing = (refund?: 'late' | 'twice' | 'never'): Rule => ({
    effect: { kind: 'outcome', fail: { from: 'running', code: 'capacity_unavailable' }, refund },
  });
  /** Returns the balance after each poll. The second poll finds the generation failed. */
  const balances = async (life: Life, polls: number): Promise<number[]> => {
    const { id } = jsonOf(await life.create());
    const found = [];
    for (let poll = 0; poll < polls; poll += 1) {
      await life.get(id);
      found.push(await life.balance());
    }
    return found;
  };

  test('that fails refunds on the poll that sees it', async () => {
    expect(await balances(await start(failing()), 3)).toEqual([999.52, 1000, 1000]);
  });

  test('with a late refund pays one look after', async () => {
    expect(await balances(await start(failing('late')), 4)).toEqual([999.52, 999.52, 1000, 1000]);
  });

  test('with a refund that comes twice gives money away, which was granted', async () => {
    const life = await start(failing('twice'));
    expect(await balances(life, 3)).toEqual([999.52, 1000.48, 1000.48]);
    expect(await life.emulator.account(LABEL).ledger()).toMatchObject({ granted: 1_000_480_000, reserved: 0 });
  });

  test('with a refund that never comes keeps the cost reserved', async () => {
    const life = await start(failing('never'));
    expect(await balances(life, 4)).toEqual([999.52, 999.52, 999.52, 999.52]);
    expect(await life.emulator.account(LABEL).ledger()).toMatchObject({ reserved: 480_000 });
  });

  test('is for the creates that match', async () => {
    const life = await start({ ...failing(), match: { prompt: 'FAIL' } });
    const statuses = [];
    for (const prompt of ['Please fail.', 'A tide pool.']) {
      const { id } = jsonOf(await life.create({ prompt }));
      await life.get(id);
      statuses.push(jsonOf(await life.get(id))['status']);
    }
    expect(statuses).toEqual(['failed', 'completed']);
  });

  test('waits for the inputs of a generation that fetches them', async () => {
    const life = await start(failing(), { mediaFetch: true, inputFiles: 'later' });
    const body = {
      mode: 'image-to-video',
      aspect_ratio: 'adaptive',
      image_urls: ['https://media.standin.test/image/800x600.png'],
    };
    const { id } = jsonOf(await life.create(body));
    let record = jsonOf(await life.get(id));
    while (record['status'] !== 'failed') record = jsonOf(await life.get(id));
    expect(record.error.code).toBe('capacity_unavailable');
  });
});

describe('a price', () => {
  test('of nothing lets a create through that the balance could not pay', async () => {
    const life = await start({ effect: { kind: 'price', factor: 0 } }, { balance: 0 });
    expect(jsonOf(await life.create()).cost_usd).toBe(0);
  });

  test('times a hundred is too much', async () => {
    const life = await start({ effect: { kind: 'price', factor: 100 } }, { balance: 40 });
    expect((await life.create()).status).toBe(402);
  });
});

describe('the clip', () => {
  const downloads = async (
    effect: Omit<Extract<Rule['effect'], { kind: 'content' }>, 'kind'>,
  ): Promise<[Seen, Seen]> => {
    const rule: Rule = { match: { operation: 'content' }, when: { first: 1 }, effect: { kind: 'content', ...effect } };
    const life = await start(rule, { latency: 'instant' });
    const { id } = jsonOf(await life.create());
    await life.get(id);
    return [await life.get(`${id}/content`), await life.get(`${id}/content`)];
  };
  const input = ({ body }: Seen): Input => new Input({ source: new BufferSource(body), formats: ALL_FORMATS });

  test('without the end of its index cannot be read', async () => {
    const [cut, good] = await downloads({ damage: 'moov-cut' });
    expect([cut.status, cut.ending]).toEqual([200, 'whole']);
    expect(cut.body.length).toBeLessThan(good.body.length);
    expect(cut.headers['etag']).not.toBe(good.headers['etag']);
    await expect(input(good).computeDuration()).resolves.toBeCloseTo(4, 2);
    await expect(input(cut).computeDuration()).resolves.toBe(0);
  });

  test('with flipped bytes is as long and reads as well, but is not the same', async () => {
    const [flipped, good] = await downloads({ damage: 'bytes-flipped' });
    expect(flipped.body.length).toBe(good.body.length);
    expect(flipped.body.equals(good.body)).toBe(false);
    await expect(input(flipped).computeDuration()).resolves.toBeCloseTo(4, 2);
  });

  test('at a wrong rate does not have 24 frames a second', async () => {
    const [wrong, good] = await downloads({ damage: 'wrong-fps' });
    const rates = [];
    for (const seen of [wrong, good]) {
      const track = await input(seen).getPrimaryVideoTrack();
      rates.push((await track?.computePacketStats())?.averagePacketRate);
    }
    expect(rates).toEqual([expect.closeTo(25, 1), expect.closeTo(24, 1)]);
  });

  test.each([1000, -1000])('under a Content-Length that is off by %i ends where it ends', async (lengthDelta) => {
    const [wrong, good] = await downloads({ lengthDelta });
    expect(Number(wrong.headers['content-length'])).toBe(good.body.length + lengthDelta);
    expect(wrong.body.equals(good.body)).toBe(true);
    expect(wrong.ending).toBe('short');
  });
});

describe('an account', () => {
  test('whose key is revoked keeps its generations, and another key of it opens nothing either', async () => {
    const life = await start({ match: { operation: 'create' }, effect: { kind: 'account', revokeKey: true } });
    const { id } = jsonOf(await life.create());
    expect((await life.get(id)).status).toBe(401);
    expect(await life.emulator.account(LABEL).generation(id)).toMatchObject({ id, status: 'pending' });
  });
});

describe('faults together', () => {
  test('a delay and an answer both act, and both are named', async () => {
    const life = await start([
      { id: 'slow', effect: { kind: 'delay', ms: 150 } },
      { id: 'down', effect: { kind: 'answer' } },
    ]);
    const seen = await life.create();
    expect(seen.tookMs).toBeGreaterThanOrEqual(145);
    expect(seen).toMatchObject({ status: 503, headers: { 'x-standin-fault': 'slow, down' } });
  });

  test('the first of two answers is given', async () => {
    const life = await start([
      { id: 'first', effect: { kind: 'answer', status: 500 } },
      { id: 'second', effect: { kind: 'answer', status: 429 } },
    ]);
    expect((await life.create()).status).toBe(500);
  });
});
