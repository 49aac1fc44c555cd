/** Each effect at each of its phases, selected by name: it affects that step, and no other step. */

import { describe, expect, onTestFinished, test } from 'vitest';

import { endingAt, jsonOf, type Seen } from '../scenarios/seen.ts';
import { LABEL, live, startLife, STEPS, type Life, type Rules, type Step } from './life.ts';

type Rule = Rules[number];
type Phase = NonNullable<NonNullable<Rule['match']>['phase']>;

/** The first step that passes each phase. The step `create` passes phases before and after its reservation. */
const FIRST: Record<Phase, Step> = {
  'before-authentication': 'create',
  'before-reservation': 'create',
  'after-reservation': 'create',
  'while-running': 'running',
  'after-completion': 'completed',
  'during-download': 'download',
};
const PHASES = Object.entries(FIRST) as [Phase, Step][];
/** The operations whose requests pass each phase. */
const PHASE_OPERATIONS: Record<Phase, string[]> = {
  'before-authentication': ['create', 'get', 'content'],
  'before-reservation': ['create', 'get', 'content'],
  'after-reservation': ['create'],
  'while-running': ['get', 'content'],
  'after-completion': ['get', 'content'],
  'during-download': ['content'],
};
const AFTER = PHASES.slice(2);

async function start(...rules: Rule[]): Promise<Life> {
  const life = await startLife(rules);
  onTestFinished(() => life.close());
  return life;
}

/** Plays the life of a generation under one rule that acts once, at a phase. */
async function lifeUnder(phase: Phase, effect: Rule['effect'], patienceMs?: number): Promise<Record<Step, Seen>> {
  const life = await startLife([{ id: 'it', match: { phase }, when: { first: 1 }, effect }], {}, patienceMs);
  try {
    return await live(life);
  } finally {
    await life.close();
  }
}

/** The clips of these lives exist beforehand. Otherwise a silent download would look like a slow encoding. */
const IMPATIENT_MS = 4000;

function untouched(seen: Record<Step, Seen>, but: Step): void {
  for (const step of STEPS.filter((step) => step !== but)) {
    expect(seen[step]).toMatchObject({
      ending: 'whole',
      headers: expect.not.objectContaining({ 'x-standin-fault': 'it' }),
    });
    expect([200, 202, 206]).toContain(seen[step].status);
  }
}

describe('at each phase', () => {
  test.each(PHASES)('%s: an answer replaces the answer of the %s', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'answer', status: 418, code: 'teapot' });
    expect(seen[step]).toMatchObject({ status: 418, headers: { 'x-standin-fault': 'it' } });
    expect(JSON.parse(seen[step].body.toString())).toMatchObject({ error: { code: 'teapot' } });
    untouched(seen, step);
  });

  test.each(PHASES)('%s: a reset ends the connection of the %s', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'reset' });
    expect(seen[step]).toMatchObject({ status: 0, ending: endingAt('socket', 'reset') });
    untouched(seen, step);
  });

  test.each(PHASES)('%s: a cut ends the connection of the %s in order', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'cut' });
    expect(seen[step]).toMatchObject({ status: 0, ending: endingAt('socket', 'short') });
    untouched(seen, step);
  });

  test.each(PHASES)('%s: a delay holds the %s up', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'delay', ms: 200 });
    expect(seen[step].tookMs).toBeGreaterThanOrEqual(195);
    expect(seen[step].headers['x-standin-fault']).toBe('it');
    untouched(seen, step);
  });

  test.each(PHASES)('%s: the balance changes with the %s', async (phase, step) => {
    const life = await start({
      id: 'it',
      match: { phase },
      when: { first: 1 },
      effect: { kind: 'account', balanceUsd: 3 },
    });
    const seen = await live(life);
    expect(seen[step].headers['x-standin-fault']).toBe('it');
    // A balance that is set before the reservation pays for the generation.
    expect(await life.balance()).toBeCloseTo(phase.startsWith('before') ? 3 - 0.48 : 3, 6);
    untouched(seen, step);
  });

  test.concurrent.each(PHASES)('%s: a dropped %s is never answered', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'drop' }, IMPATIENT_MS);
    expect(seen[step]).toMatchObject({ status: 0, ending: 'silent' });
    expect(seen[step].body.length).toBe(0);
    untouched(seen, step);
  });

  test.concurrent.each(PHASES)('%s: a stall of the %s comes before its first byte', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'stall' }, IMPATIENT_MS);
    expect(seen[step]).toMatchObject({ status: 0, ending: 'silent' });
    untouched(seen, step);
  });
});

describe('at the one phase that there is for it', () => {
  test('an outcome decides before the reservation how the generation goes', async () => {
    const fail = { from: 'pending', code: 'queue_timeout' } as const;
    const life = await start({ match: { phase: 'before-reservation' }, effect: { kind: 'outcome', fail } });
    const { id } = JSON.parse((await life.create()).body.toString()) as { id: string };
    const record: unknown = JSON.parse((await life.get(id)).body.toString());
    expect(record).toMatchObject({ status: 'failed', error: { code: 'queue_timeout' } });
  });

  test('a price is set before the reservation', async () => {
    const seen = await lifeUnder('before-reservation', { kind: 'price', factor: 2 });
    expect(JSON.parse(seen.create.body.toString())).toMatchObject({ cost_usd: 0.96 });
  });

  test('the clip changes during the download', async () => {
    const seen = await lifeUnder('during-download', { kind: 'content', ignoreRange: true });
    expect(seen.download).toMatchObject({ status: 200, headers: { 'x-standin-fault': 'it' } });
    untouched(seen, 'download');
  });
});

