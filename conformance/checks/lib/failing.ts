/** The failing generation, and its effect on the credits of a key that can afford exactly one generation. */

import { createHash } from 'node:crypto';
import { RESOLUTIONS, type Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import type { KeyName } from '../../client/keys.ts';
import type { Profile } from '../../profile/profile.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { acceptedId, type ProbeTools, type MadeGeneration, type SendOptions } from '../../engine/probe-tools.ts';
import { isPrompt, NO_FAILING_TRIGGER, readBalance } from './money.ts';
import * as bodies from './bodies.ts';
import { BASE, cheap, SECONDS } from './clips.ts';
import { unfitBeside } from './replays.ts';
import { fieldsFor, SPREAD } from './clip-creates.ts';

const INVALID = {
  'too short': { ...bodies.TEXT, duration_seconds: 3 },
  'no prompt': { ...bodies.TEXT, prompt: '' },
  'unknown field': { ...bodies.TEXT, color: 'red' },
} as const;

/** A create that costs more than the cheapest one of 4 s, because the price depends on the seconds. */
const DEARER = { ...bodies.TEXT, duration_seconds: LIMITS.durationSeconds.max, resolution: '1080p' } as const;

/**
 * Returns the lowest resolution at which 4 s cost more than the credits of the key. The credits cover one clip at 480p,
 * but not two. The document has no prices, so the profile must name them.
 */
function tierBeyond({ prices }: Profile): Resolution | undefined {
  const { withoutSources: output } = prices ?? {};
  return output && RESOLUTIONS.find((tier) => output[tier] >= 2 * output[bodies.TEXT.resolution]);
}

/** The label of each invalid create request, and the label of its repetition. */
export const REFUSED_TWICE = Object.keys(INVALID).map((label) => [label, `${label} again`] as const);

/** Rejected creates must not change the credits: they are rejected again, and the next valid create still succeeds. */
export const REFUSED_FIRST = defineProbe({
  id: 'credits.refused-first',
  mayBeCharged: true,
  sends:
    'The kit sends create requests with a key that has credits for one generation. Three invalid create requests are sent twice each. One create request costs many times more than the credits cover. If the profile has prices, another create request is for 4 s, at the first resolution that the credits do not cover.',
  keys: ['once'],
  riskedCreates: () => [
    { resolution: DEARER.resolution, output: DEARER.duration_seconds, source: 0 },
    { resolution: DEARER.resolution, output: bodies.TEXT.duration_seconds, source: 0 },
  ],
  run: async (kit) => {
    for (const [label, body] of Object.entries(INVALID)) {
      await kit.create(label, body, { key: 'once' });
      await kit.create(`${label} again`, body, { key: 'once' });
    }
    await kit.create('dearer', DEARER, { key: 'once' });
    const resolution = tierBeyond(kit.profile);
    if (resolution !== undefined) await kit.create('dearer tier', { ...bodies.TEXT, resolution }, { key: 'once' });
  },
});

export const POLLS_AT_ONCE = ['a', 'b', 'c', 'd'] as const;

/** The generation that is paid, fails and is refunded. It uses the key for one generation, if there is one. */
export const FAILING = defineProbe({
  id: 'clip.failing',
  mayBeCharged: true,
  sends:
    'A create request with an image, an audio file, and `audio` false. Its generation must fail. In a full run that reads a balance, an image that breaks a rule makes the generation fail. Otherwise, or if that create request is rejected, the failing prompt makes the generation fail. If the credits do not cover this create request, a failing text create request follows. The kit sends three create requests before the first poll. The credits do not cover the first create request. The second create request repeats the failing create request. The third create request has another body and the same Idempotency-Key. Then the kit polls until the generation ends, with four polls at once. The kit also sends downloads and HEAD requests for the failed generation. If the server replayed the create request, the kit sends this create request once more. If the profile names a balance, the kit reads it after these requests.',
  ends: 'failed',
  runsAfter: [REFUSED_FIRST],
  lacks: ({ triggers }) => (triggers.failing === undefined ? NO_FAILING_TRIGGER : undefined),
  paidCreates: () => cheap(SECONDS),
  isRefunded: true,
  riskedCreates: () => cheap(SECONDS),
  run: async (kit) => {
    const key = kit.hasKey('once') ? 'once' : 'primary';
    const { isReplayed, body, headers } = await fail(kit, key);
    const { id } = kit.generation(FAILING);
    const path = `/v1/videos/${id}`;
    const part = (range: string): SendOptions => ({ key, headers: [['Range', range]] });
    await readBalance(kit, 'after the failure');
    await Promise.all(POLLS_AT_ONCE.map((name) => kit.get(`again ${name}`, id, { key })));
    await readBalance(kit, 'after polls');
    const looks: Readonly<Record<string, (label: string) => Promise<unknown>>> = {
      content: (label) => kit.content(label, id, { key }),
      'part of content': (label) => kit.content(label, id, part('bytes=0-99')),
      'open range of content': (label) => kit.content(label, id, part('bytes=0-')),
      'content under a condition': (label) => kit.content(label, id, { key, headers: [['If-None-Match', '*']] }),
      'head of content': (label) => kit.send(label, { method: 'HEAD', path: `${path}/content`, key, follow: true }),
      ...(kit.hasKey('other') && {
        'foreign get of failed': (label: string) => kit.get(label, id, { key: 'other' }),
      }),
      'head of failed': (label) => kit.send(label, { method: 'HEAD', path, key }),
      // A server without idempotency would make another generation and charge for it.
      ...(isReplayed && { 'replay after the failure': (label: string) => kit.create(label, body, { key, headers }) }),
    };
    for (const [label, look] of Object.entries(looks)) {
      await look(label);
      await readBalance(kit, `after ${label}`);
    }
    return { 'balance field': kit.profile.balance?.field ?? '' };
  },
});

const KEY_DIGITS = 11;

/** Returns the Idempotency-Key of a failing create: a number with several spellings. Each run has other keys. */
export function failingKey(runId: string, at: number): string {
  const own = BigInt(`0x${createHash('sha256').update(runId).digest('hex').slice(0, 24)}`).toString();
  return `${at + 1}${own.slice(0, KEY_DIGITS)}e2`;
}

interface Failed {
  readonly body: object;
  readonly headers: readonly HeaderLine[];
  readonly isReplayed: boolean;
}

/** Sends the failing creates until the server accepts one. A rejected create costs nothing. */
async function fail(kit: ProbeTools, key: KeyName): Promise<Failed> {
  let last: Failed = { body: bodies.TEXT, headers: [], isReplayed: false };
  for (const [at, body] of failingBodies(kit.profile).entries()) {
    const headers: HeaderLine[] = [['Idempotency-Key', failingKey(kit.runId, at)]];
    let [isAccepted, isReplayed] = [false, false];
    const meanwhile = async (id: string): Promise<void> => {
      isAccepted = true;
      if (key !== 'once') return;
      await kit.create('while reserved', bodies.TEXT, { key });
      const { exchange } = await kit.create('replay while reserved', body, { key, headers });
      isReplayed = acceptedId(exchange) === id;
      // A server without idempotency returns 402, because no credits are left.
      await kit.create('while reserved, another body', { ...body, duration_seconds: 5 }, { key, headers });
      await readBalance(kit, 'while reserved');
    };
    await kit.make(body, { key, headers, meanwhile, pollsAtOnce: POLLS_AT_ONCE.length });
    last = { body, headers, isReplayed };
    if (isAccepted) return last;
  }
  return last;
}

/**
 * Returns the bodies of the failing creates, the preferred one first. A server easily forgets the refund of a create
 * with references. But the document does not name its price, and the key is only known to cover text. If the profile
 * needs more than a prompt, these fields choose the workflow.
 */
export function failingBodies(profile: Profile): readonly Readonly<Record<string, unknown>>[] {
  const { failing = {} } = profile.triggers;
  const text = { ...bodies.TEXT, ...failing };
  if (!isPrompt(failing) || bodies.lacksMedia(profile) !== undefined) return [text];
  const body = { ...bodies.REFERENCE_MODE, ...fieldsFor(SPREAD.failing), audio_urls: [bodies.SAMPLE.audio] };
  const reference = bodies.withFittingMedia(profile, body);
  const unfit = unfitBeside(profile);
  const beside = unfit === undefined ? [] : [{ ...reference, image_urls: [...bodies.images(profile, 1), unfit] }];
  return [...beside, { ...reference, ...failing }, text];
}

/** The number of creates that are sent together with another one. The credits cover only one of all. */
const RIVALS = 5;
/** A server with a separate ledger may refund a moment after the poll that shows the failure. */
const LOOKS_FOR_REFUND = 4;

const SPENT = { ...bodies.TEXT, ...fieldsFor(SPREAD.spending) };

/** The label of a create that names the clip as source video before the clip exists. No credits are left for it. */
export const EARLY_SOURCE = 'source too early';

/** The credits must cover one more generation but not two, neither before nor after its completion. */
export const SPENDING = defineProbe({
  id: 'credits.spending',
  mayBeCharged: true,
  sends:
    'After the failure, six parallel create requests with the aspect ratio 1:1. The key has credits for only one generation. If the server rejects all of them, up to four create requests follow, because a refund can take a moment. Then the kit sends one more create request, and a create request that names the generation as source video. The kit polls until the generation is completed. Four of these polls are sent at once. The last create request is sent after the completion.',
  keys: ['once'],
  runsAfter: [REFUSED_FIRST, FAILING],
  paidCreates: () => cheap(SECONDS),
  run: async (kit) => {
    const key = 'once';
    const meanwhile = async (id: string): Promise<void> => {
      await kit.create('not affordable', bodies.TEXT, { key });
      await kit.create(EARLY_SOURCE, bodies.sourceBody('extend', [id]), { key });
    };
    const pollsAtOnce = POLLS_AT_ONCE.length;
    const options = { key, unkeyed: true, label: 'affordable', duplicates: RIVALS, pollsAtOnce, meanwhile } as const;
    let spent = await kit.make(SPENT, options);
    const looks = kit.find(FAILING)?.key === key ? LOOKS_FOR_REFUND : 0;
    for (let look = 1; spent === undefined && look <= looks; look += 1) {
      await kit.pause(look - 1);
      spent = await kit.make(SPENT, { ...options, duplicates: 0, label: `once refunded ${look}` });
    }
    if (spent === undefined) return undefined;
    await kit.content('part', spent.id, { key, headers: [['Range', 'bytes=0-99']] });
    await kit.create('after completion', bodies.TEXT, { key });
  },
});

/** Returns the create that the credits covered, and the next one. Any of several parallel creates may be first. */
export function spentIn(evidence: Evidence): readonly [first: Answered, second: Answered] {
  const creates = [evidence.one('affordable'), ...evidence.all('rival '), ...evidence.all('once refunded ')];
  const accepted = creates.filter(({ response }) => response.status < 300);
  const ids = accepted.map((answer) => objectOf(answer)['id']);
  const [first = evidence.one('affordable'), second] = accepted.filter((_, at) => ids.indexOf(ids[at]) === at);
  return [first, second ?? evidence.maybe('not affordable') ?? first];
}

/**
 * The create requests with a failed source run last, when the key for one generation has no credits left. If a server
 * accepts the source, the run pays nothing.
 */
export const FAILED_SOURCE = defineProbe({
  id: 'create.source-video-ids.completed.failed',
  mayBeCharged: true,
  sends:
    'Extensions of a failed generation of the same account: alone, before a completed source video, and after a completed source video. Then edits of the failed generation, create requests that use it as a reference, and an extension at the highest resolution. Normally, the failed generation belongs to the key with credits for one generation. If the server checks the credits before it checks the source videos, the kit makes another failing generation with the primary key.',
  after: [FAILING],
  runsAfter: [SPENDING, BASE],
  riskedCreates: () => [...cheap(SECONDS), ...cheap(SECONDS, SECONDS)],
  run: async (kit) => {
    const first = kit.generation(FAILING);
    const { exchange } = await kit.create('failed source', bodies.sourceBody('extend', [first.id]), { key: first.key });
    // A server that accepts this source and charges for it would also accept the others.
    if (acceptedId(exchange) !== undefined) return;
    if (exchange.response?.status !== 402) return mixed(kit, first);
    await kit.make({ ...bodies.TEXT, ...kit.profile.triggers.failing });
    const { id, key } = kit.generation(FAILED_SOURCE);
    await kit.create('failed source', bodies.sourceBody('extend', [id]), { key });
  },
  ends: 'failed',
});

/** Create requests with a failed source video in other operations, and in other positions among completed ones. */
const MIXED: Readonly<Record<string, bodies.Place>> = {
  second: ['extend', 'os'],
  first: ['extend', 'so'],
  'of edit': ['edit', 'os'],
  'of reference': ['reference', 'os'],
  'of no operation': [undefined, 'os'],
  'first of edit': ['edit', 'so'],
  'first of reference': ['reference', 'so'],
  'last of three': ['extend', 'oos'],
  'last of three of edit': ['edit', 'oos'],
  'alone of edit': ['edit', 's'],
  'alone of reference': ['reference', 's'],
  'at 1080p': ['extend', 'os', { resolution: '1080p', audio: false }],
};

/** The labels of these create requests. */
export const MIXED_SOURCES = Object.keys(MIXED).map((place) => `failed source ${place}`);

/** Sends the failed source with a completed source of its account. The key for one generation has no credits left. */
async function mixed(kit: ProbeTools, { id, key }: MadeGeneration): Promise<void> {
  const completed = kit.find(key === 'once' ? SPENDING : BASE)?.id;
  if (completed === undefined) return;
  for (const [name, place] of Object.entries(MIXED)) {
    const { exchange } = await kit.create(`failed source ${name}`, bodies.bodyAt(place, id, completed), { key });
    // A server that accepts one of them and charges for it would also accept the next one.
    if (acceptedId(exchange) !== undefined) return;
  }
}

/** The number of creates that a run sends even behind a rate limit. */
const FEW = 5;

/** Defines a probe of creates with the key for one generation, after its credits are spent. */
export function spentProbe(id: string, what: string, requests: Readonly<Record<string, object>>): Probe {
  return defineProbe({
    id,
    mayBeCharged: true,
    sends: `A text create request with the key for one generation, after the credits of this key are spent. If the response is 402, more create requests follow: ${what}. Their source video is the clip of this key. The probe ends after the first accepted create request.`,
    keys: ['once'],
    after: [SPENDING],
    runsAfter: [FAILED_SOURCE],
    lacks: bodies.lacksSamples(Object.values(requests)),
    run: async (kit) => {
      const { exchange } = await kit.create('spent', bodies.TEXT, { key: 'once' });
      if (exchange.response?.status !== 402) return;
      for (const [label, body] of Object.entries(requests)) {
        if (Object.keys(requests).length > FEW) kit.skipIfRateLimited();
        const taken = await kit.create(label, bodies.fitted(kit, body, SPENDING), { key: 'once' });
        // A server that accepts one and charges for it has no credits left for the next one.
        if (acceptedId(taken.exchange) !== undefined) return;
      }
    },
  });
}
