/** Endpoints: create: the Idempotency-Key in every workflow, and without a valid API key. */

import { createHash } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { idempotencyKeyOf } from '../../engine/make-generation.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import { fail, notApplicable, pass } from '../../engine/outcome.ts';
import { fitted, TEXT } from '../lib/bodies.ts';
import { cases, together } from '../lib/cases.ts';
import { BASE, BASE_BODY } from '../lib/clips.ts';
import { unknownKey } from '../lib/lookups.ts';
import { acceptedForFree, allRefused, describe, worstOf } from '../lib/rules.ts';
import { CONTROL, TWINS } from '../lib/twins.ts';
import { REPLAY } from '../lib/replays.ts';
import { MODES, SOURCES } from '../request/every-workflow.ts';

const { max } = LIMITS.idempotencyKey;
const WORKFLOWS = { ...MODES, ...SOURCES };

const TOO_LONG = defineProbe({
  id: 'idempotency.too-long',
  mayBeCharged: true,
  sends: `A create request for each workflow, with an Idempotency-Key of ${max + 1} characters.`,
  after: ['any-clip'],
  run: async (kit) => {
    const headers: HeaderLine[] = [['Idempotency-Key', `standin-${kit.runId}-`.padEnd(max + 1, 'k')]];
    for (const [workflow, body] of Object.entries(WORKFLOWS)) {
      kit.skipIfRateLimited();
      await kit.create(workflow, fitted(kit, body), { headers });
    }
  },
});

/** Returns Idempotency-Keys of typical clients: random digits, order numbers and UUIDs. They differ in each run. */
function shortKeys(runId: string): Readonly<Record<string, string>> {
  const own = createHash('sha256').update(runId).digest('hex');
  const digits = BigInt(`0x${own.slice(0, 24)}`)
    .toString()
    .padStart(20, '7');
  return {
    'of 4 characters': own.slice(0, 4),
    'of 7 characters': own.slice(1, 8),
    'of 8 letters': own.slice(2, 10).replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'q'),
    'of 12 digits': digits.slice(0, 12),
    'of 15 characters': own.slice(3, 18),
    'of 20 digits': digits.slice(0, 20),
    'in the form of an order number': `order-${digits.slice(0, 8)}`,
    'in uppercase': own.slice(4, 28).toUpperCase(),
    'in the form of a UUID': [
      own.slice(0, 8),
      own.slice(8, 12),
      `4${own.slice(13, 16)}`,
      `a${own.slice(17, 20)}`,
      own.slice(20, 32),
    ].join('-'),
    'of 64 hexadecimal digits': own,
    'of 100 characters': own.padEnd(100, 'x'),
  };
}

const SHORT_KEYS = Object.keys(shortKeys(''));

const SHORT = defineProbe({
  id: 'create.idempotency-key.short',
  mayBeCharged: true,
  sends: `Valid create requests with a key that has no credits. Each create request has a different Idempotency-Key: ${SHORT_KEYS.join(', ')}.`,
  keys: ['poor'],
  run: async (kit) => {
    for (const [label, key] of Object.entries(shortKeys(kit.runId)))
      await kit.create(label, TEXT, { key: 'poor', headers: [['Idempotency-Key', key]] });
  },
});

/** A server that looks up the Idempotency-Key first replays the create, so the run pays nothing. */
const KEYED = defineProbe({
  id: 'authentication.keyed',
  mayBeCharged: true,
  sends:
    'The kit repeats the create request for the cheapest clip with the same Idempotency-Key. The kit sends it once without an API key, and once with an unknown API key.',
  after: [BASE],
  run: async (kit) => {
    const keyed: HeaderLine = ['Idempotency-Key', idempotencyKeyOf(kit.runId, BASE.id)];
    const { headers: credentials = [] } = unknownKey(kit);
    await kit.create('no key', BASE_BODY, { key: undefined, headers: [keyed] });
    await kit.create('unknown key', BASE_BODY, { key: undefined, headers: [...credentials, keyed] });
  },
});

export const IDEMPOTENCY_EVERYWHERE_CHECKS: readonly Check[] = [
  ...cases([...TWINS, TOO_LONG], {
    'create.idempotency-key.length.everywhere': [
      `An \`Idempotency-Key\` of ${max + 1} characters is rejected in each workflow. A valid create request of the same kind is not rejected.`,
      'The server does not check the Idempotency-Key in one of the workflows.',
      (evidence) => allRefused(evidence, Object.keys(WORKFLOWS), `its Idempotency-Key has ${max + 1} characters`),
      { defect: 'lost-rule', passive: true },
    ],
    'create.idempotency-key.short': [
      `A valid create request with an Idempotency-Key of at most ${max} characters is accepted. If the API key has no credits, the server returns 402. The kit tries Idempotency-Keys ${SHORT_KEYS.join(', ')}.`,
      'The server requires an Idempotency-Key with a minimum length, or in the form of a UUID.',
      (evidence) => {
        const outcomes = SHORT_KEYS.map((label) => acceptedForFree(evidence, label, `an Idempotency-Key ${label}`));
        return worstOf(outcomes) ?? pass(...SHORT_KEYS.map((label) => evidence.one(label)));
      },
      { requirement: 'create.idempotency-key.accepted', from: [CONTROL, SHORT] },
    ],
    'create.answer.record.there': [
      'If the response to a create request names a generation, this generation exists. The rule also applies to replays.',
      'The server returns a new id in a replay, but no generation has this id.',
      (evidence) => {
        const looks = evidence.all('made by ');
        const gone = looks.find(({ response: { status } }) => status === 404 || status === 410);
        if (gone !== undefined)
          return fail(gone, '200, because the response to a create request named this generation', describe(gone));
        const same = evidence.one('same');
        return same.response.status < 300
          ? pass(same, ...looks)
          : notApplicable('The server did not accept the second create request.', same);
      },
      { from: [REPLAY], defect: 'idempotency' },
    ],
  }),
  ...(
    [
      ['missing', 'no key', 'without an API key'],
      ['invalid', 'unknown key', 'with an unknown API key'],
    ] as const
  ).map(([rule, label, credentials]) =>
    defineCheck({
      id: `authentication.create.keyed.${rule}`,
      requirement: `authentication.create.${rule}`,
      defect: 'authentication',
      proves: `A create request with a used Idempotency-Key is rejected if it is sent ${credentials}.`,
      failing: 'The server looks up the Idempotency-Key before it checks the API key.',
      from: [BASE, KEYED],
      judge: together(['create', label], ([create, answer]) => {
        const { status } = answer.response;
        return status >= 400 && status <= 499 && status !== 402 ? undefined : ['401'];
      }),
    }),
  ),
];