describe('at each phase with an answer to spoil', () => {
  test.each(AFTER)('%s: the body of the %s breaks off half way', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'reset', at: 0.5 });
    expect(seen[step].ending).toBe('reset');
    expect(seen[step].body.length).toBe(Math.floor(Number(seen[step].headers['content-length']) / 2));
    untouched(seen, step);
  });

  test.each(AFTER)('%s: the %s ends after its headers', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'cut', at: 'headers' });
    expect(seen[step]).toMatchObject({ ending: 'short', headers: { 'x-standin-fault': 'it' } });
    expect(seen[step].body.length).toBe(0);
    untouched(seen, step);
  });

  test.each(AFTER)('%s: the %s stalls', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'stall', at: 0.5 });
    expect(seen[step].ending).toBe('silent');
    expect(seen[step].body.length).toBe(Math.floor(Number(seen[step].headers['content-length']) / 2));
    untouched(seen, step);
  });

  test.each(AFTER)('%s: a delay holds the body of the %s up, after its headers', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'delay', ms: 200, before: 'body' });
    expect(seen[step]).toMatchObject({ ending: 'whole', headFirst: true, headers: { 'x-standin-fault': 'it' } });
    expect(seen[step].tookMs).toBeGreaterThanOrEqual(195);
    untouched(seen, step);
  });

  test.each(AFTER)('%s: the %s trickles', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'throttle', bytesPerSecond: 500 });
    expect(seen[step].ending).toBe('whole');
    expect(seen[step].tookMs).toBeGreaterThanOrEqual(seen[step].body.length * 2 - 5);
    expect(seen[step].body.length).toBeGreaterThan(100);
    untouched(seen, step);
  });

  test.each(AFTER.slice(0, 3))('%s: the record of the %s shows another status', async (phase, step) => {
    const seen = await lifeUnder(phase, { kind: 'record', status: 'odd', set: { more: 1 }, remove: ['model'] });
    const record = JSON.parse(seen[step].body.toString()) as Record<string, unknown>;
    expect(record).toMatchObject({ status: 'odd', more: 1, object: 'video.generation' });
    expect(record).not.toHaveProperty('model');
    untouched(seen, step);
  });
});

describe('the state at a phase', () => {
  const reserved = async (life: Life): Promise<number> => (await life.emulator.account('life').ledger()).reserved;

  test('before authentication nothing has: even a create that is not valid gets the fault', async () => {
    const life = await start({ match: { phase: 'before-authentication' }, effect: { kind: 'answer', status: 418 } });
    expect((await life.create({ prompt: '' })).status).toBe(418);
    expect((await life.create({}, { authorization: 'Bearer nobody' })).status).toBe(401);
  });

  test('before the reservation the create was found valid, and nothing is reserved', async () => {
    const life = await start({ match: { phase: 'before-reservation' }, effect: { kind: 'answer', status: 418 } });
    expect((await life.create({ prompt: '' })).status).toBe(400);
    expect((await life.create()).status).toBe(418);
    expect(await reserved(life)).toBe(0);
  });

  test('after the reservation the cost is reserved, whatever is answered', async () => {
    const life = await start({ match: { phase: 'after-reservation' }, effect: { kind: 'answer', status: 418 } });
    expect((await life.create()).status).toBe(418);
    expect(await reserved(life)).toBe(480_000);
  });

  test('while running content is refused, and the refusal is spoiled as an answer is', async () => {
    const life = await start({
      match: { phase: 'while-running', operation: 'content' },
      effect: { kind: 'cut', at: 0.5 },
    });
    const { id } = JSON.parse((await life.create()).body.toString()) as { id: string };
    const seen = await life.get(`${id}/content`);
    expect(seen).toMatchObject({ status: 404, ending: 'short', headers: { 'x-standin-fault': 'rule-1' } });
  });
});

test('the operations of each phase are those whose requests pass it', async () => {
  const faults = PHASES.map(([phase]) => ({ id: phase, match: { phase }, effect: { kind: 'delay', ms: 0 } }) as const);
  const life = await start(...faults);
  const { id } = jsonOf(await life.create());
  await life.get(`${id}/content`);
  await live(life);
  await life.get(id);
  await life.get(id);
  await life.get(`${id}/content`, { range: 'bytes=0-9' });
  const { entries } = life.emulator.journal.of(LABEL).since(0);
  const passed = PHASES.map(([phase]) => {
    const those = entries.filter(({ faults }) => faults.includes(phase));
    return [phase, [...new Set(those.map(({ operation }) => String(operation)))].toSorted()];
  });
  const told = Object.entries(PHASE_OPERATIONS).map(([phase, operations]) => [phase, operations.toSorted()]);
  expect(passed).toEqual(told);
});
