/** Random faults against the careful client, on a clock that does not wait: one charge, no broken file, an honest word. */

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { callControl } from '../../audition/stage/control.ts';
import { createRandom, type Random } from '../fuzz/random.ts';

/** `.ci/run` tries more. */
const COUNT = process.env['AUDITION'] === 'full' ? 400 : 80;
const BODY = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p', audio: false };
const COST = 480_000;

type Rule = Readonly<Record<string, unknown>>;

let emulator: Emulator;
let snapshot: { state: { account: object } };
beforeAll(async () => {
  emulator = createEmulator({ latency: 'polls:1,1', clock: 'frozen', wire: 'clock', maxAccounts: 20_000 });
  await callControl(emulator, 'POST /accounts', { name: 'first' });
  snapshot = (await callControl(emulator, 'GET /accounts/first/snapshot')) as typeof snapshot;
});
afterAll(() => emulator.close());

/** A few rules that a client can get over, or not. */
function someRules(random: Random): Rule[] {
  return Array.from({ length: 1 + random.below(4) }, (_, at) => {
    const operation = random.pick(['create', 'get', 'content'] as const);
    const when = { ...(random.chance(0.4) && { after: random.below(3) }), first: 1 + random.below(3) };
    return { id: `rule-${at}`, match: matchOf(operation, random), when, effect: effectOf(operation, random) };
  });
}

function matchOf(operation: string, random: Random): Rule {
  if (operation === 'content') return { operation, phase: 'during-download' };
  return operation === 'create' && random.chance(0.5) ? { operation, phase: 'after-reservation' } : { operation };
}

function effectOf(operation: string, random: Random): Rule {
  const at = random.pick(['start', 'headers', 0, 0.3, 0.9, 1] as const);
  const effects: (() => Rule)[] = [
    () => ({
      kind: 'answer',
      status: random.pick([404, 408, 429, 500, 502, 503, 504]),
      body: random.pick(['envelope', 'empty', 'html', 'malformed']),
      ...(random.chance(0.5) && { retryAfter: random.pick([0, 1, 5, 'soon', '-5', { dateIn: 3 }] as const) }),
    }),
    () => ({ kind: random.pick(['reset', 'cut']), at, length: random.pick(['kept', 'chunked']) }),
  ];
  if (operation === 'get') effects.push(() => ({ kind: 'record', status: 'paused', remove: ['output'] }));
  // No damage to the clip: a whole one that is damaged has nothing that a client could tell it by.
  if (operation === 'content') {
    effects.push(() => ({ kind: 'content', changeEtag: random.chance(0.7), ignoreRange: random.chance(0.5) }));
  }
  return random.pick(effects)();
}

let played = 0;

/** What is wrong with how the client got through these faults; nothing where all is well. */
async function wrongWith(rules: readonly Rule[], seed: number): Promise<string | undefined> {
  const name = `schedule-${(played += 1)}`;
  await callControl(emulator, `PUT /accounts/${name}/snapshot`, snapshot);
  await callControl(emulator, `PUT /accounts/${name}/faults`, { rules, keep: true });
  const random = createRandom(seed);
  const account = emulator.account(name);
  let now = 0;
  let saved: Uint8Array | undefined;
  const task = { url: 'http://standin.test', apiKey: `sk_standin_${name}`, goal: 'make', body: BODY };
  const told = await carefulClient(
    { ...task, output: 'clip.mp4', deadlineSeconds: 60 },
    {
      fetch: emulator.fetch,
      now: () => now,
      random: random.next,
      sleep: async (ms) => {
        now += ms;
        await account.advance(ms);
      },
      save: async (_, bytes) => {
        saved = bytes;
      },
    },
  );
  const { captured, reserved } = await account.ledger();
  if (captured + reserved > COST) return `it paid ${(captured + reserved) / 1e6} US dollars`;
  if (told.outcome === 'gave-up')
    return saved === undefined && told.error !== undefined ? undefined : 'it gave up oddly';
  const clip = await account.clip(told.ids.at(-1) ?? '');
  return clip !== undefined && saved !== undefined && Buffer.compare(clip, saved) === 0
    ? undefined
    : 'the file is broken';
}

/** Leaves out rules for as long as it still goes wrong. */
async function shrunk(rules: readonly Rule[], seed: number): Promise<readonly Rule[]> {
  for (const left of rules) {
    const fewer = rules.filter((rule) => rule !== left);
    if ((await wrongWith(fewer, seed)) !== undefined) return shrunk(fewer, seed);
  }
  return rules;
}

/** A connection that breaks takes real milliseconds, so many schedules are under way at once. */
const AT_ONCE = 50;

test(`${COUNT} schedules of faults cost one clip at most and leave no broken file`, { timeout: 300_000 }, async () => {
  let next = 1;
  let fine = 0;
  const worker = async (): Promise<void> => {
    for (let seed = next++; seed <= COUNT; seed = next++) {
      const rules = someRules(createRandom(seed));
      const wrong = await wrongWith(rules, seed);
      if (wrong !== undefined) throw new Error(await storyOf(rules, seed, wrong));
      fine += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(fine).toBe(COUNT);
});

/** What went wrong, as a scenario file with as few rules as it takes. */
async function storyOf(rules: readonly Rule[], seed: number, wrong: string): Promise<string> {
  const least = await shrunk(rules, seed);
  const scenario = { number: 0, name: `seed_${seed}`, server: 'Found by chance.', client: wrong, rules: least };
  return `${wrong}, with the scenario\n${JSON.stringify(scenario, undefined, 2)}`;
}
