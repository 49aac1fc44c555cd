/** Draws life cycles, which cost money: creates, replays, polls and downloads, some of them in parallel. */

import type { KeyName } from '../client/keys.ts';
import { SAMPLE, TEXT } from '../checks/lib/bodies.ts';
import { drawValid, REFERENCE_FIELDS } from './draw-creates.ts';
import type { Random } from './random.ts';
import { createOf, type Sequence, type Step } from './sequence.ts';
import type { World } from './world.ts';

/** Short clips show as much as long clips, and cost less. */
const MOST_SECONDS = 6;
/** The number of creates after a failure. A refund may come a moment after the failure shows. */
export const CREATES_AFTER_REFUND = 3;

/** Draws generations that fail one after another, with the key whose credits suffice for one generation. */
function drawRefunds(random: Random, { profile }: World): Sequence {
  const body = { ...TEXT, ...profile.triggers.failing, ...(random.chance(0.5) && { audio: false }) };
  return ['a', 'b', 'c', 'd']
    .slice(0, 1 + CREATES_AFTER_REFUND)
    .flatMap((name): Step[] => [createOf(body, { key: 'once', name }), { ...get(name, 'once'), isPolling: true }]);
}

function get(name: string, key: KeyName, more = ''): Step {
  return { method: 'GET', path: `/v1/videos/{${name}}${more}`, key };
}

/** Draws the life of one generation or of two, between two readings of the balance if the profile has its place. */
export function drawLife(random: Random, world: World): Sequence {
  const { balance, keys, triggers } = world.profile;
  const { failing } = triggers;
  if (failing !== undefined && keys.once !== undefined && random.chance(0.1)) return drawRefunds(random, world);
  const isFailing = failing !== undefined && random.chance(0.25);
  const key: KeyName = keys.watched !== undefined && random.chance(0.2) ? 'watched' : 'primary';
  const drawn = key === 'watched' ? TEXT : drawValid(random, world, MOST_SECONDS);
  const body = { ...drawn, ...(isFailing && failing) };
  const text = random.chance(0.7) ? `{play}${random.pick(['', '-a', 'x'.repeat(100)])}` : undefined;
  const create = createOf(body, { key, name: 'a' }, text);
  // A client whose response was lost sends the create again, with the same Idempotency-Key.
  const isLost = text !== undefined && random.chance(0.15);
  // If two readings in a row differ, another client uses the account.
  const reading: Step[] = [{ method: 'GET', path: balance?.path ?? '', key, isBeyond: true }];
  const readings = balance === undefined || key !== 'primary' ? [] : [...reading, ...reading];
  const { name: _, ...again } = create;
  const about = { random, world, key, text, again, body };
  const beside = Array.from({ length: random.below(4) }, () => random.pick(BESIDE)(about)).flat();
  return [
    ...readings,
    ...(isLost ? [{ ...create, isLost }] : []),
    create,
    ...beside,
    ...polls(random, 'a', key),
    ...(beside.some(({ name }) => name === 'b') ? polls(random, 'b', key) : []),
    ...(random.chance(0.6) || isFailing ? [get('a', key, '/content')] : []),
    ...(isFailing && random.chance(0.5) ? [derived('{a}', key)] : []),
    ...(random.chance(0.3) ? foreign(random, world) : []),
    ...(random.chance(0.3) ? [get('a', key)] : []),
    ...readings,
  ];
}

function derived(id: string, key: KeyName): Step {
  return createOf({ ...TEXT, ...REFERENCE_FIELDS, source_video_ids: [id] }, { key });
}

function polls(random: Random, name: string, key: KeyName): Step[] {
  const poll = get(name, key);
  const more = Array.from({ length: random.pick([0, 0, 1, 3]) }, (): Step => ({ ...poll, isTogether: true }));
  return [
    ...(more.length > 0 ? [poll, ...more] : []),
    { ...poll, isPolling: true },
    ...(random.chance(0.3) ? [poll] : []),
  ];
}

interface Life {
  readonly random: Random;
  readonly world: World;
  readonly key: KeyName;
  /** The Idempotency-Key of the create, its body, and the step that sends it again. */
  readonly text: string | undefined;
  readonly body: object;
  readonly again: Step;
}

/** The requests beside the create, before its generation has ended. */
const BESIDE: readonly ((life: Life) => Step[])[] = [
  ({ random, again, text }) => (text === undefined ? [] : [{ ...again, isTogether: random.chance(0.6) }]),
  ({ again, text }) => (text === undefined ? [] : [again, again].map((one) => ({ ...one, isTogether: true }))),
  ({ random, key, body, text }) => {
    const near = text === undefined ? undefined : random.pick([`${text}0`, `0${text}`, `${text} b`]);
    return [createOf(random.chance(0.5) ? body : TEXT, { key, name: 'b', isTogether: random.chance(0.5) }, near)];
  },
  ({ random, key }) => [{ ...get('a', key, '/content'), headers: random.chance(0.5) ? [['Range', 'bytes=0-9']] : [] }],
  ({ key }) => [derived('{a}', key)],
  ({ key }) => [derived(SAMPLE.uuid, key)],
  ({ random, key, body }) => [
    createOf({ ...body, duration_seconds: 31 }, { key }, random.chance(0.5) ? '{play}-i' : undefined),
  ],
  ({ random, world }) => foreign(random, world),
];

function foreign(random: Random, { profile }: World): Step[] {
  if (profile.keys.other === undefined) return [];
  return [{ ...get('a', 'other', random.pick(['', '', '/content'])), method: random.pick(['GET', 'GET', 'HEAD']) }];
}
