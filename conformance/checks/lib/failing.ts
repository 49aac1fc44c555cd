/** The generation that fails, and what it does to the credits of a key that can afford exactly one. */

import { defineProbe } from '../../engine/define.ts';
import { TEXT } from './bodies.ts';
import { sourceBody } from './clips.ts';

const INVALID = {
  'too short': { ...TEXT, duration_seconds: 3 },
  'no prompt': { ...TEXT, prompt: '' },
  'unknown field': { ...TEXT, colour: 'red' },
} as const;

/** Each invalid create, and what its second sending is called. */
export const REFUSED_TWICE = Object.keys(INVALID).map((label) => [label, `${label} again`] as const);

/**
 * Creates that are refused must leave the credits alone: the same is refused again, and the next valid one can still be
 * paid.
 */
export const REFUSED_FIRST = defineProbe({
  id: 'credits.refused-first',
  sends: 'With the key for one generation: three creates that are not valid, each of them twice.',
  keys: ['once'],
  run: async (kit) => {
    for (const [label, body] of Object.entries(INVALID)) {
      await kit.create(label, body, { key: 'once' });
      await kit.create(`${label} again`, body, { key: 'once' });
    }
    return undefined;
  },
});

const POLLS_AT_ONCE = ['a', 'b', 'c', 'd'] as const;

/** Paid, failed, refunded; with the key for one generation where there is one. */
export const FAILING = defineProbe({
  id: 'clip.failing',
  sends:
    'A create that has to fail, and, before its first poll, a second one that the credits do not allow; then polls, four of them at once.',
  ends: 'failed',
  following: [REFUSED_FIRST],
  lacks: ({ triggers }) =>
    triggers.failing === undefined
      ? 'The profile names nothing that makes a generation fail (--failing-prompt, or triggers.failing).'
      : undefined,
  pays: () => [{ resolution: '480p', output: TEXT.duration_seconds, source: 0 }],
  run: async (kit) => {
    const key = kit.hasKey('once') ? 'once' : 'primary';
    const meanwhile = async (): Promise<unknown> =>
      key === 'once' ? kit.create('while reserved', TEXT, { key }) : undefined;
    await kit.make({ ...TEXT, ...kit.profile.triggers.failing }, { key, meanwhile });
    const { id } = kit.generation(FAILING);
    await Promise.all(POLLS_AT_ONCE.map((name) => kit.get(`again ${name}`, id, { key })));
    await kit.content('content', id, { key });
    return undefined;
  },
});

/** The credits must suffice for one more generation, and for no second one. */
export const SPENDING = defineProbe({
  id: 'credits.spending',
  sends: 'With the key for one generation, after the failure: one create that it can afford, and one that it cannot.',
  keys: ['once'],
  following: [REFUSED_FIRST, FAILING],
  pays: () => [{ resolution: '480p', output: TEXT.duration_seconds, source: 0 }],
  run: async (kit) => {
    await kit.create('affordable', TEXT, { key: 'once' });
    await kit.create('not affordable', TEXT, { key: 'once' });
    return undefined;
  },
});

/**
 * Comes last: by then the key for one generation has nothing left, and a server that takes the source charges nobody
 * for it.
 */
export const FAILED_SOURCE = defineProbe({
  id: 'create.source-video-ids.completed.failed',
  sends:
    'An extension of a generation of the same account that failed. Where the key for one generation made it and credits are looked at first, another is made to fail with the primary key.',
  after: [FAILING],
  following: [SPENDING],
  risks: () => [
    { resolution: '480p', output: TEXT.duration_seconds, source: 0 },
    { resolution: '480p', output: TEXT.duration_seconds, source: TEXT.duration_seconds },
  ],
  run: async (kit) => {
    const first = kit.generation(FAILING);
    const { exchange } = await kit.create('failed source', sourceBody(kit, 'extend', [first.id]), { key: first.key });
    if (exchange.response?.status !== 402) return undefined;
    await kit.make({ ...TEXT, ...kit.profile.triggers.failing });
    const { id, key } = kit.generation(FAILED_SOURCE);
    await kit.create('failed source', sourceBody(kit, 'extend', [id]), { key });
    return undefined;
  },
  ends: 'failed',
});
