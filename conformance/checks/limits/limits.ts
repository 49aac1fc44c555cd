/** Limits: the rate of requests, and keys and bodies that are far too long. */

import { LIMITS } from '../../../contract/limits.ts';
import { header } from '../../client/exchange.ts';
import { defineProbe, type Check, type Probe } from '../../engine/define.ts';
import { isBusy } from '../../engine/evidence.ts';
import { observed, untestable } from '../../engine/outcome.ts';
import { acceptedId, type SendOptions } from '../../engine/probe-tools.ts';
import { TEXT } from '../lib/bodies.ts';
import { cases, eachOf, is, observations } from '../lib/cases.ts';
import { refusals } from '../lib/creates.ts';
import { INHERITED, LOOKS_UP_INHERITED } from '../lib/field.ts';
import { REQUEST_OF, UNKNOWN } from '../lib/lookups.ts';
import { allRefused, errorCode, noneOf, refusedForKey } from '../lib/rules.ts';
import { CONTROLS } from '../lib/control-requests.ts';

const BURST = 120;

/** Invalid creates in parallel. They cost nothing. */
const FLOOD = defineProbe({
  id: 'limits.flood',
  mayBeCharged: true,
  mayHangUp: true,
  sends: `An invalid create request. If the server rejects this create request, the kit sends it ${BURST - 1} times at once.`,
  group: 'provoke',
  run: async (kit) => {
    const bad = { ...TEXT, duration_seconds: 3 };
    const { exchange } = await kit.create('burst 0', bad, { impatient: true });
    // A server that accepts this create would charge for all of them.
    if ((exchange.response?.status ?? 500) < 400) return undefined;
    const rest = Array.from({ length: BURST - 1 }, (_, at) => `burst ${at + 1}`);
    await Promise.all(rest.map((label) => kit.create(label, bad, { impatient: true, skipsBudget: true })));
  },
});

const { max } = LIMITS.idempotencyKey;
/** The lengths near the limits of database columns, indexes and log lines. Common servers accept such headers. */
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
      // A server that accepts one of these keys accepts the others, too, and charges for them.
      if (acceptedId((await kit.create(KEYED[at] ?? '', TEXT, { headers })).exchange) !== undefined) return undefined;
    }
  },
});

const TOKEN_LENGTHS = [257, 1025, 4097, 6000] as const;

const LONG_TOKENS = sendsTokens(
  {
    id: 'authentication.long-keys',
    mayHangUp: true,
    sends: `The kit sends create requests, get requests and downloads with unknown API keys of ${TOKEN_LENGTHS.join(', ')} characters.`,
  },
  eachOf('*', TOKEN_LENGTHS, (length) => 'x'.repeat(length)),
);

const NAMES = sendsTokens(
  {
    id: 'authentication.inherited',
    sends: `The kit sends create requests, get requests and downloads with these API keys: ${INHERITED.join(', ')}.`,
  },
  eachOf('*', INHERITED, (name) => name),
);

/** Defines the requests to each endpoint with these unknown keys, by the ends of their labels. */
function sendsTokens(about: Pick<Probe, 'id' | 'sends' | 'mayHangUp'>, tokens: Record<string, string>): Probe {
  return defineProbe({
    ...about,
    mayBeCharged: true,
    run: async (kit) => {
      for (const [name, token] of Object.entries(tokens)) {
        const unknown: SendOptions = { key: undefined, headers: [['Authorization', `Bearer ${token}`]] };
        await kit.create(`create ${name}`, TEXT, unknown);
        await kit.get(`get ${name}`, kit.unknownId, unknown);
        await kit.content(`content ${name}`, kit.unknownId, unknown);
      }
    },
  });
}

export const LIMIT_CHECKS: readonly Check[] = [
  ...cases([FLOOD], {
    'limits.rate.status': [
      'If a client sends too many requests, the server returns 429 with the error envelope.',
      'The server returns 503, 403 or an HTML page of a proxy, or resets the connection.',
      (evidence) => {
        const limited = evidence.answers.filter(is(429)).slice(0, 1);
        // The document also names 503, for a server that is too busy.
        const others = evidence.answers.filter((answer) => !is(400, 415, 422, 429, 503)(answer));
        if (others.length > 0) return noneOf(others, [], ['429, or the rejection of the request']);
        if (limited.length === 0)
          return untestable(
            `${BURST} parallel create requests did not reach a limit.`,
            ...evidence.answers.slice(0, 1),
          );
        const bare = limited.filter((answer) => errorCode(answer) === undefined);
        return noneOf(bare, limited, ['a 429 with the error envelope']);
      },
    ],
  }),
  ...observations([FLOOD], {
    'limits.rate.values': [
      `How many of ${BURST} parallel create requests return a status other than 429.`,
      ({ answers }) => observed(String(answers.filter((answer) => !is(429)(answer)).length)),
    ],
    'limits.retry-after': [
      'Whether each 429 and each 503 has a Retry-After header.',
      ({ every, busy: waitedOut }) => {
        const busy = [...waitedOut, ...every.filter(isBusy)];
        if (every.length === 0) return untestable('The server did not respond to the requests of this check.');
        if (busy.length === 0) return observed('no 429 or 503 in this run', ...every.slice(0, 1));
        const isAlways = busy.every(({ response }) => header(response, 'retry-after') !== undefined);
        return observed(isAlways ? 'always' : 'not always', ...busy.slice(0, 3));
      },
      { from: [UNKNOWN], passive: true },
    ],
  }),
  ...cases([...CONTROLS, LONG_KEYS], {
    'create.idempotency-key.length.far-above': [
      `A create request with a very long \`Idempotency-Key\` (${KEY_LENGTHS.join(', ')} characters) is rejected. A valid create request without this Idempotency-Key is not rejected.`,
      'The server cuts off a very long Idempotency-Key. Or its database rejects the Idempotency-Key, so the server returns 500.',
      (evidence) => {
        const sent = KEYED.filter((label) => evidence.maybe(label) !== undefined);
        return allRefused(evidence, sent.length === 0 ? KEYED : sent, 'of its Idempotency-Key');
      },
      { defect: 'idempotency', passive: true },
    ],
  }),
  ...Object.entries(REQUEST_OF).flatMap(([endpoint, request]) =>
    cases([], {
      [`authentication.${endpoint}.invalid.long`]: [
        `A ${request} with a very long key (${TOKEN_LENGTHS.join(', ')} characters) is rejected like an unknown key. The server does not crash.`,
        'The database or the cache of the server cannot handle a key of this length, so the server returns 500.',
        refusedForKey(TOKEN_LENGTHS.map((length) => `${endpoint} ${length}`)),
        { from: [LONG_TOKENS] },
      ],
      [`authentication.${endpoint}.invalid.inherited`]: [
        `A ${request} is rejected if its API key is the name of an inherited property: ${INHERITED.join(', ')}.`,
        LOOKS_UP_INHERITED,
        refusedForKey(INHERITED.map((name) => `${endpoint} ${name}`)),
        { from: [NAMES] },
      ],
    }),
  ),
  ...refusals('broken-rule', {
    'create.prompt.length.large-body': [
      'a prompt so long that the body exceeds the limit of many servers',
      'The server accepts the create request although it did not read the whole body. Or its framework returns 500.',
      {
        'a prompt of 110,000 characters': { ...TEXT, prompt: 'x'.repeat(110_000) },
        'a prompt of 1,100,000 characters': { ...TEXT, prompt: 'x'.repeat(1_100_000) },
      },
      { mayHangUp: true },
    ],
  }),
];
