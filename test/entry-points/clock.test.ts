/** A program, the control API and the effect of a scenario all move a clock in the same way. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { createEmulator, type Emulator } from '../../emulator/index.ts';

const KEY = 'sk_standin_a';
const REQUEST = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4 };

async function ask(emulator: Emulator, call: string, body?: unknown): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return emulator.fetch(new Request(`http://localhost${path}`, { method, headers, ...sent }));
}

/** Moves the clock of account `a` by so many milliseconds. Returns true if it moved. */
type Way = (emulator: Emulator, ms: number) => Promise<boolean>;

const WAYS: Readonly<Record<string, Way>> = {
  library: (emulator, ms) =>
    emulator
      .account('a')
      .advance(ms)
      .then(
        () => true,
        () => false,
      ),
  'control API': async (emulator, ms) =>
    (await ask(emulator, 'POST /_standin/accounts/a/clock/advance', { by_seconds: ms / 1000 })).ok,
  'effect of a rule': async (emulator, ms) => {
    const before = await readingOf(emulator);
    const match = { operation: 'get', phase: 'before-authentication' };
    const rule = { match, effect: { kind: 'account', advance_seconds: ms / 1000 }, limit: { hits: 1 } };
    expect((await ask(emulator, 'PUT /_standin/accounts/a/faults', { rules: [rule] })).status).toBe(200);
    await ask(emulator, 'GET /v1/videos/none');
    return (await readingOf(emulator)) !== before;
  },
};

interface AccountShown {
  readonly clock: { readonly now: string };
  readonly ledger: unknown;
}

async function accountOf(emulator: Emulator): Promise<AccountShown> {
  return (await (await ask(emulator, 'GET /_standin/accounts/a')).json()) as AccountShown;
}

const readingOf = async (emulator: Emulator): Promise<string> => (await accountOf(emulator)).clock.now;

function open(settle: 'eager' | 'on_poll'): Emulator {
  const emulator = createEmulator({ clock: 'frozen@2026-01-01T00:00:00Z', settle, latency: 'fast' });
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Returns the events of account `a` about its clock and its generations, up to the first event of the clock. */
async function eventsUntilClock(response: Response): Promise<unknown[]> {
  let text = '';
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (/event: clock\ndata: .*\n\n/.test(text)) break;
  }
  const events = Array.from(text.matchAll(/event: (clock|generation)\ndata: (.*)\n\n/g));
  return events.map(([, type, data = '']) => [type, JSON.parse(data)]);
}

/** Returns the effects of a move by one minute: the events for listeners, and the changes of the account. */
async function minuteBy(way: Way, settle: 'eager' | 'on_poll'): Promise<unknown> {
  const emulator = open(settle);
  await ask(emulator, 'POST /v1/videos', REQUEST);
  const listening = await ask(emulator, 'GET /_standin/events?account=a');
  const events = eventsUntilClock(listening);
  expect(await way(emulator, 60_000)).toBe(true);
  const { clock, ledger } = await accountOf(emulator);
  return { events: await events, clock, ledger };
}

describe.each(['eager', 'on_poll'] as const)('in an account that settles %s', (settle) => {
  test('each way tells the same events and leaves the same account', async () => {
    const [first, ...others] = await Promise.all(Object.values(WAYS).map((way) => minuteBy(way, settle)));
    expect(first).toMatchObject({
      clock: { now: '2026-01-01T00:01:00.000Z' },
      ledger: { captured_usd: settle === 'eager' ? 1.12 : 0, reserved_usd: settle === 'eager' ? 0 : 1.12 },
    });
    expect(JSON.stringify(first)).toContain('"clock"');
    for (const other of others) expect(other).toEqual(first);
  });
});

test.each(Object.entries(WAYS))('by the %s no clock leaves the years 1970 to 9999', async (_, way) => {
  const emulator = open('eager');
  await ask(emulator, 'POST /v1/videos', REQUEST);
  const before = await accountOf(emulator);
  for (const years of [-100, 9000]) {
    // One effect moves the clock by at most a hundred years, so a longer move takes several steps.
    const step = Math.sign(years) * 100 * 365 * 86_400_000;
    const moves = years > 0 ? Array.from({ length: 81 }, () => step) : [step];
    let last = true;
    for (const ms of moves) last = await way(emulator, ms);
    expect(last).toBe(false);
  }
  expect(Date.parse(await readingOf(emulator))).toBeLessThan(Date.UTC(10_000, 0));
  expect(Date.parse(before.clock.now)).toBe(Date.UTC(2026, 0));
});
