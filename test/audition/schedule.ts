/** Plays schedules: a few random faults for a client on a simulated clock, and the mistakes that the client makes. */

import { toSnakeCase } from '../../lib/spelling.ts';
import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { carefulClient, type Task, type Told } from '../../docs/examples/clients/careful.ts';
import type { Tools } from '../../docs/examples/clients/careful-sender.ts';
import { callControl } from '../../audition/stage/open-accounts.ts';
import { createRandom, type Random } from '../fuzz/random.ts';

export type Rule = Readonly<Record<string, unknown>>;
export type ScheduledClient = (task: Task, tools: Partial<Tools>) => Promise<Told>;

const BODY = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p', audio: false };
const COST = 480_000;

/** Returns a few rules that a client may or may not survive. */
export function someRules(seed: number): Rule[] {
  const random = createRandom(seed);
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
      ...(random.chance(0.5) && { retryAfter: random.pick([0, 1, 5, 'soon', '-5', { dateInSeconds: 3 }] as const) }),
    }),
    () => ({ kind: random.pick(['reset', 'cut']), at, length: random.pick(['kept', 'chunked']) }),
  ];
  if (operation === 'get') effects.push(() => ({ kind: 'record', status: 'paused', remove: ['output'] }));
  // No rule damages the clip, because a client cannot detect a damaged clip of the full length.
  if (operation === 'content') {
    effects.push(() => ({ kind: 'content', changeEtag: random.chance(0.7), ignoreRange: random.chance(0.5) }));
  }
  return random.pick(effects)();
}

export interface Schedules {
  /** Returns the mistake that a client makes under these faults, or undefined if there is none. */
  wrongWith(rules: readonly Rule[], seed: number, client?: ScheduledClient): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Opens an emulator for schedules. Each schedule plays in an account of its own. */
export async function openSchedules(): Promise<Schedules> {
  const emulator = createEmulator({ latency: 'polls:1,1', clock: 'frozen', wire: 'clock' });
  await callControl(emulator, 'POST /accounts', { name: 'first' });
  // Ids follow from the origin of an account, so that all copies of one account share their clip.
  const snapshot = await callControl(emulator, 'GET /accounts/first/snapshot');
  let played = 0;
  return {
    wrongWith: async (rules, seed, client = carefulClient) => {
      const name = `schedule-${(played += 1)}`;
      await callControl(emulator, `PUT /accounts/${name}/snapshot`, snapshot);
      await callControl(emulator, `PUT /accounts/${name}/faults`, { rules: rules.map(toSnakeCase), keep: true });
      const wrong = await play(emulator, name, { seed, client });
      await callControl(emulator, `DELETE /accounts/${name}`);
      return wrong;
    },
    close: () => emulator.close(),
  };
}

async function play(
  emulator: Emulator,
  name: string,
  { seed, client }: { readonly seed: number; readonly client: ScheduledClient },
): Promise<string | undefined> {
  const account = emulator.account(name);
  let now = 0;
  let saved: Uint8Array | undefined;
  const task = { url: 'http://standin.test', apiKey: `sk_standin_${name}`, goal: 'make', body: BODY };
  const told = await client(
    { ...task, output: 'clip.mp4', deadlineSeconds: 60 },
    {
      fetch: emulator.fetch,
      now: () => now,
      random: createRandom(seed).next,
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
  if (told.outcome === 'gave-up') {
    return saved === undefined && told.error !== undefined ? undefined : 'it gave up oddly';
  }
  const clip = await account.clip(told.ids.at(-1) ?? '');
  const isWhole = clip !== undefined && saved !== undefined && Buffer.compare(clip, saved) === 0;
  return isWhole ? undefined : 'the file is broken';
}

/** Returns the failing schedule as a scenario file with as few rules as possible. */
export async function storyOf(
  { wrongWith }: Pick<Schedules, 'wrongWith'>,
  seed: number,
  client?: ScheduledClient,
): Promise<string> {
  const isWrong = async (rules: readonly Rule[]): Promise<boolean> =>
    (await wrongWith(rules, seed, client)) !== undefined;
  const rules = await shrunk(someRules(seed), isWrong);
  const says = (await wrongWith(rules, seed, client)) ?? 'it went well this time';
  const scenario = {
    number: seed,
    name: `schedule_${seed}`,
    server: `Does what the seed ${seed} made it do.`,
    client: 'Delivers the clip or gives up with an error, and pays once.',
    rules: rules.map(({ id: _id, ...rule }) => rule),
  };
  return `With seed ${seed} ${says}. As a scenario:\n${JSON.stringify(scenario, undefined, 2)}\n`;
}

/** Removes rules as long as the client still fails. */
async function shrunk(
  rules: readonly Rule[],
  isWrong: (rules: readonly Rule[]) => Promise<boolean>,
): Promise<readonly Rule[]> {
  for (const left of rules) {
    const fewer = rules.filter((rule) => rule !== left);
    if (await isWrong(fewer)) return shrunk(fewer, isWrong);
  }
  return rules;
}
