/** Draws life cycles, which cost money: creates, replays, polls and downloads, some of them at once. */

import type { HeaderLine } from '../client/exchange.ts';
import type { KeyName } from '../client/keys.ts';
import { SOME_UUID, TEXT } from '../checks/lib/bodies.ts';
import { drawValid, type CreateBody } from './draw-creates.ts';
import type { Random } from './random.ts';
import type { Sequence, Step } from './sequence.ts';
import type { World } from './world.ts';

/** Short clips show as much as long ones, and cost less. */
const MOST_SECONDS = 6;
const JSON_TYPE: HeaderLine = ['Content-Type', 'application/json'];

/** Creates after a failure. A refund may come a moment after the failure shows. */
export const CREATES_AFTER_REFUND = 3;

/** Generations that fail, one after the other, with the key whose credits suffice for one generation. */
function drawRefunds(random: Random, { profile }: World): Sequence {
  const body = JSON.stringify({ ...TEXT, ...profile.triggers.failing, ...(random.chance(0.5) && { audio: false }) });
  return ['a', 'b', 'c', 'd'].slice(0, 1 + CREATES_AFTER_REFUND).flatMap((name): Step[] => [
    { method: 'POST', path: '/v1/videos', key: 'once', headers: [JSON_TYPE], body, name },
    { method: 'GET', path: `/v1/videos/{${name}}`, key: 'once', isPolling: true },
  ]);
}

/** The life of one generation or of two, between two readings of the balance if the profile says where it is. */
export function drawLife(random: Random, world: World): Sequence {
  const { profile } = world;
  const { failing } = profile.triggers;
  if (failing !== undefined && profile.keys.once !== undefined && random.chance(0.1)) return drawRefunds(random, world);
  const isFailing = failing !== undefined && random.chance(0.25);
  const key: KeyName = profile.keys.watched !== undefined && random.chance(0.2) ? 'watched' : 'primary';
  const drawn = key === 'watched' ? TEXT : drawValid(random, world, MOST_SECONDS);
  const body: CreateBody = { ...drawn, ...(isFailing && failing) };
  const idempotencyKey = random.chance(0.7) ? `{play}${random.pick(['', '-a', 'x'.repeat(100)])}` : undefined;
  const first = create(body, { key, name: 'a', idempotencyKey });
  // A client whose response was lost sends the create again, with the same Idempotency-Key.
  const lost = idempotencyKey !== undefined && random.chance(0.15) ? [{ ...first, isLost: true }] : [];
  const balance = key === 'primary' ? balanceSteps(world) : [];
  const beside = besides(random, world, first);
  return [
    ...balance,
    ...lost,
    first,
    ...beside,
    ...polls(random, 'a', key),
    ...(beside.some(({ name }) => name === 'b') ? polls(random, 'b', key) : []),
    ...afterwards(random, world, { key, isFailing }),
    ...balance,
  ];
}

interface Creating extends Pick<Step, 'name' | 'isTogether'> {
  readonly key: KeyName;
  readonly idempotencyKey?: string | undefined;
}

function create(body: CreateBody, { idempotencyKey, ...options }: Creating): Step & { readonly key: KeyName } {
  const headers: HeaderLine[] = idempotencyKey === undefined ? [] : [['Idempotency-Key', idempotencyKey]];
  return {
    method: 'POST',
    path: '/v1/videos',
    headers: [JSON_TYPE, ...headers],
    body: JSON.stringify(body),
    ...options,
  };
}

/** Two readings: if they differ, somebody else uses the account. */
function balanceSteps({ profile: { balance } }: World): Step[] {
  const step: Step | undefined = balance && { method: 'GET', path: balance.path, key: 'primary', isBeyond: true };
  return step === undefined ? [] : [step, step];
}

function polls(random: Random, name: string, key: KeyName): Step[] {
  const poll: Step = { method: 'GET', path: `/v1/videos/{${name}}`, key };
  const together = Array.from({ length: random.pick([0, 0, 1, 3]) }, (): Step => ({ ...poll, isTogether: true }));
  return [
    ...(together.length > 0 ? [poll, ...together] : []),
    { ...poll, isPolling: true },
    ...(random.chance(0.3) ? [poll] : []),
  ];
}

/** Draws requests beside the create, and before its generation has ended. */
function besides(random: Random, world: World, first: Step & { readonly key: KeyName }): Step[] {
  const { key } = first;
  const { name: _, ...again } = first;
  const keyed = first.headers?.find(([name]) => name === 'Idempotency-Key')?.[1];
  const twin = keyed === undefined ? undefined : random.pick([`${keyed}0`, `0${keyed}`, `${keyed} b`]);
  const body = JSON.parse(first.body ?? '{}') as CreateBody;
  const kinds: readonly (() => Step[])[] = [
    () => (keyed === undefined ? [] : [{ ...again, isTogether: random.chance(0.6) }]),
    () =>
      keyed === undefined
        ? []
        : [
            { ...again, isTogether: true },
            { ...again, isTogether: true },
          ],
    () => [
      create(random.chance(0.5) ? body : TEXT, {
        key,
        name: 'b',
        idempotencyKey: twin,
        isTogether: random.chance(0.5),
      }),
    ],
    () => [
      {
        method: 'GET',
        path: '/v1/videos/{a}/content',
        key,
        headers: random.chance(0.5) ? [['Range', 'bytes=0-9']] : [],
      },
    ],
    () => [create({ ...TEXT, mode: 'reference-to-video', source_video_ids: ['{a}'] }, { key })],
    () => [
      create(
        { ...TEXT, mode: 'reference-to-video', source_video_ids: [SOME_UUID] },
        { key, idempotencyKey: `{play}-r` },
      ),
    ],
    () => [
      create({ ...body, duration_seconds: 31 }, { key, idempotencyKey: random.chance(0.5) ? `{play}-i` : undefined }),
    ],
    () => foreign(random, world),
  ];
  return Array.from({ length: random.below(4) }, () => random.pick(kinds)()).flat();
}

function foreign(random: Random, { profile }: World): Step[] {
  if (profile.keys.other === undefined) return [];
  const path = `/v1/videos/{a}${random.pick(['', '', '/content'])}`;
  return [{ method: random.pick(['GET', 'GET', 'HEAD']), path, key: 'other' }];
}

function afterwards(
  random: Random,
  world: World,
  { key, isFailing }: { readonly key: KeyName; readonly isFailing: boolean },
): Step[] {
  const get = (path: string): Step => ({ method: 'GET', path: `/v1/videos/{a}${path}`, key });
  const download = random.chance(0.6) || isFailing ? [get('/content')] : [];
  const isSource = isFailing && random.chance(0.5);
  const source = isSource ? [create({ ...TEXT, mode: 'reference-to-video', source_video_ids: ['{a}'] }, { key })] : [];
  return [
    ...download,
    ...source,
    ...(random.chance(0.3) ? foreign(random, world) : []),
    ...(random.chance(0.3) ? [get('')] : []),
  ];
}
