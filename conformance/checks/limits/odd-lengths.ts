/**
 * Keys, Idempotency-Keys and bodies that are far longer than any is: whatever they are refused with, the server says
 * itself that it can tell what was sent from its own errors.
 */

import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { acceptedId } from '../../engine/probe-tools.ts';
import { TEXT } from '../lib/bodies.ts';
import { refusals } from '../lib/creates.ts';
import { allRefused, refusedForKey } from '../lib/rules.ts';
import { TWINS } from '../lib/twins.ts';

const { max } = LIMITS.idempotencyKey;
/** Around what columns, indexes and lines of a log hold; all fit into what servers read of headers. */
const KEY_LENGTHS = [max + 2, 255, 256, 257, 512, 1025, 2049, 4000, 6000] as const;
const KEYED = KEY_LENGTHS.map((length) => `an Idempotency-Key of ${length} characters`);

const LONG_KEYS = defineProbe({
  id: 'create.idempotency-key.lengths',
  mayBeCharged: true,
  mayHangUp: true,
  sends: `Valid create requests with Idempotency-Keys of ${KEY_LENGTHS.join(', ')} characters. The kit stops after the first accepted create request.`,
  run: async (kit) => {
    for (const [at, length] of KEY_LENGTHS.entries()) {
      const headers: [string, string][] = [['Idempotency-Key', `standin-${kit.runId}-`.padEnd(length, 'k')]];
      // A server that takes one takes others, too, and charges for them.
      if (acceptedId((await kit.create(KEYED[at] ?? '', TEXT, { headers })).exchange) !== undefined) return undefined;
    }
    return undefined;
  },
});

const TOKEN_LENGTHS = [257, 1025, 4097, 6000] as const;
const ENDPOINTS = ['create', 'get', 'content'] as const;

const LONG_TOKENS = defineProbe({
  id: 'authentication.long-keys',
  mayBeCharged: true,
  mayHangUp: true,
  sends: `The kit sends create requests, get requests and downloads with unknown API keys of ${TOKEN_LENGTHS.join(', ')} characters.`,
  run: async (kit) => {
    for (const length of TOKEN_LENGTHS) {
      const headers: [string, string][] = [['Authorization', `Bearer ${'x'.repeat(length)}`]];
      const unknown = { key: undefined, headers };
      await kit.create(`create ${length}`, TEXT, unknown);
      await kit.get(`get ${length}`, kit.unknownId, unknown);
      await kit.content(`content ${length}`, kit.unknownId, unknown);
    }
    return undefined;
  },
});

export const ODD_LENGTH_CHECKS: readonly Check[] = [
  defineCheck({
    id: 'create.idempotency-key.length.far-above',
    defect: 'idempotency',
    proves: `A create request with an \`Idempotency-Key\` of ${KEY_LENGTHS.join(', ')} characters is rejected. A valid create request without this Idempotency-Key is not rejected.`,
    failing:
      'The server cuts off a very long Idempotency-Key. Or its database rejects the Idempotency-Key, so the server returns 500.',
    from: [...TWINS, LONG_KEYS],
    passive: true,
    judge: (evidence) => {
      const sent = KEYED.filter((label) => evidence.maybe(label) !== undefined);
      return allRefused(evidence, sent.length === 0 ? KEYED : sent, 'of its Idempotency-Key');
    },
  }),
  ...ENDPOINTS.map((endpoint) =>
    defineCheck({
      id: `authentication.${endpoint}.invalid.long`,
      requirement: `authentication.${endpoint}.invalid`,
      proves: `A ${endpoint === 'content' ? 'download' : endpoint} with a key of ${TOKEN_LENGTHS.join(', ')} characters is rejected like an unknown key. The server does not crash.`,
      failing: 'The database or the cache of the server cannot handle a key of this length, so the server returns 500.',
      from: [LONG_TOKENS],
      judge: (evidence) =>
        refusedForKey(
          evidence,
          TOKEN_LENGTHS.map((length) => `${endpoint} ${length}`),
        ),
    }),
  ),
  refusals({
    id: 'create.prompt.length.large-body',
    mayHangUp: true,
    requirement: 'create.prompt.length',
    defect: 'broken-rule',
    what: 'a prompt so long that the body exceeds the limit of many servers',
    failing:
      'The server accepts the create request although it did not read the whole body. Or its framework returns 500.',
    bodies: {
      'a prompt of 110,000 characters': { ...TEXT, prompt: 'x'.repeat(110_000) },
      'a prompt of 1,100,000 characters': { ...TEXT, prompt: 'x'.repeat(1_100_000) },
    },
  }),
];
