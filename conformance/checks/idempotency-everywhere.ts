/** Endpoints: create, the Idempotency-Key in every workflow, and without the key of the account. */

import { LIMITS } from '../../contract/limits.ts';
import { defineCheck, defineProbe, type Check } from '../engine/define.ts';
import { idempotencyKeyOf } from '../engine/make-generation.ts';
import type { HeaderLine } from '../client/exchange.ts';
import { fail, pass } from '../engine/outcome.ts';
import { withFittingMedia } from './lib/bodies.ts';
import { BASE, BASE_BODY } from './lib/clips.ts';
import { unknownKey } from './lib/lookups.ts';
import { allRefused, tell } from './lib/rules.ts';
import { TWINS } from './lib/twins.ts';
import { MODES, SOURCES } from './request/other-modes.ts';

const { max } = LIMITS.idempotencyKey;
const WORKFLOWS = [...Object.keys(MODES), ...Object.keys(SOURCES)];

const TOO_LONG = defineProbe({
  id: 'idempotency.too-long',
  sends: `A create of each workflow whose Idempotency-Key has ${max + 1} characters.`,
  after: ['any-clip'],
  run: async (kit) => {
    const headers: HeaderLine[] = [['Idempotency-Key', `standin-${kit.runId}-`.padEnd(max + 1, 'k')]];
    const bodies = [
      ...Object.entries(MODES),
      ...Object.entries(SOURCES).map(([workflow, body]) => [workflow, body(kit)] as const),
    ];
    for (const [workflow, body] of bodies) {
      kit.onlyUnslowed();
      await kit.create(workflow, withFittingMedia(kit.profile, body), { headers });
    }
    return undefined;
  },
});

/** A server that finds the create by its Idempotency-Key first has nothing to pay for. */
const KEYED = defineProbe({
  id: 'authentication.keyed',
  sends: 'The create of the cheapest clip again with its Idempotency-Key, without a key and with one that nobody has.',
  after: [BASE],
  run: async (kit) => {
    const keyed: HeaderLine = ['Idempotency-Key', idempotencyKeyOf(kit.runId, BASE.id)];
    const { headers: credentials = [] } = unknownKey(kit);
    await kit.create('no key', BASE_BODY, { key: undefined, headers: [keyed] });
    await kit.create('unknown key', BASE_BODY, { key: undefined, headers: [...credentials, keyed] });
    return undefined;
  },
});

export const IDEMPOTENCY_EVERYWHERE_CHECKS: readonly Check[] = [
  defineCheck({
    id: 'create.idempotency-key.length.everywhere',
    requirement: 'create.idempotency-key.length',
    defect: 'lost-rule',
    proves: `An \`Idempotency-Key\` of ${max + 1} characters is refused in each workflow, where a valid create of its kind is not.`,
    failing: 'It has a handler for each workflow, and one of them does not look at the key.',
    from: [...TWINS, TOO_LONG],
    passive: true,
    judge: (evidence) => allRefused(evidence, WORKFLOWS, `its Idempotency-Key has ${max + 1} characters`),
  }),
  ...(
    [
      ['missing', 'no key', 'no key'],
      ['invalid', 'unknown key', 'a key that nobody has'],
    ] as const
  ).map(([rule, label, credentials]) =>
    defineCheck({
      id: `authentication.create.keyed.${rule}`,
      requirement: `authentication.create.${rule}`,
      defect: 'authentication',
      proves: `A create with the Idempotency-Key of an earlier one is refused with ${credentials}.`,
      failing: 'It looks for the Idempotency-Key before it looks at the key of the account.',
      from: [BASE, KEYED],
      judge: (evidence) => {
        const [create, answer] = [evidence.one('create'), evidence.one(label)];
        const { status } = answer.response;
        return status >= 400 && status <= 499 && status !== 402
          ? pass(create, answer)
          : fail(answer, '401', tell(answer));
      },
    }),
  ),
];
